package dev.tare.bench.kernel;

/** Recursive Fibonacci numbers. */
final class Recursion {
  /** Calls of {@link #fib} in one turn: 2 fib(16) - 1. */
  static final int CALLS = 1_973;

  private Recursion() {}

  static long driveFib(int turns, long seed) {
    long value = seed & 0xffff;
    for (int turn = 0; turn < turns; turn++) {
      // The value is never negative: what is added is 0, and makes each turn wait for the one
      // before.
      value += fib(15 + (int) (value >>> 63));
    }
    return value;
  }

  private static int fib(int n) {
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
  }
}
