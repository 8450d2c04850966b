package dev.tare.report.text;

import dev.tare.profile.Profile;
import dev.tare.profile.ThreadProfile;
import dev.tare.profile.ThreadSums;
import java.util.List;
import java.util.Optional;

/** What a reader may do about a profile whose overhead outweighs what was measured. */
final class Advice {
  /** Programs of fewer calls have another trouble than their number. */
  private static final long CALLS_PER_SECOND = 10_000;

  private static final double NANOS_PER_SECOND = 1e9;

  private Advice() {}

  /** The advice, where these threads of the profile give reason for one. */
  static Optional<String> of(Profile profile, List<ThreadProfile> threads) {
    double seconds = profile.run().durationNanos() / NANOS_PER_SECOND;
    double callsPerSecond = calls(threads) / seconds;
    return profile.settings().getOrDefault("mode", "").equals("full")
            && isMostlyOverhead(threads)
            && seconds > 0
            && callsPerSecond > CALLS_PER_SECOND
        ? Optional.of(
            "try mode=sampled: there is more overhead than program, at "
                + Numbers.formatInt(Math.round(callsPerSecond))
                + " calls a second")
        : Optional.empty();
  }

  /**
   * Whether more was taken off than is left, in instrumented methods of the thread from which most
   * was: others may only wait for it. Where nothing is left, the two cannot be compared.
   */
  private static boolean isMostlyOverhead(List<ThreadProfile> threads) {
    long most = 0;
    long self = 0;
    for (ThreadProfile thread : threads) {
      ThreadSums sums = thread.sums();
      long overhead = sums.overhead() - sums.outsideOverhead();
      if (overhead > most) {
        most = overhead;
        self = sums.self() - sums.outside();
      }
    }
    return self > 0 && most > self;
  }

  private static long calls(List<ThreadProfile> threads) {
    return threads.stream().mapToLong(thread -> thread.sums().calls()).sum();
  }
}
