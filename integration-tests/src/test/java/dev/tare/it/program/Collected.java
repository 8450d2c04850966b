package dev.tare.it.program;

import java.util.ArrayDeque;
import java.util.Queue;

/** Has collections of many live objects, while it calls methods that do next to nothing. */
public final class Collected {
  private static final int ROUNDS = 3_000_000;
  private static final int LIVE = 200_000;

  private static final Queue<Object> QUEUE = new ArrayDeque<>();

  private Collected() {}

  public static void main(String[] arguments) {
    for (int i = 0; i < ROUNDS; i++) {
      QUEUE.add(make(i));
      if (QUEUE.size() > LIVE) {
        QUEUE.remove();
      }
    }
    System.out.println(QUEUE.size());
  }

  private static Object make(int i) {
    return new int[] {i, i};
  }
}
