package dev.tare.bench.work;

/** Recursive Fibonacci numbers: nothing but calls. */
public final class Fib implements Work {
  /** 4,356,617 calls of {@link #fib} a round. */
  private static final int ARGUMENT = 31;

  @Override
  public long round() {
    return fib(ARGUMENT);
  }

  private static int fib(int n) {
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
  }
}
