package dev.tare.report.diff;

import dev.tare.profile.MethodInfo;
import dev.tare.profile.Profile;
import dev.tare.report.analysis.MethodNames;
import dev.tare.report.analysis.MethodTotals;
import dev.tare.report.sum.MethodTable;
import dev.tare.report.text.Numbers;
import dev.tare.report.text.Printable;
import dev.tare.report.text.TextStyle;
import dev.tare.report.text.TextTable;
import dev.tare.report.text.ValueFormat;
import java.io.PrintWriter;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What samples say of methods that had no readings before or after: what is inside the values that
 * a {@link ProfileDiff} compares. Nothing of it is measured, so nothing fails because of it.
 */
public final class DividedChanges {
  /** A method before or after: the means of the runs, in the metric's unit. */
  private record Side(double self, double low, double high, boolean isDivided) {}

  private record Line(int method, Side before, Side after) {
    double difference() {
      return after.self - before.self;
    }

    boolean isDivided() {
      return before.isDivided || after.isDivided;
    }

    /** Whether no value that both intervals contain is left out. */
    boolean isWithin() {
      return before.low <= after.high && after.low <= before.high;
    }
  }

  private final List<MethodInfo> methods;
  private final List<Line> lines;

  /** Compares {@linkplain dev.tare.report.division.DividedProfile divided} profiles. */
  public DividedChanges(List<Profile> before, List<Profile> after) {
    MethodTable table = new MethodTable();
    before.forEach(profile -> table.numbers(profile.methods()));
    after.forEach(profile -> table.numbers(profile.methods()));
    methods = table.methods();
    Side[] first = sides(before, table);
    Side[] second = sides(after, table);
    lines =
        IntStream.range(0, methods.size())
            .mapToObj(method -> new Line(method, first[method], second[method]))
            .filter(Line::isDivided)
            .sorted(Comparator.comparingDouble((Line line) -> -Math.abs(line.difference())))
            .toList();
  }

  private Side[] sides(List<Profile> profiles, MethodTable table) {
    double[] self = new double[methods.size()];
    double[] below = new double[methods.size()];
    double[] above = new double[methods.size()];
    boolean[] isDivided = new boolean[methods.size()];
    for (Profile profile : profiles) {
      int[] numbers = table.numbers(profile.methods());
      MethodTotals totals = MethodTotals.of(profile, profile.threads());
      for (int i = 0; i < numbers.length; i++) {
        int method = numbers[i];
        self[method] += totals.self(i);
        below[method] = Math.hypot(below[method], (double) totals.self(i) - totals.selfLow(i));
        above[method] = Math.hypot(above[method], (double) totals.selfHigh(i) - totals.self(i));
        isDivided[method] |= totals.divided(i) > 0;
      }
    }
    int runs = profiles.size();
    return IntStream.range(0, self.length)
        .mapToObj(
            i ->
                new Side(
                    self[i] / runs,
                    (self[i] - below[i]) / runs,
                    (self[i] + above[i]) / runs,
                    isDivided[i]))
        .toArray(Side[]::new);
  }

  /** Prints the greatest of them, so many at most; nothing where there are none. */
  public void print(PrintWriter out, TextStyle style, ValueFormat values, int top) {
    if (lines.isEmpty()) {
      return;
    }
    out.println();
    MethodNames names = new MethodNames(methods);
    TextTable table =
        new TextTable(
            style,
            "÷ method",
            values.heading("self before"),
            "95%",
            values.heading("after"),
            "95%",
            values.heading("change"),
            "");
    table.leaveOut(2, 4);
    for (Line line : lines.subList(0, Math.min(top, lines.size()))) {
      table.row(
          Printable.text(names.of(line.method)),
          values.value(line.before.self),
          interval(line.before, values),
          values.value(line.after.self),
          interval(line.after, values),
          values.signed(line.difference()),
          line.isWithin() ? "~" : "");
    }
    table.print(out);
    if (lines.size() > top) {
      out.println(Numbers.count(lines.size() - top, "more method", "more methods") + " (--top)");
    }
    out.println(
        "÷ : methods without readings before or after, told apart by samples; above they are parts"
            + " of their callers");
  }

  private static String interval(Side side, ValueFormat values) {
    return side.low == side.high ? "" : values.value(side.low) + ".." + values.value(side.high);
  }
}
