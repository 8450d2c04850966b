package dev.tare.it.program;

/**
 * Throws from the bottom of a recursion, and prints how many times as long a call takes where it is
 * 16 times as deep.
 */
public final class ThrowsFromDepth {
  private static final int TIMES = 16;
  private static final int SHALLOW = 1_000;
  private static final int ROUNDS = 5;
  private static final long STACK_BYTES = 64 << 20;

  private ThrowsFromDepth() {}

  public static void main(String[] args) throws InterruptedException {
    Thread thread = new Thread(null, ThrowsFromDepth::compare, "deep", STACK_BYTES);
    thread.start();
    thread.join();
  }

  private static void compare() {
    long shallow = Long.MAX_VALUE;
    long deep = Long.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      long before = System.nanoTime();
      for (int i = 0; i < TIMES; i++) {
        thrownFrom(SHALLOW);
      }
      long between = System.nanoTime();
      thrownFrom(TIMES * SHALLOW);
      shallow = Math.min(shallow, between - before);
      deep = Math.min(deep, System.nanoTime() - between);
    }
    System.out.println((double) deep / shallow);
  }

  private static void thrownFrom(int depth) {
    try {
      down(depth);
    } catch (IllegalStateException e) {
      return; // From the bottom.
    }
    throw new AssertionError("nothing was thrown");
  }

  private static void down(int left) {
    if (left > 0) {
      down(left - 1);
    } else {
      throw new IllegalStateException();
    }
  }
}
