package dev.tare.bench.work;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Times a work's rounds while the profiler is off and on by turns, in one JVM, whose compilers have
 * made the same code for both: {@code Switched WORK WARMUP_MS TURN_MS TURNS}, in a JVM with the
 * agent and {@code start=delayed}, in which the profiler weaves nothing ({@code mode=none}). Prints
 * a line for each pair of turns.
 */
public final class Switched {
  /** After a switch, rounds of the first part of a turn do not count. */
  private static final int SETTLING_SHARE = 4;

  private static final double NANOS_PER_MILLI = 1e6;

  /** So many standard deviations around its mean hold 95 % of a normal distribution. */
  private static final double NORMAL_95 = 1.96;

  private Switched() {}

  public static void main(String[] args) throws Exception {
    long warmUpNanos = Long.parseLong(args[1]) * 1_000_000;
    long turnNanos = Long.parseLong(args[2]) * 1_000_000;
    try (Work work = WorkMain.open(args[0])) {
      long end = System.nanoTime() + warmUpNanos;
      while (System.nanoTime() < end) {
        Rounds.warmUp(work);
      }
      List<Double> added = new ArrayList<>();
      List<Double> addedCpu = new ArrayList<>();
      Turn before = turn(work, turnNanos);
      for (int i = Integer.parseInt(args[3]); i > 0; i--) {
        command("start");
        Turn on = turn(work, turnNanos);
        command("stop");
        Turn after = turn(work, turnNanos);
        added.add(addedPercent(before.millis, on.millis, after.millis));
        addedCpu.add(addedPercent(before.cpuMillis, on.cpuMillis, after.cpuMillis));
        System.out.printf(
            Locale.ROOT,
            "off %.3f ms (CPU %.3f), on %.3f (%.3f), off %.3f (%.3f): %+.2f %% of CPU%n",
            before.millis,
            before.cpuMillis,
            on.millis,
            on.cpuMillis,
            after.millis,
            after.cpuMillis,
            addedCpu.get(addedCpu.size() - 1));
        before = after;
      }
      printMedian("time", added);
      printMedian("CPU", addedCpu);
    }
  }

  private static double addedPercent(double before, double on, double after) {
    return 100 * (2 * on / (before + after) - 1);
  }

  /** With its interval of 95 % confidence, by the order of the values (the sign test's). */
  private static void printMedian(String what, List<Double> added) {
    List<Double> sorted = added.stream().sorted().toList();
    int count = sorted.size();
    int outside = (int) Math.max(0, Math.floor((count - NORMAL_95 * Math.sqrt(count)) / 2));
    System.out.printf(
        Locale.ROOT,
        "%s: median of %d %+.2f %%, with 95 %% confidence between %+.2f and %+.2f (%+.2f..%+.2f)%n",
        what,
        count,
        median(added),
        sorted.get(outside),
        sorted.get(count - 1 - outside),
        sorted.get(0),
        sorted.get(count - 1));
  }

  /** A round's medians. */
  private record Turn(double millis, double cpuMillis) {}

  private static Turn turn(Work work, long nanos) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    List<Double> millis = new ArrayList<>();
    List<Double> cpuMillis = new ArrayList<>();
    long start = System.nanoTime();
    long now = start;
    while (now - start < nanos) {
      long cpuStart = threads.getCurrentThreadCpuTime();
      long roundStart = System.nanoTime();
      Rounds.measured(work);
      now = System.nanoTime();
      if (roundStart - start > nanos / SETTLING_SHARE) {
        millis.add((now - roundStart) / NANOS_PER_MILLI);
        cpuMillis.add((threads.getCurrentThreadCpuTime() - cpuStart) / NANOS_PER_MILLI);
      }
    }
    return new Turn(median(millis), median(cpuMillis));
  }

  private static double median(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    int half = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(half)
        : (sorted.get(half - 1) + sorted.get(half)) / 2;
  }

  /** By name: the agent is there at run time alone. */
  private static void command(String name) throws ReflectiveOperationException {
    Object done = Class.forName("dev.tare.api.Profiler").getMethod(name).invoke(null);
    if (!Boolean.TRUE.equals(done)) {
      throw new IllegalStateException("the profiler does not " + name);
    }
  }
}
