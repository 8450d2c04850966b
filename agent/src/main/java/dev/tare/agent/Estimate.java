package dev.tare.agent;

import dev.tare.agent.snapshot.Snapshot;
import dev.tare.runtime.ProbeCost;
import java.util.Locale;

/**
 * How much longer the program took than it would have without probes, judged by what a probe costs.
 */
final class Estimate {
  /** Beyond it the estimate is a small difference of large numbers. */
  private static final double MOST = 100;

  private Estimate() {}

  /** Of the thread that was slowed down most, in words. */
  static String slowdown(Mode mode, Snapshot snapshot) {
    if (snapshot.events() == 0) {
      return "none";
    }
    double pairNanos =
        switch (mode) {
          case FULL -> ProbeCost.fullNanos();
          case SAMPLED -> ProbeCost.sampledNanos();
        };
    double share = snapshot.mostEventsPerNano() / 2 * pairNanos;
    return share >= 1 - 1 / MOST
        ? String.format(Locale.ROOT, "over %.0f times", MOST)
        : String.format(Locale.ROOT, "%.2f times", 1 / (1 - share));
  }
}
