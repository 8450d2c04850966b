package dev.tare.agent.bootstrap;

/**
 * The system properties that classes of the JDK read once, when they are initialised. A program may
 * take them away for a while, and a class that is initialised meanwhile fails for the JVM's life,
 * for the program too. So what initialises such classes beside the program waits.
 */
public final class JdkProperties {
  private JdkProperties() {}

  /** Whether they are there now. */
  public static boolean areThere() {
    return System.getProperty("java.home") != null
        && System.getProperty("java.io.tmpdir") != null
        && System.getProperty("user.dir") != null;
  }
}
