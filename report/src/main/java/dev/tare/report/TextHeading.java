package dev.tare.report;

import dev.tare.profile.Metric;
import dev.tare.profile.Profile;
import dev.tare.profile.RunInfo;
import dev.tare.profile.SkippedMethod;
import dev.tare.profile.Slowdown;
import dev.tare.profile.ThreadProfile;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What a reader has to know before the numbers: of what, how, how far to be trusted, and what is
 * missing.
 */
final class TextHeading {
  private final Profile profile;
  private final List<ThreadProfile> threads;

  TextHeading(Profile profile, List<ThreadProfile> threads) {
    this.profile = profile;
    this.threads = threads;
  }

  void print(PrintWriter out) {
    RunInfo run = profile.run();
    line(out, "profile", "of " + run.command() + ", pid " + run.pid() + " on " + run.host());
    line(out, "run", run.started() + ", " + Numbers.duration(run.durationNanos()));
    line(out, "jvm", run.jvm().name() + " " + run.jvm().version() + ", " + run.jvm().vendor());
    line(out, "machine", run.os() + ", " + run.cpus() + " x " + run.cpu());
    line(out, "mode", profile.settings().getOrDefault("mode", "unknown"));
    Metric metric = profile.metric();
    line(out, "metric", metric.name() + " in " + metric.unit() + ", from " + metric.source());
    if (metric.fallback() != null) {
      line(out, "fallback", metric.fallback());
    }
    line(
        out,
        "threads",
        threads.size() == profile.threads().size()
            ? Numbers.whole(threads.size())
            : Numbers.whole(threads.size()) + " of " + Numbers.whole(profile.threads().size()));
    line(out, "overhead", overhead());
    line(out, "slowdown", slowdown());
    line(out, "skipped", skipped());
    line(out, "lost", lost());
    out.println();
  }

  private static void line(PrintWriter out, String label, String text) {
    out.printf("%-8s  %s%n", label, Printable.text(text));
  }

  private String overhead() {
    long overhead = threads.stream().mapToLong(thread -> thread.tree().overheadSum()).sum();
    long self = threads.stream().mapToLong(thread -> thread.tree().selfSum()).sum();
    String unit = profile.metric().unit();
    return profile.calibration().policy().equals("off")
        ? "not taken off (calibration off): values are raw"
        : Numbers.whole(overhead)
            + " "
            + unit
            + " taken off, "
            + Numbers.share(overhead, self + overhead)
            + " of the raw value (calibration "
            + profile.calibration().policy()
            + ")";
  }

  private String slowdown() {
    Slowdown slowdown = new Slowdown();
    threads.forEach(thread -> slowdown.add(thread.tree()));
    OptionalDouble estimate = slowdown.estimate();
    return estimate.isPresent()
        ? String.format(
            Locale.ROOT,
            "%.2f times (estimated: raw over calibrated value)",
            estimate.getAsDouble())
        : "unknown";
  }

  private String skipped() {
    Map<String, Long> reasons =
        profile.skipped().stream()
            .collect(
                Collectors.groupingBy(SkippedMethod::reason, TreeMap::new, Collectors.counting()));
    return reasons.isEmpty()
        ? "nothing"
        : Numbers.count(profile.skipped().size(), "method", "methods")
            + " not instrumented ("
            + reasons.entrySet().stream()
                .map(reason -> reason.getKey() + ": " + reason.getValue())
                .collect(Collectors.joining(", "))
            + ")";
  }

  private String lost() {
    long calls = profile.lost().callsPastMaxnodes();
    return calls == 0
        ? "nothing"
        : Numbers.count(calls, "call", "calls") + " counted where the tree was cut (maxnodes)";
  }
}
