package dev.tare.report.text;

import dev.tare.profile.CallsKind;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.Profile;
import dev.tare.profile.ThreadProfile;
import dev.tare.report.analysis.MethodNames;
import dev.tare.report.analysis.MethodTotals;
import dev.tare.report.analysis.SampleTotals;
import dev.tare.report.analysis.Uncertainty;
import dev.tare.report.sum.SampleProfile;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** The hottest methods by self value. */
final class TextMethods {
  private final Profile profile;
  private final MethodTotals totals;

  /** What is below 0 is told from this part of all self values on. */
  private static final double MIN_TOLD_BELOW = 0.01;

  private final MethodNames names;
  private final SampleTotals samples;
  private final ReportOptions options;
  private final ValueFormat values;
  private final TextStyle style;
  private final boolean hasWaiting;

  /** Whether rows are in the order of samples, since these tell the self values. */
  private final boolean samplesLead;

  private final long selfSum;

  /** What is 100%. */
  private final long whole;

  /** Of the rows that are shown: the longest bar's. */
  private double greatestPart;

  private boolean isAnyBelowMeasure;
  private boolean isAnyNegative;
  private boolean isAnyTotalRaised;
  private CallsKind worstKnown = CallsKind.EXACT;
  private boolean isAnyCounted;
  private boolean isAnyFlat;
  private boolean isAnyMerged;

  private final Uncertainty uncertainty;

  /** Whether any value was told apart by samples. */
  private final boolean isDivided;

  /**
   * Methods of these threads.
   *
   * @param missing where values are numbers of samples, those that have no stack
   * @param samplesLead whether samples tell the self values
   */
  TextMethods(
      Profile profile,
      List<ThreadProfile> threads,
      long missing,
      boolean samplesLead,
      ReportOptions options) {
    this.profile = profile;
    this.options = options;
    values = options.values();
    style = options.style();
    names = new MethodNames(profile.methods());
    totals = MethodTotals.of(profile, threads);
    samples = SampleTotals.of(profile, threads, totals);
    hasWaiting = threads.stream().anyMatch(thread -> thread.sums().waiting() != 0);
    this.samplesLead = samplesLead;
    selfSum = totals.selfSum();
    whole = selfSum + missing;
    uncertainty = options.uncertainty();
    isDivided = totals.areDivided();
  }

  void print(PrintWriter out, int top) {
    if (samples.areAll()) {
      printSamples(out, top);
      return;
    }
    String[] headings = headings();
    TextTable table = new TextTable(style, headings);
    int last = headings.length - 1;
    table.leaveOut(1, last, last - 2, last - 3, last - 1);
    if (hasWaiting) {
      table.leaveOut(last - 4);
    }
    int[] methods = samplesLead ? samples.byFolded(totals) : bySelf();
    for (int i = 0; i < Math.min(top, methods.length); i++) {
      greatestPart = Math.max(greatestPart, part(methods[i]));
    }
    for (int i = 0; i < Math.min(top, methods.length); i++) {
      String[] cells = cells(methods[i]);
      if (isBelowMeasure(methods[i])) {
        table.faintRow(cells);
      } else {
        table.row(cells);
      }
    }
    table.print(out);
    printMore(out, methods.length - top);
    out.println(
        values.text(selfSum)
            + (profile.metric().waitingKnown() && !options.isWall() ? " of work" : "")
            + (SampleProfile.isOfSamples(profile) ? " in methods" : " in instrumented methods")
            + (whole == selfSum ? " (100%), " : ", ")
            + (totals.outside() < 0 && !values.isExact() ? "≈0" : values.text(totals.outside()))
            + " outside them");
    printBelowZero(methods, out);
    printLegend(out);
    if (samples.taken() > 0) {
      printMissing(samples.missing(), samples.due(), out);
    }
    printMissing(whole - selfSum, whole + totals.outside(), out);
  }

