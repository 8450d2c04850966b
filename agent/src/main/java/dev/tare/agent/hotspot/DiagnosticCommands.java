package dev.tare.agent.hotspot;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import jdk.internal.misc.Unsafe;

/**
 * HotSpot's diagnostic commands, as {@code jcmd} gives them to a JVM from outside. JMX has them,
 * too, but would be initialised for them while the application starts.
 */
public final class DiagnosticCommands {
  private static final String MODULE = "jdk.management";
  private static final String PACKAGE = "com.sun.management.internal";

  private DiagnosticCommands() {}

  /** Opens what executes commands to the agent; without it, no command has an answer. */
  public static void open(Instrumentation instrumentation) {
    Optional<Module> module = ModuleLayer.boot().findModule(MODULE);
    if (module.isEmpty()) {
      return;
    }
    try {
      instrumentation.redefineModule(
          module.get(),
          Set.of(),
          Map.of(),
          Map.of(PACKAGE, Set.of(DiagnosticCommands.class.getModule())),
          Set.of(),
          Map.of());
    } catch (RuntimeException e) {
      // A JVM whose module has no such package: then no command has an answer.
    }
  }

  /**
   * Executes a command, and returns what it prints; empty in a JVM that has no such command or
   * executes them otherwise.
   *
   * <p>The object has no part in it, but its class has the native method.
   */
  static Optional<String> execute(String command) {
    try {
      Class.forName(PACKAGE + ".PlatformMBeanProviderImpl", true, null); // Loads the library.
      Class<?> commands = Class.forName(PACKAGE + ".DiagnosticCommandImpl", true, null);
      Method execute = commands.getDeclaredMethod("executeDiagnosticCommand", String.class);
      execute.setAccessible(true);
      Object receiver = Unsafe.getUnsafe().allocateInstance(commands);
      return Optional.ofNullable((String) execute.invoke(receiver, command));
    } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
      return Optional.empty();
    }
  }
}
