package dev.tare.it.program;

/**
 * Calls one method 150 times: one that allocates 512 bytes, or, with an argument, one that sleeps.
 */
public final class AllocatesOrSleeps {
  private static final int TIMES = 150;

  /** With the header of 16 bytes, 512. */
  private static final int LENGTH = 496;

  private static volatile byte[] last = {};

  private AllocatesOrSleeps() {}

  public static void main(String[] args) throws InterruptedException {
    for (int i = 0; i < TIMES; i++) {
      if (args.length == 0) {
        allocates();
      } else {
        sleeps();
      }
    }
    System.out.println(last.length);
  }

  private static void allocates() {
    last = new byte[LENGTH];
  }

  private static void sleeps() throws InterruptedException {
    Thread.sleep(2);
  }
}
