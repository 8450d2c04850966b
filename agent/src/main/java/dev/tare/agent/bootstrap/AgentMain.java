package dev.tare.agent.bootstrap;

import java.io.File;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.net.URI;
import java.net.URL;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;

/** Where the JVM enters the agent; hands over to {@link IsolatedAgent}. */
public final class AgentMain {
  private static boolean onBootClassPath;

  private AgentMain() {}

  /** The loader of everything else; null where no agent was started in this JVM. */
  public static @Nullable ClassLoader isolated() {
    return IsolatedAgent.loader();
  }

  /**
   * The jar that this class came from. Under any name, and whatever lies beside it, it is the only
   * file that classes of ours are taken from.
   */
  public static File ownJar() throws IOException {
    // A class of the boot loader has no code source; the system loader finds the jar by the class.
    String entry = AgentMain.class.getName().replace('.', '/') + ".class";
    URL url = ClassLoader.getSystemResource(entry);
    if (url == null || !url.getProtocol().equals("jar")) {
      throw new IOException("not started from its jar: " + url);
    }
    String path = url.getPath();
    return new File(URI.create(path.substring(0, path.length() - entry.length() - 2)));
  }

  /**
   * Entered before the application's {@code main}; see {@link java.lang.instrument}. What is wrong
   * with the options ends the JVM there; whatever else goes wrong costs the profile, and not the
   * application: an exception that left this method would end the JVM.
   */
  public static void premain(@Nullable String options, Instrumentation instrumentation) {
    try {
      passSecurityManager(instrumentation);
      IsolatedAgent.start(options, instrumentation);
    } catch (Exception | Error e) {
      say(e);
    }
  }

  /** Entered when the jar is loaded into a running JVM, the first time and for each command. */
  public static void agentmain(String command, Instrumentation instrumentation) throws Exception {
    passSecurityManager(instrumentation);
    IsolatedAgent.attached(command, instrumentation);
  }

  /**
   * A command from within this JVM.
   *
   * @return the answer; null where there is no agent
   * @throws Exception where it cannot be done; the message says why
   */
  public static @Nullable String command(String command) throws Exception {
    return IsolatedAgent.command(command);
  }

  /**
   * No security policy knows the agent. Its other classes, none of which is loaded before this, are
   * the boot loader's then, which may do everything. Only where it must be: the JVM warns that it
   * shares fewer classes.
   */
  @SuppressWarnings("removal") // goes away together with the security manager, and its need
  private static synchronized void passSecurityManager(Instrumentation instrumentation)
      throws IOException {
    if (System.getSecurityManager() != null && !onBootClassPath) {
      instrumentation.appendToBootstrapClassLoaderSearch(new JarFile(ownJar()));
      onBootClassPath = true;
    }
  }

  private static void say(Throwable why) {
    System.err.println("[tare] not profiling, because the agent cannot start: " + why);
  }
}
