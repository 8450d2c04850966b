package dev.tare.it.program;

/** 98 ways down, each 10,000 calls deep: a tree of almost 1,000,000 nodes. */
public final class DeepAndWide {
  private static final long STACK_BYTES = 64 << 20;
  private static final int WAYS = 98;
  private static final int DEPTH = 10_000;

  private DeepAndWide() {}

  public static void main(String[] args) throws InterruptedException {
    Thread thread = new Thread(null, DeepAndWide::run, "deep", STACK_BYTES);
    thread.start();
    thread.join();
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
