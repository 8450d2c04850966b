package dev.tare.report.text;

import static dev.tare.profile.Interruptions.NONE;

import dev.tare.profile.BudgetUse;
import dev.tare.profile.Interruptions;
import dev.tare.profile.Limits.Folded;
import dev.tare.profile.Metric;
import dev.tare.profile.Profile;
import dev.tare.profile.RunInfo;
import dev.tare.profile.SkippedMethod;
import dev.tare.profile.ThreadProfile;
import dev.tare.report.analysis.SampleAccount;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What a reader has to know before the numbers: of what, how, how far to be trusted, and what is
 * missing.
 *
 * @param lines labels and texts; texts hold names from the application, as they are
 */
public record ReportHeader(List<Line> lines) {
  private static final int LABEL_WIDTH = 8;
  private static final int MAX_NAMES = 5;
  private static final long PER_MILLE = 1000;

  /** To be slower by no more than ten times tells nothing. */
  private static final double TELLING_OVERHEAD = 10;

  /** As a share of the work: less at least, without an upper bound, is nothing that is known. */
  private static final double MIN_KNOWN_OVERHEAD = 0.005;

  /** A label of at most nine letters, and what it labels. */
  public record Line(String label, String text) {}

  public ReportHeader {
    lines = List.copyOf(lines);
  }

  /** The heading over these threads of the profile. */
  public static ReportHeader of(Profile profile, Profile seen) {
    return of(profile, seen, profile.threads());
  }

  /** The same, where there were more threads in the file. */
  static ReportHeader of(Profile profile, Profile seen, List<ThreadProfile> allThreads) {
    List<ThreadProfile> threads = profile.threads();
    List<Line> lines = new ArrayList<>();
    RunInfo run = profile.run();
    Metric metric = profile.metric();
    String pid = run.pid() == 0 ? "" : ", pid " + run.pid();
    lines.add(
        new Line("profile", "of " + Numbers.command(run.command()) + pid + " on " + run.host()));
    lines.add(
        new Line(
            "run", Numbers.instant(run.started()) + ", " + Numbers.duration(run.durationNanos())));
    lines.add(
        new Line("jvm", run.jvm().name() + " " + run.jvm().version() + ", " + run.jvm().vendor()));
    lines.add(new Line("machine", run.os() + ", " + run.cpus() + " x " + run.cpu()));
    lines.add(new Line("mode", profile.settings().getOrDefault("mode", "unknown")));
    lines.add(
        new Line("metric", metric.name() + " in " + metric.unit() + ", from " + metric.source()));
    if (metric.fallback() != null) {
      lines.add(new Line("fallback", metric.fallback()));
    }
    lines.add(new Line("threads", threads(threads, allThreads)));
    SampleAccount samples = SampleAccount.of(threads);
    if (!samples.isEmpty()) {
      lines.add(new Line("samples", samples(samples)));
      lines.add(new Line("cpu time", agreement(samples)));
    }
    if (profile.isInstrumented()) {
      lines.add(new Line("probes", probes(threads)));
      lines.add(new Line("overhead", overhead(profile, threads)));
    }
    BudgetUse use = run.budget();
    if (use != null) {
      lines.add(new Line("budget", budget(use, profile.settings().getOrDefault("budget", ""))));
    }
    if (metric.isTime() && threads.stream().anyMatch(thread -> thread.events() != 0)) {
      lines.add(new Line("time", time(metric, threads)));
    }
    lines.add(new Line("trust", Trust.of(profile, threads, seen)));
    lines.add(new Line("skipped", skipped(profile)));
    lines.add(new Line("limits", limits(profile)));
    return new ReportHeader(lines);
  }

  /** Prints a line each. */
  public void print(PrintWriter out, TextStyle style) {
    for (Line line : lines) {
      String blanks = " ".repeat(Math.max(0, LABEL_WIDTH - line.label().length()));
      out.println(style.strong(line.label() + blanks) + "  " + Printable.text(line.text()));
    }
  }

  private static String samples(SampleAccount samples) {
    return Numbers.formatInt(samples.taken())
        + " of "
        + samples.measures()
        + (samples.source().isEmpty() ? "" : " (" + samples.source() + ")")
        + ", "
        + Numbers.formatInt(samples.failed())
        + " failed, "
        + Numbers.formatInt(samples.lost())
        + " lost"
        + (samples.truncated() == 0
            ? ""
            : ", " + Numbers.formatInt(samples.truncated()) + " of stacks deeper than was kept");
  }

  private static String agreement(SampleAccount samples) {
    if (samples.cpuNanos() <= 0) {
      return "not known";
    }
    String text =
        Numbers.duration(samples.cpuNanos())
            + " as the kernel counted; the samples stand for "
            + Numbers.duration(samples.takenNanos())
            + ", "
            + Numbers.share(samples.takenNanos(), samples.cpuNanos());
    if (samples.takenNanos() != samples.comparedNanos()) {
      long missingNanos = samples.comparedNanos() - samples.takenNanos();
      text +=
          ", those failed or lost for "
              + Numbers.duration(missingNanos)
              + ", "
              + Numbers.share(missingNanos, samples.cpuNanos());
    }
    if (!samples.agrees()) {
      text += ": THEY DO NOT AGREE";
    }
    return samples.apart().isEmpty()
        ? text
        : text
            + "; further than 5% apart in "
            + Numbers.count(samples.apart().size(), "thread", "threads")
            + ": "
            + samples.apart().stream()
                .limit(MAX_NAMES)
                .map(ThreadProfile::name)
                .collect(Collectors.joining(", "))
            + (samples.apart().size() > MAX_NAMES ? ", ..." : "");
  }

