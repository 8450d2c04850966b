package dev.tare.report.check;

import dev.tare.profile.CpuSamples;
import dev.tare.profile.Profile;
import dev.tare.profile.ThreadProfile;
import dev.tare.report.analysis.MethodNames;
import dev.tare.report.analysis.MethodTotals;
import dev.tare.report.analysis.SampleAccount;
import dev.tare.report.analysis.SampleTotals;
import dev.tare.report.text.Numbers;
import dev.tare.report.text.Printable;
import dev.tare.report.text.TextStyle;
import dev.tare.report.text.TextTable;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

/** {@code --check} as text. */
public final class TextCheck {
  private static final double MANY_LOST = 0.2;

  private TextCheck() {}

  /**
   * Prints on which methods the two disagree, so many at most, how far they are apart, and what
   * follows.
   *
   * @param isWorkingTime whether values are wall time without the time that threads waited
   */
  public static void print(
      Profile profile,
      List<ThreadProfile> threads,
      boolean isWorkingTime,
      TextStyle style,
      int top,
      PrintWriter out) {
    SampleCheck check = SampleCheck.of(profile, threads);
    SampleAccount account = SampleAccount.of(threads);
    if (!check.hasBoth()) {
      out.println("nothing to check: " + missing(check, account));
      return;
    }
    boolean isWork = profile.metric().name().equals("cpu") || isWorkingTime;
    if (!isWork || !account.measures().equals(CpuSamples.CPU_TIME)) {
      out.println(
          Printable.text(
              "self values are "
                  + profile.metric().name()
                  + ", samples "
                  + account.measures()
                  + ": where a method waits, the two differ rightly"));
    }
    List<SampleCheck.Line> disagreeing = check.disagreeing();
    MethodNames names = new MethodNames(profile.methods());
    if (!disagreeing.isEmpty()) {
      TextTable table =
          new TextTable(style, "method", "self", "+-", "samples", "interval", "samples");
      for (SampleCheck.Line line : disagreeing.subList(0, Math.min(top, disagreeing.size()))) {
        table.row(
            Printable.text(names.of(line.method())),
            percent(line.selfShare()),
            percent(line.selfUncertainty()),
            percent(line.sampleShare()),
            percent(line.low()) + ".." + percent(line.high()),
            Numbers.formatInt(line.samples()));
      }
      table.print(out);
    }
    out.println(
        disagreeing.size()
            + " of "
            + Numbers.count(check.methods(), "method", "methods")
            + " with enough samples "
            + (disagreeing.size() == 1 ? "disagrees" : "disagree")
            + " by more than chance and calibration allow, with "
            + Numbers.count(check.samples(), "sample", "samples")
            + " in instrumented methods");
    out.println(
        String.format(
            Locale.ROOT,
            "self values and samples place %.1f%% in the same methods; %.1f%% if only chance told"
                + " them apart",
            100 * check.inCommon(),
            100 * check.inCommonByChance()));
    out.println("verdict: " + verdict(check, account, disagreeing));
    SampleTotals samples = SampleTotals.of(profile, threads, MethodTotals.of(profile, threads));
    if (samples.inProbes() > 0) {
      out.println(
          Numbers.count(samples.inProbes(), "sample", "samples")
              + " in probes, which are no method's");
    }
    if (samples.elsewhere() > 0) {
      out.println(
          Numbers.count(samples.elsewhere(), "sample", "samples")
              + " outside of instrumented methods, or in the profiler's own work, such as weaving");
    }
  }

  private static String verdict(
      SampleCheck check, SampleAccount account, List<SampleCheck.Line> disagreeing) {
    if (account.missing() > MANY_LOST * account.due()) {
      return "cannot be told, because "
          + Numbers.share(account.missing(), account.due())
          + " of the samples failed or were lost";
    }
    if (check.methods() == 0) {
      return "cannot be told, because no method has ten samples";
    }
    return disagreeing.isEmpty()
        ? "self values and samples agree, as far as "
            + Numbers.count(check.samples(), "sample", "samples")
            + " can tell"
        : "self values and samples do not agree: trust the samples where they differ";
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f%%", 100 * share);
  }

  private static String missing(SampleCheck check, SampleAccount account) {
    if (account.isEmpty()) {
      return "the profile has no samples (cpusamples)";
    }
    return check.samples() == 0
        ? "no sample fell into instrumented methods"
        : "no more was recorded of instrumented methods than was subtracted as overhead";
  }
}
