package dev.tare.it.program;

import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/**
 * Calls small methods that recurse and throw until a budget takes their probes, and goes on: with
 * exceptions through them, with a stack that ends among them, and in two calls that began before.
 * Works for as many milliseconds of CPU time as its argument says, and prints its calls.
 */
public final class UnwindsWhileChanged {
  private static final int TIMES = 2_000;
  private static final int DEPTH = 9;
  private static final int OVERFLOWS_EVERY = 20;
  private static final long STACK_BYTES = 512 << 10;

  private static final CountDownLatch STARTED = new CountDownLatch(2);
  private static final CountDownLatch RELEASE = new CountDownLatch(1);

  private static long sum;

  private UnwindsWhileChanged() {}

  public static void main(String[] args) throws InterruptedException {
    Thread returning = new Thread(() -> small(0, RELEASE), "returning");
    Thread throwing = new Thread(UnwindsWhileChanged::throwing, "throwing");
    Thread working = new Thread(null, () -> working(args[0]), "working", STACK_BYTES);
    returning.start();
    throwing.start();
    STARTED.await();
    working.start();
    working.join();
    RELEASE.countDown();
    returning.join();
    throwing.join();
    Tally.add("small", 2);
    Tally.print();
    if (sum == 0) {
      throw new AssertionError("the sum is used here");
    }
  }

  private static void throwing() {
    Tally.add("throwing", 1);
    try {
      small(-1, RELEASE);
    } catch (IllegalStateException e) {
      afterwards();
      Tally.add("throwing>afterwards", 1);
    }
  }

  private static void working(String millis) {
    long end = Tally.after(millis);
    for (int round = 0; Tally.isBefore(end); round++) {
      recurses();
      takesTurns();
      throwsThrough();
      if (round % OVERFLOWS_EVERY == 0) {
        overflows();
      }
    }
  }

  private static void recurses() {
    Tally.add("recurses", 1);
    for (int i = 0; i < TIMES; i++) {
      sum += down(DEPTH, i == TIMES / 2);
    }
    Tally.add("down", TIMES * (DEPTH + 1));
    Tally.add("recurses>down", TIMES);
  }

  private static int down(int left, boolean toTheBottom) {
    return left > 0 ? down(left - 1, toTheBottom) + 1 : toTheBottom ? bottom() : 0;
  }

  /** Called seldom, through calls that are not. */
  private static int bottom() {
    Tally.add("bottom", 1);
    return 1;
  }

  private static void takesTurns() {
    Tally.add("takesTurns", 1);
    for (int i = 0; i < TIMES; i++) {
      sum += one(DEPTH) + hops(0);
    }
    Tally.add("one", TIMES * (DEPTH + 1) / 2);
    Tally.add("other", TIMES * (DEPTH + 1) / 2);
    Tally.add("takesTurns>one", TIMES);
  }

  private static int one(int left) {
    return left == 0 ? 1 : other(left - 1) + 1;
  }

  private static int other(int left) {
    return left == 0 ? 1 : one(left - 1) + 1;
  }

  private static void throwsThrough() {
    Tally.add("throwsThrough", 1);
    for (int i = 0; i < TIMES; i++) {
      try {
        sum += small(i, null);
        passes(i == TIMES / 2 ? DEPTH : -1);
      } catch (IllegalStateException e) {
        afterwards();
      }
    }
    Tally.add("small", TIMES);
    Tally.add("throwsThrough>small", TIMES);
    Tally.add("passes", TIMES + DEPTH);
    Tally.add("throwsThrough>passes", TIMES);
    Tally.add("throwsThrough>afterwards", 1);
  }

  /** Most calls return at once; through some goes what is thrown far below. */
  private static void passes(int left) {
    if (left > 0) {
      passes(left - 1);
    } else if (left == 0) {
      thrower();
    }
  }

  private static void thrower() {
    Tally.add("thrower", 1);
    throw new IllegalStateException("from the bottom");
  }

  private static void afterwards() {
    Tally.add("afterwards", 1);
    sum++;
  }

  /** Two of its calls last until the end, and one of these throws then. */
  private static int small(int i, @Nullable CountDownLatch release) {
    if (release != null) {
      waits(i, release);
    }
    return i ^ 1;
  }

  private static void waits(int i, CountDownLatch release) {
    Tally.add("waits", 1);
    STARTED.countDown();
    try {
      release.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    if (i < 0) {
      thrower();
    }
  }

  private static void overflows() {
    Tally.add("overflows", 1);
    try {
      sum += dives(1);
    } catch (StackOverflowError e) {
      afterwards();
    }
    Tally.add("overflows>afterwards", 1);
    overflowed();
  }

  /** For how many of these two the stack has room is not known: they are not counted. */
  private static int dives(int depth) {
    return hops(depth + 1) + 1;
  }

  private static int hops(int depth) {
    return depth == 0 ? 1 : dives(depth) + 1;
  }

  private static void overflowed() {
    Tally.add("overflowed", 1);
    Tally.add("overflows>overflowed", 1);
  }
}