  private static String threads(List<ThreadProfile> chosen, List<ThreadProfile> all) {
    return chosen.size() == all.size() ? threads(all) : threads(chosen) + " of " + threads(all);
  }

  /** Virtual ones are counted where the profile says how many of them each tree stands for. */
  private static String threads(List<ThreadProfile> threads) {
    List<ThreadProfile> virtual = threads.stream().filter(ThreadProfile::virtual).toList();
    String others = Numbers.formatInt(count(threads) - count(virtual));
    if (virtual.isEmpty()) {
      return others;
    }
    String counted =
        areCounted(virtual) ? Numbers.formatInt(count(virtual)) + " virtual" : "virtual ones";
    return virtual.size() == threads.size() ? counted : others + " and " + counted;
  }

  private static long count(List<ThreadProfile> threads) {
    return threads.stream().mapToLong(ThreadProfile::threads).sum();
  }

  private static boolean areCounted(List<ThreadProfile> threads) {
    return threads.stream().allMatch(thread -> thread.threads() > 0);
  }

  private static String probes(List<ThreadProfile> threads) {
    return Numbers.formatInt(threads.stream().mapToLong(ThreadProfile::events).sum()) + " run";
  }

  private static String overhead(Profile profile, List<ThreadProfile> threads) {
    if (!profile.calibration().isSubtracted()) {
      return "not subtracted (calibration off): values are raw";
    }
    long overhead = threads.stream().mapToLong(thread -> thread.sums().overhead()).sum();
    long self = threads.stream().mapToLong(thread -> thread.sums().self()).sum();
    return Numbers.value(overhead, profile.metric().unit())
        + " subtracted, "
        + Numbers.share(overhead, self + overhead)
        + " of the raw value (calibration "
        + profile.calibration().policy()
        + ")";
  }

  /** How much slower the program ran, and for how long it was too slow. */
  private static String budget(BudgetUse use, String budget) {
    boolean hasNoUpperBound = use.isBound() || use.mostOverhead() > TELLING_OVERHEAD;
    if (hasNoUpperBound && use.leastOverhead() < MIN_KNOWN_OVERHEAD) {
      return "not known how much slower; " + budget + " allowed";
    }
    String least = Numbers.share(Math.round(use.leastOverhead() * PER_MILLE), PER_MILLE);
    return (hasNoUpperBound
            ? "at least " + least
            : least.replace("%", "")
                + " to "
                + Numbers.share(Math.round(use.mostOverhead() * PER_MILLE), PER_MILLE))
        + " slower, of "
        + budget
        + " allowed; over it for "
        + ValueFormat.time(use.exceededNanos())
        + " of "
        + ValueFormat.time(use.cpuNanos())
        + " CPU time"
        + (use.tellsWeaving()
            ? " without " + ValueFormat.time(use.weavingNanos()) + " of weaving"
            : "")
        + (use.isReachable() ? "" : "; fewer probes cannot keep it");
  }

  /** Where the time of all threads went. */
  private static String time(Metric metric, List<ThreadProfile> threads) {
    Interruptions interruptions =
        threads.stream().map(ThreadProfile::interruptions).reduce(NONE, Interruptions::plus);
    long waiting = threads.stream().mapToLong(thread -> thread.sums().waiting()).sum();
    long overhead = threads.stream().mapToLong(thread -> thread.sums().overhead()).sum();
    long running = overhead + threads.stream().mapToLong(thread -> thread.sums().self()).sum();
    String parts =
        metric.waitingKnown()
            ? Trust.cpu(running - waiting, overhead)
                + " + "
                + ValueFormat.time(waiting)
                + " waiting"
            : ValueFormat.time(running) + " CPU or waiting";
    return ValueFormat.time(running + interruptions.nanos())
        + " in "
        + (areCounted(threads) ? Numbers.count(count(threads), "thread", "threads") : "all threads")
        + " = "
        + parts
        + (metric.waitingKnown() || interruptions.switchedOutNanos() > 0
            ? " + " + ValueFormat.time(interruptions.switchedOutNanos()) + " without a processor"
            : "") // Not read.
        + " + "
        + ValueFormat.time(interruptions.collectedNanos())
        + " collections";
  }

  private static String skipped(Profile profile) {
    Map<String, Long> reasons =
        profile.skipped().stream()
            .collect(
                Collectors.groupingBy(SkippedMethod::reason, TreeMap::new, Collectors.counting()));
    return reasons.isEmpty()
        ? "nothing"
        : Numbers.count(profile.skipped().size(), "method", "methods")
            + " not instrumented ("
            + reasons.entrySet().stream()
                .map(reason -> reason.getKey() + ": " + Numbers.formatInt(reason.getValue()))
                .collect(Collectors.joining(", "))
            + ")";
  }

  private static String limits(Profile profile) {
    long calls = profile.limits().callsPastMaxnodes();
    Folded folded = profile.limits().folded();
    List<String> limits = new ArrayList<>();
    if (calls != 0) {
      limits.add(Numbers.count(calls, "call", "calls") + " counted without context (maxnodes)");
    }
    if (folded.nodes() != 0) {
      limits.add(
          Numbers.count(folded.nodes(), "node", "nodes")
              + " of "
              + Numbers.count(folded.calls(), "call", "calls")
              + " folded into the nodes above them, together "
              + Numbers.value(folded.self(), profile.metric().unit())
              + " (minshare)");
    }
    return limits.isEmpty() ? "nothing" : String.join("; ", limits);
  }
}
