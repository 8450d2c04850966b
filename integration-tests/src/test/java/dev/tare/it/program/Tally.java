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

  /** When the current thread will have used so much more CPU time, by {@link #isBefore}. */
  static long after(String cpuMillis) {
    return cpuNanos() + 1_000_000 * Long.parseLong(cpuMillis);
  }

  /** Whether the current thread has still to use CPU time until then. */
  static boolean isBefore(long cpuNanos) {
    return cpuNanos() < cpuNanos;
  }

  private static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  /** All of them. */
  static void print() {
    new TreeMap<>(CALLS).forEach((of, calls) -> System.out.println(of + " " + calls.sum()));
  }
}
