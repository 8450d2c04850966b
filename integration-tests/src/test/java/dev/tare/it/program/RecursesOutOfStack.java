package dev.tare.it.program;

/** Prints how deep a method can call itself, once it is compiled as well as it will be. */
public final class RecursesOutOfStack {
  private static final long STACK_BYTES = 1 << 20;
  private static final int ROUNDS = 40;

  private static int depth;

  private RecursesOutOfStack() {}

  /** Prints the last of many depths, in a thread of a megabyte of stack. */
  public static void main(String[] arguments) throws InterruptedException {
    Thread thread = new Thread(null, RecursesOutOfStack::measure, "recursing", STACK_BYTES);
    thread.start();
    thread.join();
  }

  private static void measure() {
    int last = 0;
    for (int round = 0; round < ROUNDS; round++) {
      depth = 0;
      try {
        recurse();
      } catch (StackOverflowError e) {
        last = depth;
      }
    }
    System.out.println(last);
  }

  @SuppressWarnings("InfiniteRecursion")
  private static void recurse() {
    depth++;
    recurse();
  }
}
