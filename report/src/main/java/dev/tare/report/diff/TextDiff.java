package dev.tare.report.diff;

import dev.tare.profile.CallTree;
import dev.tare.report.analysis.MethodNames;
import dev.tare.report.text.Numbers;
import dev.tare.report.text.Printable;
import dev.tare.report.text.TextStyle;
import dev.tare.report.text.TextTable;
import java.io.PrintWriter;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;

/** A comparison as text: what changed most first. */
public final class TextDiff {
  /** So many methods of a path are shown, from its end. */
  private static final int PATH_SHOWN = 5;

  private final ProfileDiff diff;
  private final DiffOptions options;
  private final MethodNames names;
  private final String unit;
  private final TextStyle style;

  public TextDiff(ProfileDiff diff, DiffOptions options, TextStyle style) {
    this.style = style;
    this.diff = diff;
    this.options = options;
    names = new MethodNames(diff.methods());
    unit = Printable.text(diff.after().metric().unit());
  }

  public void print(PrintWriter out) {
    diff.heading().print(out, style);
    out.println();
    table(out, diff.byMethod(options.measure()), "method", names::of);
    if (options.paths()) {
      out.println();
      table(out, diff.byPath(options.measure()), "path", this::path);
    }
    out.println("~ : inside what the overhead that was taken off leaves uncertain");
  }

  private void table(
      PrintWriter out, List<Change> changes, String heading, IntFunction<String> name) {
    Change.Measure measure = options.measure();
    String self = options.perCall() ? "self/call" : "self";
    TextTable table =
        new TextTable(
            style,
            self + " before [" + unit + "]",
            "after [" + unit + "]",
            "change [" + unit + "]",
            "change [%]",
            "",
            "calls before",
            "after",
            heading);
    for (Change change : changes.subList(0, Math.min(options.top(), changes.size()))) {
      table.row(
          look(change),
          value(measure.before(change)),
          value(measure.after(change)),
          signed(measure.difference(change)),
          Numbers.relative(measure.relative(change)),
          measure.isUncertain(change) ? "~" : "",
          Numbers.formatInt(change.callsBefore()),
          Numbers.formatInt(change.callsAfter()),
          Printable.text(name.apply(change.subject())));
    }
    table.print(out);
    if (changes.size() > options.top()) {
      out.println(
          Numbers.count(changes.size() - options.top(), "more " + heading, "more " + heading + "s")
              + " (--top)");
    }
  }

  private UnaryOperator<String> look(Change change) {
    double difference = options.measure().difference(change);
    return difference == 0 || options.measure().isUncertain(change)
        ? UnaryOperator.identity()
        : difference > 0 ? style::worse : style::better;
  }

  private String value(double value) {
    return options.perCall()
        ? String.format(Locale.ROOT, "%,.1f", value)
        : Numbers.formatInt(Math.round(value));
  }

  private String signed(double value) {
    return (value > 0 ? "+" : "") + value(value);
  }

  private String path(int node) {
    CallTree tree = diff.treeAfter();
    Deque<String> shown = new ArrayDeque<>();
    int at = node;
    for (; at != 0 && shown.size() < PATH_SHOWN; at = tree.parent(at)) {
      shown.addFirst(names.of(tree.method(at)));
    }
    return (at == 0 ? "" : "... > ") + String.join(" > ", shown);
  }
}
