package dev.tare.agent.budget;

import dev.tare.runtime.memory.Column;
import java.util.function.IntPredicate;

/**
 * How often methods are called for the program's work: measurements, which outlive the probes that
 * made them. Work is counted in units that {@link AnchorRatio} makes comparable between stretches.
 */
final class MethodRates {
  // By method; of doubles, their bits.
  private final Column calls = new Column(0);
  private final Column units = new Column(0);
  private final Column leastUnits = new Column(0);
  private final Column selfNanos = new Column(0);
  private final Column timedNanos = new Column(0);
  private final Column raised = new Column(0);

  private static double of(Column values, int method) {
    return Double.longBitsToDouble(values.get(method));
  }

  private static void add(Column values, int method, double more) {
    values.set(method, Double.doubleToLongBits(of(values, method) + more));
  }

  /** Adds a stretch in which the method had a probe throughout. */
  void add(int method, long called, WorkUnits work) {
    calls.add(method, called);
    add(units, method, work.median());
    add(leastUnits, method, work.least());
  }

  /** Adds a stretch between two readings, in which methods kept their tiers. */
  void addSelf(ProgramView.Reading begin, ProgramView.Reading end, IntPredicate isTimed) {
    double sum = 0;
    for (int method = 0; method < end.methods; method++) {
      sum += Math.max(0, end.self(method) - begin.self(method));
    }
    double cpu = end.cpuNanos - begin.cpuNanos;
    for (int method = 0; method < end.methods && sum > 0; method++) {
      if (isTimed.test(method)) {
        double share = Math.max(0, end.self(method) - begin.self(method)) / sum;
        add(selfNanos, method, share * cpu);
        add(timedNanos, method, cpu);
      }
    }
  }

  /** What part of the CPU time is its own, while it was timed; not a number where it never was. */
  double selfShare(int method) {
    return of(selfNanos, method) / of(timedNanos, method);
  }

  /** Whether the method ever had a probe throughout a stretch. */
  boolean isKnown(int method) {
    return of(units, method) > 0;
  }

  /** Calls in a unit of work, over all stretches in which it had a probe. */
  double perUnit(int method) {
    return isKnown(method) ? calls.get(method) / of(units, method) : 0;
  }

  /** The same in a unit of {@link WorkUnits#least}. */
  private double perLeastUnit(int method) {
    double least = of(leastUnits, method);
    return least > 0 ? calls.get(method) / least : 0;
  }

  /**
   * Calls of all methods in a stretch. Those without probes are taken to be called as often as
   * expected, or for its work as when they had probes in this run.
   *
   * @param called by method; below 0 where it had no probe
   * @param expected by earlier runs, by method
   */
  double allCalls(long[] called, double[] expected, WorkUnits work) {
    double all = 0;
    for (int method = 0; method < called.length; method++) {
      all +=
          called[method] >= 0
              ? called[method]
              : Math.max(expected[method], perLeastUnit(method) * work.least());
    }
    return all;
  }

  /** How often the method was given probes back. */
  int raised(int method) {
    return (int) raised.get(method);
  }

  /** Counts that it was given probes back. */
  void countRaise(int method) {
    raised.add(method, 1);
  }
}
