package dev.tare.report.text;

import dev.tare.profile.CallTree;
import dev.tare.profile.Profile;
import dev.tare.profile.ThreadProfile;
import java.util.List;
import java.util.Optional;

/** What a reader may do about a profile whose overhead outweighs what was measured. */
final class Advice {
  /** From here on, overhead is more than 100% of the calibrated value. */
  private static final double SLOWDOWN = 2;

  /** Programs of fewer calls have another trouble than their number. */
  private static final long CALLS_PER_SECOND = 10_000;

  private static final double NANOS_PER_SECOND = 1e9;

  private Advice() {}

  /** The advice, where these threads of the profile give reason for one. */
  static Optional<String> of(Profile profile, List<ThreadProfile> threads, double slowdown) {
    double seconds = profile.run().durationNanos() / NANOS_PER_SECOND;
    double callsPerSecond = calls(threads) / seconds;
    return profile.settings().getOrDefault("mode", "").equals("full")
            && slowdown > SLOWDOWN
            && seconds > 0
            && callsPerSecond > CALLS_PER_SECOND
        ? Optional.of(
            "try mode=sampled: there is more overhead than program, at "
                + Numbers.whole(Math.round(callsPerSecond))
                + " calls a second")
        : Optional.empty();
  }

  private static long calls(List<ThreadProfile> threads) {
    long calls = 0;
    for (ThreadProfile thread : threads) {
      CallTree tree = thread.tree();
      for (int node = 1; node < tree.size(); node++) {
        calls += tree.calls(node);
      }
    }
    return calls;
  }
}
