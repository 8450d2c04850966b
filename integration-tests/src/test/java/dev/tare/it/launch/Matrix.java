package dev.tare.it.launch;

import org.junit.jupiter.api.Assumptions;

/** How many of the combinations that a test could be run with are run. */
public final class Matrix {
  private static final boolean NIGHTLY = Boolean.getBoolean("tare.it.nightly");

  private static final boolean FRAMEWORKS = Boolean.getBoolean("tare.it.frameworks");

  private Matrix() {}

  /** Whether all of them are, and everything as long as it can be: the Maven profile nightly. */
  public static boolean isFull() {
    return NIGHTLY;
  }

  /** Leaves a test out in the normal run: it takes long, and others find most of what it finds. */
  public static void onlyAtNight() {
    Assumptions.assumeTrue(NIGHTLY, "takes long, and is tested at night");
  }

  /** Whether foreign programs run with all their options: in suites that take long. */
  public static boolean isLong() {
    return NIGHTLY || FRAMEWORKS;
  }

  /**
   * A bound of something that is measured in time: wide in the normal run, whose tests share the
   * machine, and narrow at night ({@link AloneAtNight}).
   */
  public static double bound(double normally, double nightly) {
    return NIGHTLY ? nightly : normally;
  }

  /** A count of rounds, classes or the like: the first in the normal run, the second at night. */
  public static int count(int normally, int nightly) {
    return NIGHTLY ? nightly : normally;
  }
}