  /** Too much was subtracted from some methods, so that shares of the others are too great. */
  private void printBelowZero(int[] methods, PrintWriter out) {
    long sum = 0;
    int below = 0;
    for (int method : methods) {
      if (totals.self(method) < 0) {
        sum += totals.self(method);
        below++;
      }
    }
    if (sum < 0 && -sum >= MIN_TOLD_BELOW * selfSum) {
      out.println(
          Numbers.count(below, "method", "methods")
              + " below 0, together "
              + values.text(sum)
              + ": shares of the others add up to more than 100%");
    }
  }

  private String[] headings() {
    List<String> cells = new ArrayList<>(List.of(options.grouping().subject(), ""));
    if (samplesLead) {
      cells.add("samples");
    }
    cells.add(values.heading("self"));
    if (isDivided) {
      cells.add("÷ 95%");
    }
    cells.add("self");
    if (samples.taken() > 0 && !samplesLead) {
      cells.add("samples");
    }
    if (hasWaiting) {
      cells.add(values.heading("waiting"));
    }
    cells.addAll(List.of(values.heading("total"), "total", "calls", values.heading("self/call")));
    return cells.toArray(String[]::new);
  }

  private String[] cells(int method) {
    List<String> cells = new ArrayList<>(List.of(named(method)));
    String sampled = Numbers.share(samples.folded(method), samples.foldedDue());
    cells.add(style.bar(greatestPart == 0 ? 0 : part(method) / greatestPart));
    if (samplesLead) {
      cells.add(sampled);
    }
    cells.add(self(method));
    if (isDivided) {
      cells.add(totals.isDivided(method) && !isZero(method) ? interval(method) : "");
    }
    cells.add(selfShare(method));
    if (samples.taken() > 0 && !samplesLead) {
      cells.add(sampled);
    }
    if (hasWaiting) {
      cells.add(totals.waiting(method) == 0 ? "" : values.value(totals.waiting(method)));
    }
    cells.add(total(method));
    cells.add(Numbers.share(shownTotal(method), whole));
    CallsKind known = totals.callsKind(method, profile.methods().get(method));
    worstKnown = known.number() > worstKnown.number() ? known : worstKnown;
    cells.add(values.calls(totals.calls(method), known));
    cells.add(perCall(method));
    isAnyCounted |= tier(method).equals(MethodInfo.COUNTED);
    isAnyFlat |= tier(method).equals(MethodInfo.FLAT);
    isAnyMerged |= tier(method).equals(MethodInfo.MERGED);
    return cells.toArray(String[]::new);
  }

  private double part(int method) {
    return samplesLead
        ? (double) samples.folded(method) / Math.max(1, samples.foldedDue())
        : whole <= 0 || isZero(method) ? 0 : (double) totals.self(method) / whole;
  }

  /** What is shown as nothing comes last, whatever its value is. */
  private int[] bySelf() {
    return IntStream.of(totals.bySelf())
        .boxed()
        .sorted(Comparator.comparing(this::isZero))
        .mapToInt(Integer::intValue)
        .toArray();
  }

  private boolean isZero(int method) {
    return !values.isExact() && isBelowMeasure(method);
  }

  private String self(int method) {
    boolean isBelow = isBelowMeasure(method);
    isAnyBelowMeasure |= isBelow;
    isAnyNegative |= totals.self(method) < 0;
    if (isZero(method)) {
      return "≈0";
    }
    return (isBelow ? "≈" : "") + values.value(totals.self(method));
  }

  private String interval(int method) {
    return values.range(totals.selfLow(method), totals.selfHigh(method));
  }

  private String selfShare(int method) {
    return isZero(method) ? "≈0" : Numbers.share(totals.self(method), whole);
  }

  private String perCall(int method) {
    if (!totals.isSelfOfCalls(method, profile.methods().get(method), profile.isSampled())) {
      return "";
    }
    return isZero(method) && totals.calls(method) != 0
        ? "≈0"
        : values.perCall(totals.self(method), totals.calls(method));
  }

