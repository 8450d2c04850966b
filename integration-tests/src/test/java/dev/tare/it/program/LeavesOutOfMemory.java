package dev.tare.it.program;

import dev.tare.it.runner.Hog;

/**
 * Dies of a full heap: its main thread lets the error out. By one array that is too large, or, told
 * so, with the heap full to the last byte.
 */
public final class LeavesOutOfMemory {
  private LeavesOutOfMemory() {}

  public static void main(String[] args) {
    for (int i = 0; i < 1000; i++) {
      work();
    }
    if (args[0].equals("full")) {
      Hog.fillTheHeap();
    }
    System.out.println(new byte[64 << 20].length);
  }

  private static void work() {}
}
