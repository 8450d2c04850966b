package dev.tare.runtime;

/**
 * JPROF's {@code WARMUPDELAY}: the calibration's warm-up begins when so many instrumented methods
 * have been compiled, as far as their calls are seen to run compiled code. Before that a run is
 * interpreted, and says nothing of how the rest of it will be.
 */
final class CompilationDelay {
  private static volatile boolean over = Settings.warmUpDelay == 0;

  /** Methods seen to run compiled code, a bit each; theirs who are still waited for alone. */
  private static long[] compiled = new long[16];

  private static int left = Settings.warmUpDelay;

  private CompilationDelay() {}

  static boolean isOver() {
    return over;
  }

  /** Says that the method runs compiled code. Out of memory, it is not taken down. */
  static synchronized void sawCompiled(int methodId) {
    if (over || methodId < 0) {
      return; // the root's, or the cut's
    }
    int at = methodId >>> 6;
    if (at >= compiled.length) {
      long[] longer = new long[2 * at];
      System.arraycopy(compiled, 0, longer, 0, compiled.length);
      compiled = longer;
    }
    long bit = 1L << methodId;
    if ((compiled[at] & bit) == 0) {
      compiled[at] |= bit;
      over = --left == 0;
    }
  }
}
