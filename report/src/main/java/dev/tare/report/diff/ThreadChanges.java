package dev.tare.report.diff;

import dev.tare.profile.Metric;
import dev.tare.profile.Profile;
import dev.tare.report.text.Numbers;
import dev.tare.report.text.Printable;
import dev.tare.report.text.TextStyle;
import dev.tare.report.text.TextTable;
import dev.tare.report.text.ValueFormat;
import dev.tare.report.view.ThreadPools;
import dev.tare.report.view.ThreadPools.Pool;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.ToLongFunction;

/** What threads did before and after: the means of the runs, values as they are in the files. */
public final class ThreadChanges {
  private record Line(Side before, Side after) {
    double greatest() {
      return Math.max(before.mean(Pool::running), after.mean(Pool::running));
    }
  }

  /** A pool in each run of a side that has it. */
  private record Side(List<Pool> pools, int runs) {
    double mean(ToLongFunction<Pool> value) {
      return pools.stream().mapToLong(value).asDoubleStream().sum() / runs;
    }
  }

  private final boolean hasWaiting;
  private final String metric;
  private final List<Map.Entry<String, Line>> lines = new ArrayList<>();

  /** Of the chosen threads of these profiles. */
  public ThreadChanges(List<Profile> before, List<Profile> after) {
    Metric of = after.get(0).metric();
    hasWaiting = of.isTime() && of.waitingKnown();
    metric = of.isTime() ? "wall" : Printable.text(of.name());
    Map<String, List<Pool>> first = pools(before);
    Map<String, List<Pool>> second = pools(after);
    TreeSet<String> names = new TreeSet<>(first.keySet());
    names.addAll(second.keySet());
    for (String name : names) {
      Side sideBefore = new Side(first.getOrDefault(name, List.of()), before.size());
      Side sideAfter = new Side(second.getOrDefault(name, List.of()), after.size());
      lines.add(Map.entry(name, new Line(sideBefore, sideAfter)));
    }
    lines.sort(Comparator.comparingDouble(line -> -line.getValue().greatest()));
  }

  private static Map<String, List<Pool>> pools(List<Profile> profiles) {
    Map<String, List<Pool>> pools = new HashMap<>();
    for (Profile profile : profiles) {
      for (Pool pool : ThreadPools.of(profile.threads())) {
        Objects.requireNonNull(pools.computeIfAbsent(pool.key(), key -> new ArrayList<>()))
            .add(pool);
      }
    }
    return pools;
  }

  /** Prints a row for each pool, so many at most, what runs most first. */
  public void print(PrintWriter out, TextStyle style, ValueFormat values, int top) {
    List<String> headings = new ArrayList<>(List.of("thread", "threads before", "after"));
    for (String value : hasWaiting ? List.of(metric, "CPU", "waiting") : List.of(metric)) {
      headings.add(values.heading(value + " before"));
      headings.add("after");
    }
    headings.addAll(List.of("calls before", "after"));
    TextTable table = new TextTable(style, headings.toArray(String[]::new));
    int last = headings.size() - 1;
    table.leaveOut(1, 2, last - 1, last);
    for (var line : lines.subList(0, Math.min(top, lines.size()))) {
      List<String> cells = new ArrayList<>(List.of(Printable.text(line.getKey())));
      Line sides = line.getValue();
      counts(cells, values, sides, Pool::threads);
      values(cells, values, sides, Pool::wall);
      if (hasWaiting) {
        values(cells, values, sides, Pool::running);
        values(cells, values, sides, Pool::waiting);
      }
      counts(cells, values, sides, Pool::calls);
      table.row(cells.toArray(String[]::new));
    }
    table.print(out);
    if (lines.size() > top) {
      out.println(Numbers.count(lines.size() - top, "more row", "more rows") + " (--top)");
    }
  }

  private static void counts(
      List<String> cells, ValueFormat values, Line line, ToLongFunction<Pool> value) {
    cells.add(values.count(Math.round(line.before().mean(value))));
    cells.add(values.count(Math.round(line.after().mean(value))));
  }

  private static void values(
      List<String> cells, ValueFormat values, Line line, ToLongFunction<Pool> value) {
    cells.add(values.value(line.before().mean(value)));
    cells.add(values.value(line.after().mean(value)));
  }
}
