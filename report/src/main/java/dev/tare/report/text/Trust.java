package dev.tare.report.text;

import dev.tare.profile.BudgetUse;
import dev.tare.profile.CpuSamples;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.Profile;
import dev.tare.profile.SkippedMethod;
import dev.tare.profile.ThreadProfile;
import dev.tare.report.analysis.MethodTotals;
import dev.tare.report.analysis.SampledReading;
import dev.tare.report.analysis.Uncertainty;
import dev.tare.report.check.SampleCheck;
import dev.tare.report.division.DividedProfile;
import dev.tare.report.sum.ProfileSum;
import java.util.ArrayList;
import java.util.List;

/** How far a profile's figures can be trusted, in a line. */
final class Trust {
  private static final double MUCH_MORE = 1.5;

  /** The kernel's clock and samples begin and end a little apart from readings. */
  private static final long MIN_COMPARED_NANOS = 500_000_000;

  /** Samples begin up to a second after readings, and so does the budget's first look. */
  private static final long UNSEEN_NANOS = 1_500_000_000;

  private Trust() {}

  /**
   * Of these threads of the profile, values as they are in the file.
   *
   * @param seen the same, as it was asked for
   */
  static String of(Profile profile, List<ThreadProfile> threads, Profile seen) {
    if (!profile.isInstrumented()) {
      return "nothing was instrumented: all values are of samples";
    }
    List<String> parts = new ArrayList<>();
    parts.add(calls(profile, MethodTotals.of(seen, seen.threads()).areAtLeast()));
    boolean areOfSamples = DividedProfile.isToldBySamples(profile, threads);
    if (areOfSamples) {
      parts.add("self values are of samples (÷ 95%)");
    } else if (SampledReading.isIn(profile)) {
      parts.add(
          (profile.isSampled() ? "self values" : "self values of some of the runs")
              + " are of one reading in "
              + interval(profile)
              + ", those of few readings are chance"
              + (profile.metric().waitingKnown()
                  ? ", and within one period work and waiting may stand at each other's methods"
                  : ""));
    }
    long undivided = DividedProfile.undivided(profile, threads);
    if (undivided > 0) {
      parts.add(
          "self values of "
              + Numbers.count(undivided, "thread", "threads")
              + " are not divided: the runs in the sum were sampled in different ways, or not all");
    }
    Profile work = profile.working();
    List<ThreadProfile> workers = working(profile, work, threads);
    MethodTotals totals = MethodTotals.of(work, workers);
    int[] methods = totals.bySelf();
    Uncertainty uncertainty = Uncertainty.of(work, totals);
    int below = 0;
    for (int method : methods) {
      if (uncertainty.isBelow(method, totals.self(method), totals.overhead(method))) {
        below++;
      }
    }
    if (below > 0) {
      parts.add(
          Numbers.formatInt(below)
              + " of "
              + Numbers.count(methods.length, "method", "methods")
              + (below == 1 ? " is" : " are")
              + " below what can be measured");
    }
    if (profile.metric().waitingKnown()) {
      addCpuTime(parts, profile, threads);
    }
    SampleCheck check = SampleCheck.of(work, workers);
    if (check.hasBoth() && !areOfSamples) {
      parts.add(
          "self values and samples place "
              + Numbers.decimals(100 * check.inCommon(), 0)
              + "% in the same methods, "
              + Numbers.decimals(100 * check.inCommonByChance(), 0)
              + "% if only chance told them apart");
    }
    return String.join("; ", parts);
  }

  private static String interval(Profile profile) {
    String interval = profile.settings().getOrDefault("interval", ProfileSum.SEVERAL);
    return interval.equals(ProfileSum.SEVERAL) ? "each period" : interval;
  }

  private static String calls(Profile profile, boolean areAtLeast) {
    List<String> others = new ArrayList<>();
    if (areAtLeast) {
      others.add("of nodes folded by minshare");
    }
    if (profile.methods().stream().anyMatch(method -> method.tier().equals(MethodInfo.MERGED))) {
      others.add("of [merged] methods");
    }
    long failed = profile.skipped().stream().filter(SkippedMethod::isFailedClass).count();
    if (failed > 0) {
      others.add("in " + Numbers.count(failed, "class", "classes") + " whose weaving failed");
    }
    if (areAtLeast) {
      return "calls are at least, without those " + String.join(" and ", others);
    }
    return "calls are exact" + (others.isEmpty() ? "" : ", except " + String.join(" and ", others));
  }

  /** The threads without what is known of waiting, of which samples of CPU time have nothing. */
  private static List<ThreadProfile> working(
      Profile profile, Profile work, List<ThreadProfile> threads) {
    if (threads.equals(profile.threads())) {
      return work.threads();
    }
    return profile.metric().waitingKnown()
        ? threads.stream().map(ThreadProfile::working).toList()
        : threads;
  }

  /**
   * On a busy machine, time without a processor is taken for work where the system hides it. Of a
   * sum of profiles, some of which have samples, the kernel's time is that of these alone.
   */
  private static void addCpuTime(List<String> parts, Profile profile, List<ThreadProfile> threads) {
    long read = 0;
    long overhead = 0;
    long counted = 0;
    boolean isSampledAlike = isSampledAlike(profile);
    for (ThreadProfile thread : threads) {
      CpuSamples samples = thread.cpuSamples();
      if (isSampledAlike && samples != null && samples.cpuNanos() != CpuSamples.UNKNOWN) {
        read += running(thread);
        overhead += thread.sums().overhead();
        counted += samples.cpuNanos();
      }
    }
    BudgetUse budget = profile.run().budget();
    if (budget != null && threads.size() == profile.threads().size()) {
      read = threads.stream().mapToLong(Trust::running).sum();
      overhead = threads.stream().mapToLong(thread -> thread.sums().overhead()).sum();
      counted = budget.cpuNanos();
    }
    long unseen = UNSEEN_NANOS * Math.max(1, profile.run().windows().size());
    boolean isMuchMore = read > MUCH_MORE * counted && read - counted > unseen;
    if (counted >= MIN_COMPARED_NANOS && (isMuchMore || overhead > counted)) {
      parts.add(
          "readings add up to "
              + cpu(read, overhead)
              + ", the kernel counted "
              + ValueFormat.time(counted)
              + ": waiting for a processor looks like work here, so compare shares, or use"
              + " metric=cpu");
    }
  }

  private static boolean isSampledAlike(Profile profile) {
    return !ProfileSum.SEVERAL.equals(profile.run().sampling())
        && !ProfileSum.SEVERAL.equals(profile.settings().get("cpusamples"));
  }

  /** CPU time by readings, and what of it is overhead; too much may have been subtracted. */
  static String cpu(long nanos, long overhead) {
    String text = ValueFormat.time(nanos) + " CPU";
    if (overhead <= 0) {
      return text;
    }
    return overhead <= nanos
        ? text + " (" + ValueFormat.time(overhead) + " of it overhead)"
        : text + " (less than the " + ValueFormat.time(overhead) + " subtracted as overhead)";
  }

  private static long running(ThreadProfile thread) {
    return thread.sums().self() + thread.sums().overhead() - thread.sums().waiting();
  }
}
