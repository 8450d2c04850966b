package dev.tare.agent.budget;

import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * How often methods are called by the program's work: measurements, which outlive the probes that
 * made them. Work is counted in units that {@link AnchorRatio} makes comparable between stretches.
 */
final class MethodRates {
  /** What was measured of one method. */
  private static final class Rate {
    private double calls;
    private double units;
    private double leastUnits;
    private double selfNanos;
    private double timedNanos;
    private int raised;
  }

  private static final Rate NONE = new Rate();

  /** By number; null as long as it had no probe, as most methods of a large program. */
  private Rate[] rates = new Rate[0];

  /** Makes room for so many methods. */
  void grow(int methods) {
    if (methods > rates.length) {
      rates = Arrays.copyOf(rates, Math.max(methods, rates.length + rates.length / 2));
    }
  }

  private Rate made(int method) {
    Rate rate = rates[method];
    if (rate == null) {
      rate = new Rate();
      rates[method] = rate;
    }
    return rate;
  }

  private Rate of(int method) {
    Rate rate = rates[method];
    return rate == null ? NONE : rate;
  }

  /** A stretch in which the method had a probe throughout. */
  void add(int method, long calls, WorkUnits units) {
    Rate rate = made(method);
    rate.calls += calls;
    rate.units += units.median();
    rate.leastUnits += units.least();
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
        Rate rate = made(method);
        rate.selfNanos += Math.max(0, end.self(method) - begin.self(method)) / sum * cpu;
        rate.timedNanos += cpu;
      }
    }
  }

  /** What part of the CPU time is its own, while it was timed; not a number where it never was. */
  double selfShare(int method) {
    return of(method).selfNanos / of(method).timedNanos;
  }

  /** Whether the method ever had a probe throughout a stretch. */
  boolean isKnown(int method) {
    return of(method).units > 0;
  }

  /** Calls in a unit of work, over all stretches in which it had a probe. */
  double perUnit(int method) {
    Rate rate = of(method);
    return rate.units > 0 ? rate.calls / rate.units : 0;
  }

  /** The same in a unit of {@link WorkUnits#least}. */
  private double perLeastUnit(int method) {
    Rate rate = of(method);
    return rate.leastUnits > 0 ? rate.calls / rate.leastUnits : 0;
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
    return of(method).raised;
  }

  /** It was given probes back. */
  void countRaise(int method) {
    made(method).raised++;
  }
}
