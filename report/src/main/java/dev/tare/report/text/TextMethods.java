package dev.tare.report.text;

import dev.tare.profile.MethodInfo;
import dev.tare.profile.Profile;
import dev.tare.profile.ThreadProfile;
import dev.tare.report.analysis.MethodNames;
import dev.tare.report.analysis.MethodTotals;
import dev.tare.report.analysis.SampleTotals;
import dev.tare.report.analysis.Uncertainty;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** The hottest methods by self value. */
final class TextMethods {
  /** The place of the self share among the cells. */
  private static final int SELF_SHARE = 1;

  private final Profile profile;
  private final MethodTotals totals;
  private final MethodNames names;
  private final SampleTotals samples;
  private final TextStyle style;

  TextMethods(Profile profile, List<ThreadProfile> threads, TextStyle style) {
    this.profile = profile;
    this.style = style;
    names = new MethodNames(profile.methods());
    totals = MethodTotals.of(profile, threads);
    samples = SampleTotals.of(profile, threads, totals);
  }

  void print(PrintWriter out, int top) {
    if (samples.taken() > 0 && !samples.hasInstrumented()) {
      printSamples(out, top);
      return;
    }
    String unit = Printable.text(profile.metric().unit());
    TextTable table =
        new TextTable(
            style,
            withSamples(
                "samples [%]",
                "self [" + unit + "]",
                "self [%]",
                "total [" + unit + "]",
                "total [%]",
                "calls",
                "self/call [" + unit + "]",
                "method"));
    int[] methods = totals.bySelf();
    boolean isAnyUncertain = false;
    boolean isAnyCounted = false;
    boolean isAnyMerged = false;
    for (int i = 0; i < Math.min(top, methods.length); i++) {
      boolean isUncertain = isUncertain(methods[i]);
      isAnyUncertain |= isUncertain;
      isAnyCounted |= tier(methods[i]).equals(MethodInfo.COUNTED);
      isAnyMerged |= tier(methods[i]).equals(MethodInfo.MERGED);
      if (isUncertain) {
        table.faintRow(cells(methods[i], "~"));
      } else {
        table.row(cells(methods[i], ""));
      }
    }
    table.print(out);
    if (top < methods.length) {
      out.println(Numbers.count(methods.length - top, "more method", "more methods") + " (--top)");
    }
    out.println(
        Numbers.formatInt(totals.selfSum())
            + " "
            + unit
            + " in instrumented methods (100%), "
            + Numbers.formatInt(totals.outside())
            + " "
            + unit
            + " outside them");
    if (isAnyUncertain) {
      out.println("~ : no more than what the overhead that was taken off leaves uncertain");
    }
    if (isAnyCounted) {
      out.println("[counted] : calls are exact, the time is the nearest timed caller's");
    }
    if (isAnyMerged) {
      out.println(
          "[merged] : calls until the budget took the probes out; what came later is its callers'");
    }
    printMissing(out);
  }

  private String tier(int method) {
    return profile.methods().get(method).tier();
  }

  private String named(int method) {
    String name = Printable.text(names.of(method));
    String tier = tier(method);
    return tier.equals(MethodInfo.TIMED) ? name : name + " [" + Printable.text(tier) + "]";
  }

  private boolean isUncertain(int method) {
    long overhead = totals.overhead(method);
    return overhead != 0 && Math.abs(totals.self(method)) <= Uncertainty.of(overhead);
  }

  private String[] cells(int method, String mark) {
    long whole = totals.selfSum();
    return withSamples(
        Numbers.share(samples.folded(method), samples.foldedDue()),
        mark + Numbers.formatInt(totals.self(method)),
        Numbers.share(totals.self(method), whole),
        Numbers.formatInt(totals.total(method)),
        Numbers.share(totals.total(method), whole),
        Numbers.formatInt(totals.calls(method)),
        Numbers.perCall(totals.self(method), totals.calls(method)),
        named(method));
  }

  /** The cell goes beside the self share, in a profile with samples. */
  private String[] withSamples(String sampleShare, String... cells) {
    if (samples.taken() == 0) {
      return cells;
    }
    List<String> wider = new ArrayList<>(List.of(cells));
    wider.add(SELF_SHARE + 1, sampleShare);
    return wider.toArray(String[]::new);
  }

  /** Where nothing is instrumented, the samples are all there is. */
  private void printSamples(PrintWriter out, int top) {
    TextTable table = new TextTable(style, "samples", "samples [%]", "total [%]", "method");
    int[] methods = samples.byOnTop();
    for (int i = 0; i < Math.min(top, methods.length); i++) {
      table.row(
          Numbers.formatInt(samples.onTop(methods[i])),
          Numbers.share(samples.onTop(methods[i]), samples.due()),
          Numbers.share(samples.total(methods[i]), samples.due()),
          Printable.text(names.of(methods[i])));
    }
    table.print(out);
    if (top < methods.length) {
      out.println(Numbers.count(methods.length - top, "more method", "more methods") + " (--top)");
    }
    printMissing(out);
  }

  /** Where no method can have a sample, its share is of all that were due. */
  private void printMissing(PrintWriter out) {
    if (samples.taken() > 0 && samples.missing() > 0) {
      out.println(
          Numbers.formatInt(samples.missing())
              + " of "
              + Numbers.count(samples.due(), "sample", "samples")
              + " due ("
              + Numbers.share(samples.missing(), samples.due())
              + ") failed or were lost: shares are of those due, and the methods of these are not"
              + " known");
    }
  }
}
