package dev.tare.it.program;

import java.lang.ref.Reference;

/**
 * 98 ways down, each 10,000 calls deep: a tree of almost 1,000,000 nodes. An argument says how many
 * megabytes of the heap the program needs meanwhile.
 */
public final class DeepAndWide {
  private static final long STACK_BYTES = 64 << 20;
  private static final int WAYS = 98;
  private static final int DEPTH = 10_000;

  private DeepAndWide() {}

  public static void main(String[] args) throws InterruptedException {
    byte[][] kept = new byte[args.length == 0 ? 0 : Integer.parseInt(args[0])][];
    for (int i = 0; i < kept.length; i++) {
      kept[i] = new byte[1 << 20];
    }
    Thread thread = new Thread(null, DeepAndWide::run, "deep", STACK_BYTES);
    thread.start();
    try {
      thread.join();
    } finally {
      Reference.reachabilityFence(kept);
    }
  }

  private static void run() {
    for (int way = 0; way < WAYS; way++) {
      zero(way, DEPTH - 1);
    }
  }

  /** The lowest bit of the rest of the way says where to go on: after seven calls, always here. */
  private static void zero(int way, int left) {
    if (left > 0) {
      if ((way & 1) == 0) {
        zero(way >> 1, left - 1);
      } else {
        one(way >> 1, left - 1);
      }
    }
  }

  private static void one(int way, int left) {
    if (left > 0) {
      if ((way & 1) == 0) {
        zero(way >> 1, left - 1);
      } else {
        one(way >> 1, left - 1);
      }
    }
  }
}