  /** At least self: below it only by what callees are below zero. */
  private long shownTotal(int method) {
    long own = Math.max(0, totals.self(method));
    return values.isExact() ? totals.total(method) : Math.max(totals.total(method), own);
  }

  private String total(int method) {
    boolean isRaised = shownTotal(method) != totals.total(method);
    isAnyTotalRaised |= isRaised;
    return (isRaised ? "≈" : "") + values.value(shownTotal(method));
  }

  private String tier(int method) {
    return profile.methods().get(method).tier();
  }

  private String named(int method) {
    String name = Printable.text(names.of(method));
    String tier = tier(method);
    return tier.equals(MethodInfo.TIMED) ? name : name + " [" + Printable.text(tier) + "]";
  }

  private boolean isBelowMeasure(int method) {
    return uncertainty.isBelow(method, totals.self(method), totals.overhead(method));
  }

  private void printLegend(PrintWriter out) {
    if (isAnyBelowMeasure) {
      out.println(
          "≈ : below what can be measured: the price of probes that was subtracted may be wrong by "
              + Numbers.share(Math.round(1_000 * uncertainty.share()), 1_000)
              + ", of few calls by more"
              + (profile.run().budget() == null
                  ? ""
                  : ", of calls without readings by as much as the line \"budget\" tells"));
    }
    if (isAnyNegative) {
      out.println(
          "below 0: more overhead was subtracted than the method took, which is"
              + " "
              + (values.isExact()
                  ? "zero within the error"
                  : "shown as ≈0; --unit exact shows it"));
    }
    if (isAnyTotalRaised && !isAnyBelowMeasure) {
      out.println("≈ : total below self, since values of called methods are below 0");
    }
    if (isDivided) {
      out.println(
          "÷ : told apart by samples, 95 of 100 intervals contain the value; other values are as"
              + " measured (--undivided)");
    }
    if (isAnyCounted) {
      out.println(
          "[counted] : calls are exact; "
              + (profile.isSampled() ? "where it calls nothing" : "while it had no readings")
              + ", the metric is the nearest timed caller's");
    }
    if (isAnyFlat) {
      out.println(
          "[flat] : calls are exact, for some time without their context; the time is the callers'");
    }
    if (totals.areAtLeast()) {
      out.println("≥ : at least, without the calls of nodes folded by minshare");
    } else if (worstKnown != CallsKind.EXACT && !isAnyMerged) {
      out.println(ValueFormat.callsLegend(worstKnown));
    }
    if (isAnyMerged) {
      out.println(
          "[merged] : for some time without probes: calls are at least (≥), the time is the callers'");
    }
  }

  private void printMore(PrintWriter out, int more) {
    if (more > 0) {
      out.println(
          Numbers.count(
                  more,
                  "more " + options.grouping().subject(),
                  "more " + options.grouping().subjects())
              + " (--top)");
    }
  }

  /** Where nothing is instrumented, the samples are all there is. */
  private void printSamples(PrintWriter out, int top) {
    TextTable table = new TextTable(style, "method", "", "samples", "on top", "in all");
    int[] methods = samples.byOnTop();
    for (int i = 0; i < Math.min(top, methods.length); i++) {
      int method = methods[i];
      table.row(
          Printable.text(names.of(method)),
          style.bar((double) samples.onTop(method) / samples.onTop(methods[0])),
          values.count(samples.onTop(method)),
          Numbers.share(samples.onTop(method), samples.due()),
          Numbers.share(samples.total(method), samples.due()));
    }
    table.print(out);
    printMore(out, methods.length - top);
    printMissing(samples.missing(), samples.due(), out);
  }

  /** Where no method can have a sample, its share is of all that were due. */
  private static void printMissing(long missing, long due, PrintWriter out) {
    if (missing > 0) {
      out.println(
          Numbers.formatInt(missing)
              + " of "
              + Numbers.count(due, "sample", "samples")
              + " due ("
              + Numbers.share(missing, due)
              + ") failed or "
              + (missing == 1 ? "was" : "were")
              + " lost: shares are of those due, and the methods of these are not known");
    }
  }
}
