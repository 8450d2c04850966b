package dev.tare.it.program;

import dev.tare.it.runner.Hog;

/** Fills the heap, and dies of it: its main thread lets the error out. */
public final class LeavesOutOfMemory {
  private LeavesOutOfMemory() {}

  public static void main(String[] args) {
    for (int i = 0; i < 1000; i++) {
      work();
    }
    Hog.fillTheHeap();
    System.out.println(new byte[64 << 20].length);
  }

  private static void work() {}
}
