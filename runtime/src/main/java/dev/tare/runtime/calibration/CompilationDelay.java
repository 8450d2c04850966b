package dev.tare.runtime.calibration;

import dev.tare.runtime.config.Settings;
import dev.tare.runtime.internal.UnsafeAccess;

/**
 * JPROF's {@code WARMUPDELAY}: the calibration's warm-up begins when so many instrumented methods
 * have been compiled, as far as their calls are seen to run compiled code. Before that a run is
 * interpreted, and says nothing of how the rest of it will be.
 *
 * <p>Threads note methods together, by compare and set: no probe waits for another.
 */
public final class CompilationDelay {
  /** A bit for each of so many methods, in 8 KB: of two that share one, one is waited for. */
  private static final int METHODS = 1 << 16;

  private static final long LEFT =
      UnsafeAccess.UNSAFE.objectFieldOffset(CompilationDelay.class, "left");

  static final CompilationDelay OF_THE_RUN = new CompilationDelay(Settings.warmUpDelay());

  /** Methods seen to run compiled code, a bit each. */
  private final long[] seen = new long[METHODS / Long.SIZE];

  private volatile int left;

  /** Waits for so many methods. */
  CompilationDelay(int methods) {
    left = Math.min(methods, METHODS);
  }

  boolean isOver() {
    return left <= 0;
  }

  /** Notes, once, a method that runs compiled code. */
  void sawCompiled(int methodId) {
    if (isOver() || methodId < 0) {
      return; // What stands for no method has a negative number.
    }
    long offset = UnsafeAccess.LONGS + (long) (methodId % METHODS / Long.SIZE) * Long.BYTES;
    long bit = 1L << methodId;
    if ((UnsafeAccess.UNSAFE.getAndBitwiseOrLong(seen, offset, bit) & bit) == 0) {
      UnsafeAccess.UNSAFE.getAndAddInt(this, LEFT, -1);
    }
  }
}
