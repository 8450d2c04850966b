package dev.tare.report.text;

import dev.tare.profile.Profile;
import dev.tare.profile.ThreadProfile;
import dev.tare.report.analysis.MethodNames;
import dev.tare.report.analysis.MethodTotals;
import dev.tare.report.analysis.Uncertainty;
import java.io.PrintWriter;
import java.util.List;

/** The hottest methods by self value. */
final class TextMethods {
  private final Profile profile;
  private final MethodTotals totals;
  private final MethodNames names;
  private final TextStyle style;

  TextMethods(Profile profile, List<ThreadProfile> threads, TextStyle style) {
    this.profile = profile;
    this.style = style;
    names = new MethodNames(profile.methods());
    totals = MethodTotals.of(threads, profile.methods().size());
  }

  void print(PrintWriter out, int top) {
    String unit = Printable.text(profile.metric().unit());
    TextTable table =
        new TextTable(
            style,
            "self [" + unit + "]",
            "self [%]",
            "total [" + unit + "]",
            "total [%]",
            "calls",
            "self/call [" + unit + "]",
            "method");
    int[] methods = totals.bySelf();
    boolean isAnyUncertain = false;
    for (int i = 0; i < Math.min(top, methods.length); i++) {
      boolean isUncertain = isUncertain(methods[i]);
      isAnyUncertain |= isUncertain;
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
        Numbers.whole(totals.selfSum())
            + " "
            + unit
            + " in instrumented methods (100%), "
            + Numbers.whole(totals.outside())
            + " "
            + unit
            + " outside them");
    if (isAnyUncertain) {
      out.println("~ : no more than what the overhead that was taken off leaves uncertain");
    }
  }

  private boolean isUncertain(int method) {
    long overhead = totals.overhead(method);
    return overhead != 0 && Math.abs(totals.self(method)) <= Uncertainty.of(overhead);
  }

  private String[] cells(int method, String mark) {
    long whole = totals.selfSum();
    return new String[] {
      mark + Numbers.whole(totals.self(method)),
      Numbers.share(totals.self(method), whole),
      Numbers.whole(totals.total(method)),
      Numbers.share(totals.total(method), whole),
      Numbers.whole(totals.calls(method)),
      Numbers.perCall(totals.self(method), totals.calls(method)),
      Printable.text(names.of(method))
    };
  }
}
