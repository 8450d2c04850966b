package dev.tare.report.gate;

import dev.tare.report.text.Numbers;
import dev.tare.report.text.Printable;
import java.io.PrintWriter;
import java.util.List;

/** Verdicts for people, in lines. */
public final class TextVerdicts {
  private TextVerdicts() {}

  public static void print(List<Verdict> verdicts, PrintWriter out) {
    for (Verdict verdict : verdicts) {
      out.println(
          (verdict.isKept() ? "ok      " : verdict.isBroken() ? "FAILED  " : "ERROR   ")
              + Printable.text(verdict.rule())
              + (verdict.undecided().isPresent() ? "" : "  (" + methods(verdict) + ")"));
      for (String reason : verdict.reasons()) {
        out.println("          " + Printable.text(reason));
      }
    }
    out.println(sum(verdicts));
  }

  /** {@code 3 methods, 2 below --min-share}. */
  static String methods(Verdict verdict) {
    return verdict.methods() == 0
        ? "no method"
        : Numbers.count(verdict.methods(), "method", "methods") + passedOver(verdict);
  }

  /** {@code , 2 below --min-share}; empty where all methods were compared. */
  static String passedOver(Verdict verdict) {
    return verdict.passedOver() == 0
        ? ""
        : ", " + Numbers.formatInt(verdict.passedOver()) + " below --min-share";
  }

  /** {@code 3 rules, 1 failed}, and where there are such, {@code 1 not decided}. */
  static String sum(List<Verdict> verdicts) {
    long failed = verdicts.stream().filter(Verdict::isBroken).count();
    long undecided = verdicts.stream().filter(verdict -> verdict.undecided().isPresent()).count();
    return Numbers.count(verdicts.size(), "rule", "rules")
        + ", "
        + failed
        + " failed"
        + (undecided == 0 ? "" : ", " + undecided + " not decided");
  }
}
