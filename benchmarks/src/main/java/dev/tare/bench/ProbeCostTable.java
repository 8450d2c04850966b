package dev.tare.bench;

import dev.tare.bench.run.Contender;
import dev.tare.bench.table.MarkdownTable;
import dev.tare.bench.table.Spread;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What calls cost on each side, in the runs so far. */
final class ProbeCostTable {
  private record Key(String call, String jdk) {}

  private final List<Contender> sides;
  private final Map<Key, Map<Contender, List<Double>>> scores = new LinkedHashMap<>();

  /**
   * A table without rows.
   *
   * @param sides the first is what the others are compared with
   */
  ProbeCostTable(List<Contender> sides) {
    this.sides = List.copyOf(sides);
  }

  /** Adds a run. The n-th runs of all sides belong together: they ran in turns. */
  void add(String call, String jdk, Contender side, double nanos) {
    scores
        .computeIfAbsent(new Key(call, jdk), key -> new LinkedHashMap<>())
        .computeIfAbsent(side, key -> new ArrayList<>())
        .add(nanos);
  }

  @Override
  public String toString() {
    Contender first = sides.get(0);
    List<String> headings = new ArrayList<>(List.of("call", "JDK", first.name() + " ns"));
    sides.stream().skip(1).forEach(side -> headings.add(side.name() + " adds ns"));
    MarkdownTable table = new MarkdownTable(headings);
    scores.forEach(
        (key, bySide) -> {
          List<String> row = new ArrayList<>(List.of(key.call, key.jdk));
          List<Double> without = bySide.getOrDefault(first, List.of());
          row.add(text(without));
          for (Contender side : sides.subList(1, sides.size())) {
            List<Double> with = bySide.getOrDefault(side, List.of());
            List<Double> added = new ArrayList<>();
            for (int run = 0; run < Math.min(with.size(), without.size()); run++) {
              added.add(with.get(run) - without.get(run));
            }
            row.add(text(added));
          }
          table.add(row);
        });
    return table
        + "\nOne call; median (least..greatest) over interleaved JVM runs. Added: less the plain run of"
        + " the same turn.\n";
  }

  private static String text(List<Double> values) {
    return values.isEmpty() ? "" : Spread.of(values).text(1);
  }
}
