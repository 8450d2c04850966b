package dev.tare.it.program;

/** Calls two methods, and then six from one caller, none of which allocates anything. */
final class AllocatesNothing {
  private static int count;

  private AllocatesNothing() {}

  public static void main(String[] args) {
    for (int round = 0; round < 1_000; round++) {
      two();
      six();
    }
    if (count != 8_000) {
      throw new AssertionError(count);
    }
  }

  private static void two() {
    first();
    second();
  }

  private static void six() {
    first();
    second();
    third();
    fourth();
    fifth();
    sixth();
  }

  private static void first() {
    count++;
  }

  private static void second() {
    count++;
  }

  private static void third() {
    count++;
  }

  private static void fourth() {
    count++;
  }

  private static void fifth() {
    count++;
  }

  private static void sixth() {
    count++;
  }
}
