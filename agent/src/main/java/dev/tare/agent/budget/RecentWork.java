package dev.tare.agent.budget;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The stretches of a short run, and those that end in the second half of the CPU time of a long
 * one. A program's parts differ: the last stretch alone, which may be short, says less of the next
 * run; and most of a short run is its start, which a long one leaves behind.
 */
final class RecentWork {
  /**
   * A stretch.
   *
   * @param units its work, as {@link MethodRates} counts it
   */
  private record Past(StretchWork work, double units) {}

  /** An hour of CPU time says enough, and services run for months. */
  private static final int MAX_STRETCHES = 64;

  private final Deque<Past> stretches = new ArrayDeque<>();

  /** Adds the newest stretch. */
  void add(StretchWork work, double units) {
    stretches.add(new Past(work, units));
    long from = work.age() < ColdCode.LEARNT_FROM_NANOS ? 0 : work.age() / 2;
    while (stretches.getFirst().work.age() < from || stretches.size() > MAX_STRETCHES) {
      stretches.removeFirst();
    }
  }

  /** Units in a nanosecond of the work that the next run's tiers are chosen by. */
  double unitsPerLearnt(double factor) {
    return stretches.stream().mapToDouble(Past::units).sum() / learnt(factor);
  }

  /** Nanoseconds of work in a nanosecond of the work that the next run's tiers are chosen by. */
  double nanosPerLearnt(double factor) {
    return stretches.stream().mapToDouble(past -> past.work.nanos(factor)).sum() / learnt(factor);
  }

  private double learnt(double factor) {
    return stretches.stream().mapToDouble(past -> past.work.learnt(factor)).sum();
  }
}
