package dev.tare.bench;

import dev.tare.bench.run.MeasuredProfile;
import dev.tare.bench.run.MethodKey;
import dev.tare.bench.run.WorkRun;
import dev.tare.bench.table.MarkdownTable;
import dev.tare.bench.table.Spread;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** True and printed overhead of the runs so far. */
final class OverheadTable {
  /** Calls a round that differ by less are the same: H2 has timers of its own. */
  private static final double SAME = 0.001;

  /** What was run. */
  record Key(String jdk, String work, String mode, String budget) {}

  /**
   * What came of one run.
   *
   * @param overhead additional CPU time of a round, as a share of the plain run before
   * @param printed what the profiler said
   * @param self sum of the profile's self by the plain time
   * @param exact of the methods that are called in a round, those whose calls in rounds, or in all
   *     of the run, are what {@code budget=off} counts; NaN where there is no such run
   */
  record Result(double overhead, Optional<PrintedOverhead> printed, double self, double exact) {
    static Result of(WorkRun plain, WorkRun profiled, @Nullable WorkRun reference) {
      if (!plain.result().equals(profiled.result())) {
        throw new IllegalStateException(
            "the work gave " + profiled.result() + ", not " + plain.result());
      }
      MeasuredProfile profile = profiled.profile();
      MeasuredProfile all = reference == null ? null : reference.profile();
      return new Result(
          profiled.roundCpuNanos() / plain.roundCpuNanos() - 1,
          PrintedOverhead.in(profiled.messages()),
          profile == null ? Double.NaN : profile.selfPerRound() / plain.roundMeanNanos(),
          profile == null || all == null ? Double.NaN : exact(profile, all));
    }

    private static double exact(MeasuredProfile profile, MeasuredProfile all) {
      int same = 0;
      for (Map.Entry<MethodKey, MeasuredProfile.Sums> method : all.methods().entrySet()) {
        MeasuredProfile.Sums found = profile.methods().get(method.getKey());
        double expected = (double) method.getValue().calls() / all.rounds();
        double actual = found == null ? 0 : (double) found.calls() / profile.rounds();
        // What is counted without its context is counted in all of the run.
        double expectedInAll = all.callsIn(profile.allRounds(), method.getKey());
        double inAll = profile.allCalls().getOrDefault(method.getKey(), 0L);
        same += isSame(actual, expected) || isSame(inAll, expectedInAll) ? 1 : 0;
      }
      return (double) same / all.methods().size();
    }

    private static boolean isSame(double actual, double expected) {
      return Math.abs(actual - expected) <= SAME * expected;
    }
  }

  private final Map<Key, List<Result>> results = new LinkedHashMap<>();

  void add(Key key, Result result) {
    results.computeIfAbsent(key, added -> new ArrayList<>()).add(result);
  }

  @Override
  public String toString() {
    MarkdownTable table =
        new MarkdownTable(
            List.of(
                "JDK",
                "work",
                "mode",
                "budget",
                "true overhead, %",
                "kept",
                "printed, last run",
                "contains the truth",
                "self by plain",
                "methods exact, %"));
    results.forEach((key, list) -> table.add(row(key, list)));
    return table
        + "\n"
        + "Median (least..greatest) over the JVM runs. True overhead: CPU time of a round, median"
        + " of the run's rounds, by that of the plain run before it. Kept: at most 1.2 times the"
        + " budget.\n";
  }

  private static List<String> row(Key key, List<Result> list) {
    double limit = Double.parseDouble(key.budget.replace("%", "")) / 100;
    long kept = list.stream().filter(run -> run.overhead <= 1.2 * limit).count();
    long right =
        list.stream()
            .filter(run -> run.printed.isPresent() && run.printed.get().contains(run.overhead))
            .count();
    return List.of(
        key.jdk,
        key.work,
        key.mode,
        key.budget,
        spread(list, Result::overhead).times(100).text(1),
        String.format(Locale.ROOT, "%d of %d", kept, list.size()),
        list.get(list.size() - 1).printed.map(PrintedOverhead::toString).orElse(""),
        String.format(Locale.ROOT, "%d of %d", right, list.size()),
        spread(list, Result::self).text(2),
        list.stream().anyMatch(run -> Double.isNaN(run.exact))
            ? ""
            : spread(list, Result::exact).times(100).text(0));
  }

  private static Spread spread(List<Result> list, ToDoubleFunction<Result> value) {
    return Spread.of(list.stream().mapToDouble(value).boxed().toList());
  }
}
