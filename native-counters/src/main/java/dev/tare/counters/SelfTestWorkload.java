package dev.tare.counters;

/**
 * Work that makes every part of a processor count: it computes, branches unpredictably, misses
 * every cache and touches pages that were never touched.
 */
final class SelfTestWorkload {
  private static final int WORDS = 1 << 21;
  private static final int STEPS = 200_000;

  @SuppressWarnings("UnusedVariable") // Written so that the work is not optimised away.
  private static volatile int result;

  private SelfTestWorkload() {}

  /** A few milliseconds of it. */
  static void run() {
    int[] memory = new int[WORDS];
    int random = 1;
    int sum = 0;
    for (int i = 0; i < STEPS; i++) {
      random = random * 1664525 + 1013904223; // Numerical Recipes' generator: any would do.
      int at = random >>> 11;
      if ((random & 0x1000) != 0) {
        sum += memory[at];
      } else {
        memory[at] = sum ^ random;
      }
    }
    result = sum;
  }
}
