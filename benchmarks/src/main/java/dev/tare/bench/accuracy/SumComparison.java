package dev.tare.bench.accuracy;

import dev.tare.bench.run.Contender;
import dev.tare.bench.run.JdkHome;
import dev.tare.bench.run.MeasuredProfile;
import dev.tare.bench.run.MethodTimings;
import dev.tare.bench.run.WorkKind;
import dev.tare.bench.run.WorkRun;
import dev.tare.bench.table.MarkdownTable;
import dev.tare.bench.table.Spread;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The sum of all self values of a round, by the time of a round when nothing is instrumented. */
public final class SumComparison implements Comparison {
  private record Key(JdkHome jdk, WorkKind work) {}

  private record Entry(List<Double> plainMillis, Map<Contender, List<Double>> ratios) {}

  private final Sides sides;
  private final List<WorkKind> works;
  private final WorkRun.Length length;
  private final Map<Key, Entry> entries = new LinkedHashMap<>();

  public SumComparison(Sides sides, List<WorkKind> works, WorkRun.Length length) {
    this.sides = sides;
    this.works = List.copyOf(works);
    this.length = length;
  }

  @Override
  public String title() {
    return "Conservation: the sum of a thread";
  }

  @Override
  public void run(JdkHome jdk) throws IOException, InterruptedException {
    for (WorkKind work : works) {
      Entry entry =
          entries.computeIfAbsent(
              new Key(jdk, work), key -> new Entry(new ArrayList<>(), new LinkedHashMap<>()));
      List<Contender> contenders = new ArrayList<>(List.of(sides.plain()));
      contenders.addAll(sides.profilers(jdk));
      List<WorkRun> runs = WorkRun.inTurns(jdk, contenders, work, length);
      double plainNanos = runs.get(0).roundCpuNanos();
      entry.plainMillis.add(plainNanos * 1e-6);
      for (int i = 1; i < runs.size(); i++) {
        entry
            .ratios
            .computeIfAbsent(contenders.get(i), key -> new ArrayList<>())
            .add(roundSum(runs.get(i)) / plainNanos);
      }
    }
  }

  private static double roundSum(WorkRun run) {
    MeasuredProfile profile = run.profile();
    if (profile != null) {
      return profile.selfPerRound();
    }
    MethodTimings timings = run.timings();
    if (timings != null) {
      return timings.totalNanos() / (run.warmUpRounds() + run.rounds());
    }
    throw new IllegalArgumentException("neither a profile nor timings");
  }

  @Override
  public String text() {
    List<String> headings = new ArrayList<>(List.of("work", "JDK", "plain ms a round"));
    sides.profilers().forEach(profiler -> headings.add(profiler.name() + ": sum / plain"));
    MarkdownTable table = new MarkdownTable(headings);
    entries.forEach(
        (key, entry) -> {
          List<String> row =
              new ArrayList<>(
                  List.of(
                      key.work.label(), key.jdk.version(), Spread.of(entry.plainMillis).text(2)));
          for (Contender profiler : sides.profilers()) {
            List<Double> ratios = entry.ratios.get(profiler);
            row.add(ratios == null ? "" : Spread.of(ratios).text(2));
          }
          table.add(row);
        });
    return table
        + "\nThe sum of the self values of all methods in a round, by the mean time of a round in the plain JVM run"
        + " just before: 1 is right. Median (least..greatest). JFR has no self values: the sum of its times, callees"
        + " included, over all rounds.\n";
  }
}
