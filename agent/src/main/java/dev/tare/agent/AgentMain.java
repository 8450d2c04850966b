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
  static @Nullable ClassLoader isolated() {
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
      start(options, instrumentation);
    } catch (InvocationTargetException e) {
      say(e.getCause());
    } catch (Exception | Error e) {
      say(e);
    }
  }

  private static void start(@Nullable String options, Instrumentation instrumentation)
      throws Exception {
    onBootClassPath(instrumentation);
    ClassLoader loader = IsolatedLoader.create();
    isolated = loader;
    loader
        .loadClass("dev.tare.agent.Agent")
        .getMethod("start", String.class, Instrumentation.class)
        .invoke(null, options, instrumentation);
  }

  private static void say(@Nullable Throwable why) {
    String hint =
        why instanceof SecurityException
            ? "; the security policy must grant it java.security.AllPermission"
            : "";
    System.err.println("[tare] not profiling: the agent cannot start: " + why + hint);
  }
}
