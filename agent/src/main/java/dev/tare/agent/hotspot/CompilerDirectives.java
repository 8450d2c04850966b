package dev.tare.agent.hotspot;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import jdk.internal.misc.Unsafe;
import jdk.internal.misc.VM;
import org.jspecify.annotations.Nullable;

/**
 * Tells HotSpot's compilers how to compile the profiler's classes (<a
 * href="https://openjdk.org/jeps/165">JEP 165</a>), as {@code jcmd Compiler.directives_add} does.
 * JMX has this command, too, but would be initialised for it while the application starts.
 */
public final class CompilerDirectives {
  private static final String MODULE = "jdk.management";
  private static final String PACKAGE = "com.sun.management.internal";

  /** Where the user has chosen among compilers, C1 may not be there. */
  private static final List<String> CHOICES = List.of("Tiered", "CompilationMode");

  private CompilerDirectives() {}

  /**
   * Leaves all methods of the packages of these classes, and of packages within them, to C1.
   * HotSpot compiles them as any others without the module {@code jdk.management}, in a JVM that
   * has no such command, without a folder for temporary files, or where options choose compilers.
   */
  public static void leaveToC1(Instrumentation instrumentation, List<Class<?>> ofPackages) {
    Optional<Module> module = ModuleLayer.boot().findModule(MODULE);
    if (module.isEmpty() || areCompilersChosen(VM.getRuntimeArguments())) {
      return;
    }
    try {
      instrumentation.redefineModule(
          module.get(),
          Set.of(),
          Map.of(),
          Map.of(PACKAGE, Set.of(CompilerDirectives.class.getModule())),
          Set.of(),
          Map.of());
      Path file = Files.createTempFile("tare-directives", ".json");
      try {
        Files.writeString(file, text(ofPackages));
        execute("Compiler.directives_add " + file);
      } finally {
        Files.delete(file);
      }
    } catch (ReflectiveOperationException | IOException | RuntimeException | LinkageError e) {
      // A JVM that has it otherwise. The weaver works all the same.
    }
  }

  static boolean areCompilersChosen(String @Nullable [] jvmArguments) {
    return jvmArguments != null // There are none.
        && List.of(jvmArguments).stream()
            .anyMatch(argument -> CHOICES.stream().anyMatch(argument::contains));
  }

  static String text(List<Class<?>> ofPackages) {
    return ofPackages.stream()
        .map(type -> '"' + type.getPackageName().replace('.', '/') + "/*.*\"")
        .collect(Collectors.joining(", ", "[{ match: [", "], c2: { Exclude: true } }]"));
  }

  /** The object has no part in the command, but its class has the native method. */
  private static void execute(String command) throws ReflectiveOperationException {
    Class.forName(PACKAGE + ".PlatformMBeanProviderImpl", true, null); // Loads the library.
    Class<?> commands = Class.forName(PACKAGE + ".DiagnosticCommandImpl", true, null);
    Method execute = commands.getDeclaredMethod("executeDiagnosticCommand", String.class);
    execute.setAccessible(true);
    Object receiver = Unsafe.getUnsafe().allocateInstance(commands);
    execute.invoke(receiver, command);
  }
}
