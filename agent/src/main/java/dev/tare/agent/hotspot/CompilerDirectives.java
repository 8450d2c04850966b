package dev.tare.agent.hotspot;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import jdk.internal.misc.VM;
import org.jspecify.annotations.Nullable;

/**
 * Tells HotSpot's compilers how to compile the profiler's classes (<a
 * href="https://openjdk.org/jeps/165">JEP 165</a>), as {@code jcmd Compiler.directives_add} does.
 */
public final class CompilerDirectives {
  /** Where the user has chosen among compilers, C1 may not be there. */
  private static final List<String> CHOICES = List.of("Tiered", "CompilationMode");

  private CompilerDirectives() {}

  /**
   * Leaves all methods of the packages of these classes, and of packages within them, to C1.
   * HotSpot compiles them as any others without the module {@code jdk.management}, in a JVM that
   * has no such command, without a folder for temporary files, or where options choose compilers.
   */
  public static void leaveToC1(List<Class<?>> ofPackages) {
    if (areCompilersChosen(VM.getRuntimeArguments())) {
      return;
    }
    try {
      Path file = Files.createTempFile("tare-directives", ".json");
      try {
        Files.writeString(file, text(ofPackages));
        DiagnosticCommands.execute("Compiler.directives_add " + file);
      } finally {
        Files.delete(file);
      }
    } catch (IOException | RuntimeException | LinkageError e) {
      // No folder for temporary files, or no such path. The weaver works all the same.
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
}
