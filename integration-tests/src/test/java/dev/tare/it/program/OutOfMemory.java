package dev.tare.it.program;

import dev.tare.it.runner.Hog;

/**
 * Calls methods in ever new contexts while the heap is full to the last byte, and counts them. Then
 * there is room again.
 */
public final class OutOfMemory {
  private static final int DEPTH = 9;
  private static long calls;

  private OutOfMemory() {}

  public static void main(String[] args) {
    calls++;
    zero(0);
    Hog.fillTheHeap();
    zero(DEPTH);
    Hog.letGo();
    zero(2);
    System.out.println(calls);
  }

  private static void zero(int left) {
    calls++;
    if (left > 0) {
      zero(left - 1);
      one(left - 1);
    }
  }

  private static void one(int left) {
    calls++;
    if (left > 0) {
      zero(left - 1);
      one(left - 1);
    }
  }
}
