package dev.tare.agent;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;

/** Where the JVM enters the agent; hands over to {@code Agent} in the isolated loader. */
public final class AgentMain {
  private static volatile @Nullable ClassLoader isolated;

  private AgentMain() {}

  /** The loader of everything else; null where no agent was started in this JVM. */
  public static @Nullable ClassLoader isolated() {
    return isolated;
  }

  /** The manifest names the jar by its own name; called otherwise, it gets there this way. */
  private static void onBootClassPath(Instrumentation instrumentation) throws IOException {
    try {
      Class.forName("dev.tare.runtime.Settings", false, null);
    } catch (ClassNotFoundException e) {
      instrumentation.appendToBootstrapClassLoaderSearch(new JarFile(IsolatedLoader.ownJar()));
    }
  }

  /**
   * Entered before the application's {@code main}; see {@link java.lang.instrument}. What is wrong
   * with the options ends the JVM there; whatever else goes wrong costs the profile, and not the
   * application: an exception that left this method would end the JVM.
   */
  public static void premain(@Nullable String options, Instrumentation instrumentation) {
    try {
      FlightRecorderStart.whereLikely(options);
      call("dev.tare.agent.Agent", "start", options, instrumentation);
    } catch (Exception | Error e) {
      say(e);
    }
  }

  /** Entered when the jar is loaded into a running JVM, the first time and for each command. */
  public static void agentmain(String command, Instrumentation instrumentation) throws Exception {
    call("dev.tare.agent.AttachedCommand", "run", command, instrumentation);
  }

  /**
   * A command from within this JVM.
   *
   * @return the answer; null where there is no agent
   * @throws Exception where it cannot be done; the message says why
   */
  public static @Nullable String command(String command) throws Exception {
    return isolated == null
        ? null
        : (String) call("dev.tare.agent.AttachedCommand", "execute", command, null);
  }

  private static synchronized ClassLoader loader(@Nullable Instrumentation instrumentation)
      throws IOException {
    ClassLoader loader = isolated;
    if (loader == null) {
      if (instrumentation != null) {
        onBootClassPath(instrumentation);
      }
      loader = IsolatedLoader.create();
      isolated = loader;
    }
    return loader;
  }

  private static @Nullable Object call(
      String className,
      String method,
      @Nullable String text,
      @Nullable Instrumentation instrumentation)
      throws Exception {
    try {
      return loader(instrumentation)
          .loadClass(className)
          .getMethod(method, String.class, Instrumentation.class)
          .invoke(null, text, instrumentation);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw e.getCause() instanceof Exception cause ? cause : e;
    }
  }

  private static void say(@Nullable Throwable why) {
    String hint =
        why instanceof SecurityException
            ? "; the security policy must grant it java.security.AllPermission"
            : "";
    System.err.println("[tare] not profiling: the agent cannot start: " + why + hint);
  }
}
