package dev.tare.it.program;

/** Prints a line to each stream, and calls enough methods for a profile of some size. */
public final class Prints {
  private Prints() {}

  public static void main(String[] args) {
    System.out.println("to standard output");
    System.err.println("to standard error");
    spread(0, 9);
  }

  private static void spread(int path, int left) {
    if (left > 0) {
      spread(path * 2, left - 1);
      spreadOther(path * 2 + 1, left - 1);
    }
  }

  private static void spreadOther(int path, int left) {
    if (left > 0) {
      spread(path, left - 1);
      spreadOther(path, left - 1);
    }
  }
}
