package dev.tare.it.program;

import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * What a program counts of its own calls: of each method, and of each pair of a caller and what it
 * calls. Printed at the end, a line for each.
 */
final class Tally {
  private static final Map<String, LongAdder> CALLS = new ConcurrentHashMap<>();

  private Tally() {}

  /** Adds calls of a method, or of a pair, {@code caller>callee}. */
  static void add(String of, long calls) {
    CALLS.computeIfAbsent(of, key -> new LongAdder()).add(calls);
  }

  /** Whether the thread has used less CPU time than so much. */
  static boolean isBefore(long cpuNanos) {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() < cpuNanos;
  }

  /** All of them. */
  static void print() {
    new TreeMap<>(CALLS).forEach((of, calls) -> System.out.println(of + " " + calls.sum()));
  }
}
