package dev.tare.report.text;

import dev.tare.profile.Profile;
import dev.tare.profile.ThreadProfile;
import dev.tare.report.analysis.MethodNames;
import dev.tare.report.analysis.MethodTotals;
import java.io.PrintWriter;
import java.util.List;

/** The hottest methods by self value. */
final class TextMethods {
  private final Profile profile;
  private final MethodTotals totals;
  private final MethodNames names;

  TextMethods(Profile profile, List<ThreadProfile> threads) {
    this.profile = profile;
    names = new MethodNames(profile.methods());
    totals = MethodTotals.of(threads, profile.methods().size());
  }

  void print(PrintWriter out, int top) {
    String unit = Printable.text(profile.metric().unit());
    TextTable table =
        new TextTable(
            "self [" + unit + "]",
            "self [%]",
            "total [" + unit + "]",
            "total [%]",
            "calls",
            "self/call [" + unit + "]",
            "method");
    long whole = totals.selfSum();
    int[] methods = totals.bySelf();
    for (int i = 0; i < Math.min(top, methods.length); i++) {
      int method = methods[i];
      table.row(
          Numbers.whole(totals.self(method)),
          Numbers.share(totals.self(method), whole),
          Numbers.whole(totals.total(method)),
          Numbers.share(totals.total(method), whole),
          Numbers.whole(totals.calls(method)),
          Numbers.perCall(totals.self(method), totals.calls(method)),
          Printable.text(names.of(method)));
    }
    table.print(out);
    if (top < methods.length) {
      out.println(Numbers.count(methods.length - top, "more method", "more methods") + " (--top)");
    }
    out.println(
        Numbers.whole(whole)
            + " "
            + unit
            + " in instrumented methods (100%), "
            + Numbers.whole(totals.outside())
            + " "
            + unit
            + " outside them");
  }
}
