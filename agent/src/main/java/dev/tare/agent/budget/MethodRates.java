package dev.tare.agent.budget;

import java.util.Arrays;

/**
 * How often methods are called by the program's work: measurements, which outlive the probes that
 * made them. Work is counted in units that {@link AnchorRatio} makes comparable between stretches.
 */
final class MethodRates {
  private double[] calls = new double[0];
  private double[] units = new double[0];
  private double[] cpuNanos = new double[0];
  private int[] raised = new int[0];

  /** Makes room for so many methods. */
  void grow(int methods) {
    if (methods > calls.length) {
      int length = Math.max(methods, calls.length + calls.length / 2);
      calls = Arrays.copyOf(calls, length);
      units = Arrays.copyOf(units, length);
      cpuNanos = Arrays.copyOf(cpuNanos, length);
      raised = Arrays.copyOf(raised, length);
    }
  }

  /** A stretch in which the method had a probe throughout. */
  void add(int method, long calls, double units, double cpuNanos) {
    this.calls[method] += calls;
    this.units[method] += units;
    this.cpuNanos[method] += cpuNanos;
  }

  /** Whether the method ever had a probe throughout a stretch. */
  boolean isKnown(int method) {
    return units[method] > 0;
  }

  /** Calls in a unit of work, over all stretches in which it had a probe. */
  double perUnit(int method) {
    return units[method] > 0 ? calls[method] / units[method] : 0;
  }

  /** Calls in a nanosecond of CPU time, over the same stretches. */
  double perNano(int method) {
    return cpuNanos[method] > 0 ? calls[method] / cpuNanos[method] : 0;
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
