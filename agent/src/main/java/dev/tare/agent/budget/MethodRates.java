package dev.tare.agent.budget;

import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * How often methods are called by the program's work: measurements, which outlive the probes that
 * made them. Work is counted in units that {@link AnchorRatio} makes comparable between stretches.
 */
final class MethodRates {
  private double[] calls = new double[0];
  private double[] units = new double[0];
  private double[] leastUnits = new double[0];
  private double[] selfNanos = new double[0];
  private double[] timedNanos = new double[0];
  private int[] raised = new int[0];

  /** Makes room for so many methods. */
  void grow(int methods) {
    if (methods > calls.length) {
      int length = Math.max(methods, calls.length + calls.length / 2);
      calls = Arrays.copyOf(calls, length);
      units = Arrays.copyOf(units, length);
      leastUnits = Arrays.copyOf(leastUnits, length);
      selfNanos = Arrays.copyOf(selfNanos, length);
      timedNanos = Arrays.copyOf(timedNanos, length);
      raised = Arrays.copyOf(raised, length);
    }
  }

  /** A stretch in which the method had a probe throughout. */
  void add(int method, long calls, WorkUnits units) {
    this.calls[method] += calls;
    this.units[method] += units.median();
    leastUnits[method] += units.least();
  }

  /** A stretch between two readings, in which methods had their tiers throughout. */
  void addSelf(ProgramView.Reading begin, ProgramView.Reading end, IntPredicate isTimed) {
    double sum = 0;
    for (int method = 0; method < end.self.length; method++) {
      sum += Math.max(0, end.self(method) - begin.self(method));
    }
    double cpu = end.cpuNanos - begin.cpuNanos;
    for (int method = 0; method < end.self.length && sum > 0; method++) {
      if (isTimed.test(method)) {
        selfNanos[method] += Math.max(0, end.self(method) - begin.self(method)) / sum * cpu;
        timedNanos[method] += cpu;
      }
    }
  }

  /** What part of the CPU time is its own, while it was timed; not a number where it never was. */
  double selfShare(int method) {
    return selfNanos[method] / timedNanos[method];
  }

  /** Whether the method ever had a probe throughout a stretch. */
  boolean isKnown(int method) {
    return units[method] > 0;
  }

  /** Calls in a unit of work, over all stretches in which it had a probe. */
  double perUnit(int method) {
    return units[method] > 0 ? calls[method] / units[method] : 0;
  }

  /** The same in a unit of {@link WorkUnits#least}. */
  private double perLeastUnit(int method) {
    return leastUnits[method] > 0 ? calls[method] / leastUnits[method] : 0;
  }

  /**
   * Calls of all methods in a stretch. Those without probes are taken to be called as often as
   * expected, or for its work as when they had probes in this run.
   *
   * @param calls by method; below 0 where it had no probe
   * @param expected by earlier runs, by method
   */
  double allCalls(long[] calls, double[] expected, WorkUnits units) {
    double all = 0;
    for (int method = 0; method < calls.length; method++) {
      all +=
          calls[method] >= 0
              ? calls[method]
              : Math.max(expected[method], perLeastUnit(method) * units.least());
    }
    return all;
  }

  /** How often the method was given probes back. */
  int raised(int method) {
    return raised[method];
  }

  /** It was given probes back. */
  void countRaise(int method) {
    raised[method]++;
  }
}
