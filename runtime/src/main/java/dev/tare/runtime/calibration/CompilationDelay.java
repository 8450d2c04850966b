package dev.tare.runtime.calibration;

import dev.tare.runtime.config.Settings;

/**
 * JPROF's {@code WARMUPDELAY}: the calibration's warm-up begins when so many instrumented methods
 * have been compiled, as far as their calls are seen to run compiled code. Before that a run is
 * interpreted, and says nothing of how the rest of it will be.
 *
 * <p>No probe waits for another's: threads number the methods together.
 */
public final class CompilationDelay {
  /** Methods that are told apart: of two that share a number, one is waited for. */
  private static final int METHODS = 1 << 12;

  private static final CompilationDelay OF_THE_RUN = new CompilationDelay(Settings.warmUpDelay());

  /** Methods seen to run compiled code. */
  private final CategoryNumbers seen = new CategoryNumbers(METHODS);

  private final int methods;

  /** Waits for so many methods. */
  CompilationDelay(int methods) {
    this.methods = Math.min(methods, METHODS);
  }

  public static boolean isOver() {
    return OF_THE_RUN.hasSeenAll();
  }

  /** Says that the method runs compiled code. */
  public static void sawCompiled(int methodId) {
    OF_THE_RUN.saw(methodId);
  }

  boolean hasSeenAll() {
    return seen.count() >= methods;
  }

  /** Takes a method down, once. */
  void saw(int methodId) {
    if (methodId >= 0
        && seen.numbers[methodId % METHODS] < 0) { // What stands for none is negative.
      seen.of(methodId % METHODS);
    }
  }
}
