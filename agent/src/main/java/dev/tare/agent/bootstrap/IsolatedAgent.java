package dev.tare.agent.bootstrap;

import java.io.File;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import java.security.AccessController;
import java.security.PrivilegedActionException;
import java.security.PrivilegedExceptionAction;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;

/**
 * The agent in its isolated loader, where {@link AgentMain} knows it by name alone. Public, because
 * it may be the boot loader's while that is the application's.
 */
public final class IsolatedAgent {
  /** Where a JVM and its launcher find options. */
  private static final List<String> AGENT_VARIABLES =
      List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

  private static final String AGENT = "dev.tare.agent.lifecycle.Agent";
  private static final String COMMAND = "dev.tare.agent.command.AttachedCommand";

  private static volatile @Nullable ClassLoader loader;

  private IsolatedAgent() {}

  /** Its loader; null where no agent was started in this JVM. */
  public static @Nullable ClassLoader loader() {
    return loader;
  }

  /** As {@link AgentMain#premain}, but for what may be thrown. */
  public static void start(@Nullable String options, Instrumentation instrumentation)
      throws Exception {
    withOwnPermissions(
        () -> {
          if (!runsCommand()) {
            JfrPreload.whereLikely(options);
            call(AGENT, "start", options, instrumentation);
          }
          return null;
        });
  }

  /**
   * Whether this JVM runs a command of the jar and has the agent by a variable that is meant for
   * the application: its profile would take the name of the application's. The JVM that {@code
   * train} starts names its main class, not the jar.
   */
  private static boolean runsCommand() throws IOException {
    if (AGENT_VARIABLES.stream().noneMatch(IsolatedAgent::namesAgent)) {
      return false;
    }
    // The JVM adds the agent's jar behind the jar that it was started with.
    String jar = System.getProperty("java.class.path", "").split(File.pathSeparator, -1)[0];
    String words = System.getProperty("sun.java.command", "");
    if (jar.isEmpty()
        || !(words.equals(jar) || words.startsWith(jar + " "))
        || !new File(jar).getCanonicalFile().equals(AgentMain.ownJar().getCanonicalFile())) {
      return false;
    }
    try (JarFile file = new JarFile(jar)) { // An application's may hold all of ours.
      String main = file.getManifest().getMainAttributes().getValue(Attributes.Name.MAIN_CLASS);
      return CommandMain.class.getName().equals(main);
    }
  }

  private static boolean namesAgent(String variable) {
    String options = System.getenv(variable);
    return options != null && options.contains("-javaagent:");
  }

  /** As {@link AgentMain#agentmain}. */
  public static void attached(String command, Instrumentation instrumentation) throws Exception {
    withOwnPermissions(() -> call(COMMAND, "run", command, instrumentation));
  }

  /** Does what the application asks for, which may do no more in here than it may elsewhere. */
  public static @Nullable String command(String command) throws Exception {
    return loader == null ? null : (String) call(COMMAND, "execute", command, null);
  }

  /** Of a security manager's permissions those of this class, and not its callers'. */
  @SuppressWarnings("removal") // goes away together with the security manager, and its need
  private static void withOwnPermissions(PrivilegedExceptionAction<@Nullable Object> action)
      throws Exception {
    try {
      AccessController.doPrivileged(action);
    } catch (PrivilegedActionException e) {
      throw e.getException();
    }
  }

  private static synchronized ClassLoader madeLoader() throws IOException {
    ClassLoader made = loader;
    if (made == null) {
      made = IsolatedLoader.besideRuntime();
      loader = made;
    }
    return made;
  }

  private static @Nullable Object call(
      String className,
      String method,
      @Nullable String text,
      @Nullable Instrumentation instrumentation)
      throws Exception {
    try {
      return madeLoader()
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
}
