package dev.tare.it.runner;

import org.jspecify.annotations.Nullable;

/** Takes all of the heap that is left. */
public final class Hog {
  private static @Nullable Object @Nullable [] taken;

  private Hog() {}

  /** Allocates until not even the smallest object finds room. */
  public static void fillTheHeap() {
    for (int bytes = 1 << 20; bytes >= 8; bytes /= 2) {
      while (take(bytes)) {}
    }
  }

  private static boolean take(int bytes) {
    try {
      Object[] link = {taken, new byte[bytes]};
      taken = link;
      return true;
    } catch (OutOfMemoryError e) {
      return false;
    }
  }

  /** Gives it all back. */
  public static void letGo() {
    taken = null;
  }
}
