package dev.tare.report.diff;

import dev.tare.profile.CallTree;
import dev.tare.report.analysis.MethodNames;
import dev.tare.report.text.Numbers;
import dev.tare.report.text.Printable;
import dev.tare.report.text.TextStyle;
import dev.tare.report.text.TextTable;
import dev.tare.report.text.ValueFormat;
import dev.tare.report.view.Grouping;
import java.io.PrintWriter;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** A comparison as text: what changed most first. */
public final class TextDiff {
  /** So many methods of a path are shown, from its end. */
  private static final int PATH_SHOWN = 5;

  private final ProfileDiff diff;
  private final ProfileDiff trees;
  private final DiffOptions options;
  private final MethodNames names;
  private final MethodNames namesInTrees;
  private final ValueFormat values;
  private final TextStyle style;

  /**
   * A comparison as text.
   *
   * @param diff whose methods are shown
   * @param trees whose paths are shown: the same, or the same bottom up
   */
  public TextDiff(
      ProfileDiff diff,
      ProfileDiff trees,
      DiffOptions options,
      TextStyle style,
      ValueFormat values) {
    this.values = values;
    this.style = style;
    this.diff = diff;
    this.trees = trees;
    this.options = options;
    names = new MethodNames(diff.methods());
    namesInTrees = new MethodNames(trees.methods());
  }

  public void print(PrintWriter out) {
    diff.heading().print(out, style);
    out.println();
    Noise noise = diff.noise(options.perCall());
    Grouping rows = options.grouping();
    if (options.areCallers()) {
      List<Change> totals = diff.totalsByMethod(options.measure());
      table(out, totals, rows.subject(), rows.subjects(), names::of, null);
    } else {
      table(out, sorted(noise), rows.subject(), rows.subjects(), names::of, noise);
    }
    if (options.paths()) {
      out.println();
      table(out, trees.byPath(options.measure()), "path", "paths", this::path, null);
    }
    long others = diff.methodsWithOtherCalls();
    out.println(
        "calls are the same in all runs"
            + (others == 0
                ? ""
                : " but of "
                    + Numbers.count(others, rows.subject(), rows.subjects())
                    + "; counts have no error"));
    if (options.areCallers()) {
      return; // Noise is known of self values.
    }
    out.println("~ : no more than varies from run to run, or than the overhead leaves uncertain");
    out.println(
        noise.canBeSure()
            ? "! : surely different, runs evened out; of equal programs one comparison in twenty shows one\n"
                + "? : not told from noise: too small, or without a value in one of the runs"
            : "with one run a side, nothing is sure: diff --before FILE... --after FILE...");
  }

  /** What is sure comes first, what is below measure in both last. */
  private List<Change> sorted(Noise noise) {
    return diff.byMethod(options.measure()).stream()
        .sorted(
            Comparator.comparing((Change change) -> !noise.isSure(change.subject()))
                .thenComparing(this::isBelowBoth))
        .toList();
  }

  private void table(
      PrintWriter out,
      List<Change> changes,
      String heading,
      String plural,
      IntFunction<String> name,
      @Nullable Noise noise) {
    Change.Measure measure = options.measure();
    String value = options.areCallers() ? "total" : "self";
    String ofWhat = options.perCall() ? value + "/call" : value;
    TextTable table =
        new TextTable(
            style,
            heading,
            values.heading(ofWhat + " before"),
            values.heading("after"),
            values.heading("change"),
            "+-",
            "change",
            "",
            "calls before",
            "after");
    table.leaveOut(5, 4, 7, 8, 1, 2);
    for (Change change : changes.subList(0, Math.min(options.top(), changes.size()))) {
      double halfWidth = noise == null ? Double.NaN : noise.halfWidth(change.subject());
      table.row(
          look(change, noise),
          Printable.text(name.apply(change.subject())),
          shown(measure.before(change), change.isBelowBefore()),
          shown(measure.after(change), change.isBelowAfter()),
          isBelowBoth(change) ? "≈0" : values.signed(measure.difference(change)),
          Double.isNaN(halfWidth) ? "" : values.value(halfWidth),
          Numbers.relative(
              change.isBelowBefore() && !values.isExact()
                  ? OptionalDouble.empty()
                  : measure.relative(change)),
          mark(change, noise),
          values.count(change.callsBefore()),
          values.count(change.callsAfter()));
    }
    table.print(out);
    if (changes.size() > options.top()) {
      out.println(
          Numbers.count(changes.size() - options.top(), "more " + heading, "more " + plural)
              + " (--top)");
    }
  }

  private boolean isBelowBoth(Change change) {
    return change.isBelowBefore() && change.isBelowAfter() && !values.isExact();
  }

  private String shown(double value, boolean isBelow) {
    return isBelow && !values.isExact() ? "≈0" : values.value(value);
  }

  private String mark(Change change, @Nullable Noise noise) {
    if (isWithinNoise(change, noise)) {
      return "~";
    }
    if (noise == null || !noise.canBeSure() || options.measure().difference(change) == 0) {
      return "";
    }
    return noise.isSure(change.subject())
        ? "!"
        : Double.isNaN(noise.halfWidth(change.subject())) ? "?" : "";
  }

  private boolean isWithinNoise(Change change, @Nullable Noise noise) {
    return options.measure().isUncertain(change)
        || (noise != null && noise.isWithin(change.subject()));
  }

  private UnaryOperator<String> look(Change change, @Nullable Noise noise) {
    double difference = options.measure().difference(change);
    return difference == 0 || isWithinNoise(change, noise)
        ? UnaryOperator.identity()
        : difference > 0 ? style::worse : style::better;
  }

  private String path(int node) {
    CallTree tree = trees.treeAfter();
    Deque<String> shown = new ArrayDeque<>();
    int at = node;
    for (; at != 0 && shown.size() < PATH_SHOWN; at = tree.parent(at)) {
      shown.addFirst(namesInTrees.of(tree.method(at)));
    }
    return (at == 0 ? "" : "... > ") + String.join(" > ", shown);
  }
}
