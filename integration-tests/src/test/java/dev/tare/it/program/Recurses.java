package dev.tare.it.program;

/** Recursion of all kinds, and exceptions through it; prints the nanoseconds that it took. */
final class Recurses {
  private Recurses() {}

  public static void main(String[] args) {
    leaf();
    long start = System.nanoTime();
    direct(100);
    even(100);
    try {
      fails(50);
      throw new AssertionError("fails(0) throws");
    } catch (IllegalStateException e) {
      leaf();
    }
    catches(10);
    leaf();
    System.out.println(System.nanoTime() - start);
    leaf();
  }

  private static void direct(int left) {
    leaf();
    if (left > 0) {
      direct(left - 1);
    }
    leaf();
  }

  private static void even(int left) {
    if (left > 0) {
      odd(left - 1);
    }
  }

  private static void odd(int left) {
    leaf();
    even(left - 1);
  }

  private static void fails(int left) {
    if (left > 0) {
      fails(left - 1);
    }
    throw new IllegalStateException();
  }

  /** Every other call catches what the one that it makes throws. */
  private static void catches(int left) {
    if (left > 0) {
      try {
        catches(left - 1);
      } catch (IllegalStateException e) {
        leaf();
      }
    }
    if (left % 2 == 0) {
      throwsOn(left);
    }
  }

  private static void throwsOn(int left) {
    if (left < 10) {
      throw new IllegalStateException();
    }
  }

  private static void leaf() {}
}
