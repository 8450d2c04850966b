package dev.tare.it.program;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Map;
import java.util.TreeMap;

/**
 * Calls a tiny method some hundred million times, through callers that are called seldom, and lets
 * exceptions and recursion pass through small methods. Works for as many seconds of CPU time as its
 * argument says, and prints how often it called what.
 */
public final class ManySmallCalls {
  private static final int TURNS = 2_000;
  private static final int DEPTH = 20;

  private static final Map<String, Long> CALLS = new TreeMap<>();

  private static long mixed;
  private static long fallen;
  private static long value = 1;

  private ManySmallCalls() {}

  public static void main(String[] args) {
    long nanos = Long.parseLong(args[0]) * 1_000_000_000;
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    while (threads.getCurrentThreadCpuTime() < nanos) {
      round();
    }
    CALLS.put("mix", mixed);
    CALLS.put("fall", fallen);
    CALLS.forEach((name, calls) -> System.out.println(name + " " + calls));
    if (value == 0) {
      throw new AssertionError("the value is never 0, and is used here");
    }
  }

  private static void count(String name) {
    CALLS.merge(name, 1L, Long::sum);
  }

  private static void round() {
    count("round");
    first();
    second();
    third();
    fourth();
    fifth();
    sixth();
    seventh();
    catches();
  }

  private static void first() {
    count("first");
    mixOften();
  }

  private static void second() {
    count("second");
    mixOften();
  }

  private static void third() {
    count("third");
    mixOften();
  }

  private static void fourth() {
    count("fourth");
    mixOften();
  }

  private static void fifth() {
    count("fifth");
    mixOften();
  }

  private static void sixth() {
    count("sixth");
    mixOften();
  }

  private static void seventh() {
    count("seventh");
    mixOften();
  }

  private static void mixOften() {
    count("mixOften");
    for (int i = 0; i < TURNS; i++) {
      value = mix(value);
    }
    mixed += TURNS;
  }

  private static long mix(long last) {
    return (last ^ (last >>> 29)) * 0xbf58476d1ce4e5b9L | 1;
  }

  private static void catches() {
    count("catches");
    try {
      fall(DEPTH);
    } catch (IllegalStateException e) {
      fallen += DEPTH + 1;
    }
  }

  private static void fall(int depth) {
    if (depth > 0) {
      fall(depth - 1);
    } else {
      throw new IllegalStateException("the bottom");
    }
  }
}
