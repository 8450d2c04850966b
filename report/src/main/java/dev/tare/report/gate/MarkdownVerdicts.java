package dev.tare.report.gate;

import java.util.List;

/** Verdicts as a table in Markdown, for the summary of a build or a comment. */
public final class MarkdownVerdicts {
  private MarkdownVerdicts() {}

  public static String of(List<Verdict> verdicts) {
    StringBuilder text = new StringBuilder("| rule | methods | result |\n|---|---:|---|\n");
    for (Verdict verdict : verdicts) {
      text.append("| ")
          .append(code(verdict.rule()))
          .append(" | ")
          .append(verdict.undecided().isPresent() ? "" : verdict.methods())
          .append(TextVerdicts.passedOver(verdict))
          .append(" | ")
          .append(verdict.isKept() ? "ok" : verdict.isBroken() ? "**failed**" : "**not decided**")
          .append(" |\n");
    }
    text.append('\n').append(TextVerdicts.sum(verdicts)).append('\n');
    for (Verdict verdict : verdicts) {
      if (!verdict.isKept()) {
        text.append("\n").append(code(verdict.rule())).append("\n\n");
        verdict.reasons().forEach(line -> text.append("- ").append(code(line)).append('\n'));
      }
    }
    return text.toString();
  }

  /** A bar would end the cell, a backquote the code; neither is in names that compilers make. */
  private static String code(String text) {
    return "`" + text.replace('`', '\'').replace("|", "\\|").replaceAll("\\s", " ") + "`";
  }
}
