package dev.tare.it.targets;

import dev.tare.it.runner.Check;

/**
 * Recursion: in two branches, mutual, 10,000 deep, and 10,000 deep with an exception all the way
 * up.
 */
public final class Recursion {
  private Recursion() {}

  public static void main(String[] args) {
    Check.equal(6765, fib(20)); // assertCalls(1)
    Check.that(isEven(100)); // assertCalls(1)
    Check.equal(10_000, depth(10_000)); // assertCalls(1)
    Check.that(Check.thrownBy(() -> dive(10_000)) instanceof IllegalStateException);
    // assertCalls(main > lambda$main$*, 1, exceptions 1)
    // assertCalls(lambda$main$* > dive, 1, exceptions 1)
  }

  private static int fib(int n) {
    return n < 2 ? n : fib(n - 1) + fib(n - 2); // assertCalls(21_890)
  }

  private static boolean isEven(int n) {
    return n == 0 || isOdd(n - 1); // assertCalls(50)
  }

  private static boolean isOdd(int n) {
    return n != 0 && isEven(n - 1); // assertCalls(50)
  }

  private static int depth(int n) {
    return n == 0 ? 0 : 1 + depth(n - 1); // assertCalls(10_000)
  }

  @SuppressWarnings("InfiniteRecursion") // it ends, by an exception
  private static void dive(int n) {
    if (n == 0) {
      throw new IllegalStateException();
    }
    dive(n - 1); // assertCalls(10_000, exceptions 10_000)
  }
}
