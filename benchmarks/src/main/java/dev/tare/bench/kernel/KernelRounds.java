package dev.tare.bench.kernel;

/**
 * The two contexts in which kernels run, both instrumented: a call tree tells the warm-up apart
 * from what counts.
 */
public final class KernelRounds {
  private KernelRounds() {}

  /** Turns that do not count. */
  static long warmUp(Kernel.Drive kernel, int turns, long seed) {
    return kernel.drive(turns, seed);
  }

  /** Turns that count. */
  static long measured(Kernel.Drive kernel, int turns, long seed) {
    return kernel.drive(turns, seed);
  }
}
