package dev.tare.bench;

import dev.tare.bench.run.Contender;
import dev.tare.bench.run.JdkHome;
import dev.tare.bench.run.MeasuredProfile;
import dev.tare.bench.run.MethodTimings;
import dev.tare.bench.run.WorkKind;
import dev.tare.bench.run.WorkRun;
import dev.tare.bench.table.MarkdownTable;
import dev.tare.bench.table.Spread;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/** The runs so far, and the table that they make. */
final class CostTable {
  private record Key(JdkHome jdk, WorkKind work) {}

  private final Map<Key, Map<Contender, List<WorkRun>>> runs = new LinkedHashMap<>();

  /**
   * Adds a run. The n-th runs of all sides belong together: they ran in turns.
   *
   * @throws IllegalStateException where the work's result is not that of the other sides
   */
  void add(JdkHome jdk, WorkKind work, Contender contender, WorkRun run) {
    Map<Contender, List<WorkRun>> sides =
        runs.computeIfAbsent(new Key(jdk, work), key -> new LinkedHashMap<>());
    for (List<WorkRun> others : sides.values()) {
      if (!others.get(0).result().equals(run.result())) {
        throw new IllegalStateException(
            work.label()
                + " under "
                + contender.name()
                + " gave "
                + run.result()
                + ", not "
                + others.get(0).result());
      }
    }
    sides.computeIfAbsent(contender, key -> new ArrayList<>()).add(run);
  }

  @Override
  public String toString() {
    MarkdownTable table =
        new MarkdownTable(
            List.of(
                "JDK",
                "work",
                "profiler",
                "calls a round",
                "CPU ms a round",
                "slowdown",
                "added ns a call",
                "nanoTime ns",
                "of two nanoTime calls"));
    runs.forEach(
        (key, sides) -> sides.forEach((side, list) -> table.add(row(key, side, list, sides))));
    return table
        + "\nMedian (least..greatest) over the JVM runs; a JVM run counts by the mean CPU time of its rounds. Added: the"
        + " run's time less that of the plain run, with which it took turns of a tenth of a second, by the calls that"
        + " Tare's own profile counts in a round without a budget, which leaves calls uncounted. `jfr`:"
        + " `jdk.MethodTiming` of every method of the application's classes; the calls beside it are its own count, over"
        + " all rounds and the work's preparation.\n";
  }

  private List<String> row(
      Key key, Contender side, List<WorkRun> list, Map<Contender, List<WorkRun>> sides) {
    List<WorkRun> plain = sides.values().iterator().next();
    OptionalDouble calls = calls(sides);
    List<Double> slowdowns = new ArrayList<>();
    List<Double> added = new ArrayList<>();
    for (int run = 0; run < list.size(); run++) {
      double nanos = list.get(run).roundCpuNanos();
      double plainNanos = plain.get(run).roundCpuNanos();
      slowdowns.add(nanos / plainNanos);
      if (calls.isPresent()) {
        added.add((nanos - plainNanos) / calls.getAsDouble());
      }
    }
    Spread nanoTime = spread(list, WorkRun::nanoTimeNanos);
    boolean profiled = list != plain && !added.isEmpty();
    return List.of(
        key.jdk.version(),
        key.work.label(),
        side.name(),
        ownCalls(side, list),
        spread(list, WorkRun::roundCpuNanos).times(1e-6).text(2),
        list == plain ? "" : Spread.of(slowdowns).text(1),
        profiled ? Spread.of(added).text(1) : "",
        nanoTime.text(1),
        profiled
            ? two(Spread.of(added).median() / (2 * spread(plain, WorkRun::nanoTimeNanos).median()))
            : "");
  }

  /**
   * Calls of one round: as Tare counts them, all of them without a budget; for want of that, as JFR
   * does.
   */
  private static OptionalDouble calls(Map<Contender, List<WorkRun>> sides) {
    OptionalDouble ofTiming = OptionalDouble.empty();
    for (Map.Entry<Contender, List<WorkRun>> side : sides.entrySet()) {
      List<WorkRun> list = side.getValue();
      MeasuredProfile profile = list.get(0).profile();
      if (profile != null && !hasBudget(side.getKey())) {
        return OptionalDouble.of(profile.callsPerRound());
      }
      if (list.get(0).timings() != null) {
        ofTiming = OptionalDouble.of(timedCalls(list.get(0)));
      }
    }
    return ofTiming;
  }

  private static boolean hasBudget(Contender side) {
    return side instanceof Contender.Tare tare && tare.hasBudget();
  }

  private static String ownCalls(Contender side, List<WorkRun> list) {
    if (list.get(0).profile() == null && list.get(0).timings() == null) {
      return "";
    }
    Spread calls =
        spread(
            list,
            run -> {
              MeasuredProfile profile = run.profile();
              return profile == null ? timedCalls(run) : profile.callsPerRound();
            });
    String text =
        (hasBudget(side) ? "≥ " : "") + String.format(Locale.ROOT, "%,.0f", calls.median());
    return calls.min() == calls.max()
        ? text
        : text + " ±" + String.format(Locale.ROOT, "%,.0f", calls.max() - calls.min());
  }

  private static double timedCalls(WorkRun run) {
    MethodTimings timings = run.timings();
    return timings == null
        ? Double.NaN
        : timings.calls() / (double) (run.warmUpRounds() + run.rounds());
  }

  private static Spread spread(List<WorkRun> list, ToDoubleFunction<WorkRun> value) {
    return Spread.of(list.stream().map(value::applyAsDouble).toList());
  }

  private static String two(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }
}
