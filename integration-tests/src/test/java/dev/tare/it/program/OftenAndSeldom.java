package dev.tare.it.program;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * Has two methods that are too large to be inlined by C1, calls one of them all the time and the
 * other three times. Works for as many seconds of CPU time as its argument says.
 */
public final class OftenAndSeldom {
  private static final int TURNS = 1_000;

  private OftenAndSeldom() {}

  public static void main(String[] args) {
    long nanos = Long.parseLong(args[0]) * 1_000_000_000;
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long value = seldom(seldom(seldom(1)));
    while (threads.getCurrentThreadCpuTime() < nanos) {
      for (int i = 0; i < TURNS; i++) {
        value = often(value);
      }
    }
    if (value == 0) {
      throw new AssertionError("the value is never 0, and is used here");
    }
  }

  private static long often(long last) {
    long mixed = (last ^ (last >>> 29)) * 0xbf58476d1ce4e5b9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
    return Long.rotateLeft(mixed ^ (mixed >>> 32), 17) * 0x94d049bb133111ebL | 1;
  }

  private static long seldom(long last) {
    long mixed = (last ^ (last >>> 31)) * 0x94d049bb133111ebL;
    mixed = (mixed ^ (mixed >>> 29)) * 0xbf58476d1ce4e5b9L;
    return Long.rotateLeft(mixed ^ (mixed >>> 27), 23) * 0xbf58476d1ce4e5b9L | 1;
  }
}
