package dev.tare.it.program;

import java.security.Permission;
import java.security.Policy;
import java.security.ProtectionDomain;
import java.util.concurrent.TimeUnit;

/**
 * Sets a security manager when the agent has long been started, as Batik does: its own classes and
 * the JDK's may do everything, and others of the class path nothing. Then works until the agent has
 * looked at it.
 */
public final class SetsSecurityManager {
  /** The agent looks for the first time after 0.4 s. */
  private static final long WORK_NANOS = TimeUnit.SECONDS.toNanos(2);

  private static volatile double sink;

  private SetsSecurityManager() {}

  @SuppressWarnings("removal") // The programs that are meant have it.
  public static void main(String[] args) {
    Policy.setPolicy(new OwnClassesOnly(args[0].equals("jdk")));
    System.setSecurityManager(new SecurityManager());
    for (long start = System.nanoTime(); System.nanoTime() - start < WORK_NANOS; ) {
      work();
    }
    System.out.println("done");
  }

  private static void work() {
    sink = Math.sqrt(1 + sink);
  }

  @SuppressWarnings("removal")
  private static final class OwnClassesOnly extends Policy {
    private final ProtectionDomain own = SetsSecurityManager.class.getProtectionDomain();
    private final boolean isJdkTrusted;

    OwnClassesOnly(boolean isJdkTrusted) {
      this.isJdkTrusted = isJdkTrusted;
    }

    @Override
    public boolean implies(ProtectionDomain domain, Permission permission) {
      return domain.equals(own)
          || (isJdkTrusted && domain.getCodeSource().getLocation().getProtocol().equals("jrt"));
    }
  }
}
