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
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
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
   * @param cpu CPU time of a round
   * @param plainCpu that of the plain run beside it
   * @param self sum of the profile's self in a round
   * @param printed what the profiler said
   * @param exact null where there is no run with {@code budget=off}
   */
  record Result(
      double cpu,
      double plainCpu,
      double self,
      Optional<PrintedOverhead> printed,
      @Nullable ExactCounts exact) {
    private double overhead() {
      return cpu / plainCpu - 1;
    }

    private boolean isPrinted() {
      return printed
          .filter(range -> range.low() <= overhead() && overhead() <= range.high())
          .isPresent();
    }

    static Result of(WorkRun plain, WorkRun profiled, @Nullable WorkRun reference) {
      if (!plain.result().equals(profiled.result())) {
        throw new IllegalStateException(
            "the work gave " + profiled.result() + ", not " + plain.result());
      }
      MeasuredProfile profile = profiled.profile();
      MeasuredProfile all = reference == null ? null : reference.profile();
      return new Result(
          profiled.roundCpuNanos(),
          plain.roundCpuNanos(),
          profile == null ? Double.NaN : profile.selfPerRound(),
          PrintedOverhead.in(profiled.messages()),
          profile == null || all == null ? null : ExactCounts.of(profile, all));
    }
  }

  /**
   * The part of the methods that have the calls which {@code budget=off} counts: in the rounds, or
   * in all threads meanwhile.
   *
   * @param ofCalled of all methods that are called meanwhile
   * @param ofRounds of those that are called in a round
   */
  record ExactCounts(double ofCalled, double ofRounds) {
    static ExactCounts of(MeasuredProfile profile, MeasuredProfile all) {
      return new ExactCounts(
          part(all.allCalls().keySet(), profile, all), part(all.methods().keySet(), profile, all));
    }

    private static double part(
        Set<MethodKey> methods, MeasuredProfile profile, MeasuredProfile all) {
      return (double) methods.stream().filter(method -> isExact(method, profile, all)).count()
          / methods.size();
    }

    private static boolean isExact(MethodKey method, MeasuredProfile profile, MeasuredProfile all) {
      MeasuredProfile.Sums expected = all.methods().get(method);
      MeasuredProfile.Sums found = profile.methods().get(method);
      boolean isExactInRounds =
          expected != null
              && isSame(
                  found == null ? 0 : (double) found.calls() / profile.rounds(),
                  (double) expected.calls() / all.rounds());
      // What is counted without its context is counted in all threads.
      return isExactInRounds
          || isSame(
              profile.allCalls().getOrDefault(method, 0L),
              all.callsIn(profile.allRounds(), method));
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
                "plain runs apart, %",
                "kept",
                "printed, last run",
                "contains the truth",
                "self by plain",
                "methods exact, %",
                "of those in rounds, %"));
    results.forEach((key, list) -> table.add(row(key, list)));
    return table
        + "\n"
        + "Median (least..greatest) over the JVM runs. True overhead: mean CPU time of a run's"
        + " rounds by that of the plain run beside it, in turns of a tenth of a second. Kept: at"
        + " most 1.2 times the budget. Contains the truth: it is in the printed interval, which is of"
        + " these rounds, too. Self by plain: of a round, without waiting, by the plain run's CPU time.\n";
  }

  private static List<String> row(Key key, List<Result> list) {
    double limit = Double.parseDouble(key.budget.replace("%", "")) / 100;
    Spread plain = spread(list, Result::plainCpu);
    long kept = list.stream().filter(run -> run.overhead() <= 1.2 * limit).count();
    long right = list.stream().filter(Result::isPrinted).count();
    return List.of(
        key.jdk,
        key.work,
        key.mode,
        key.budget,
        spread(list, Result::overhead).times(100).text(1),
        String.format(Locale.ROOT, "%.1f", 100 * (plain.max() - plain.min()) / plain.median()),
        String.format(Locale.ROOT, "%d of %d", kept, list.size()),
        list.get(list.size() - 1).printed.map(PrintedOverhead::toString).orElse(""),
        String.format(Locale.ROOT, "%d of %d", right, list.size()),
        spread(list, run -> run.self / run.plainCpu).text(2),
        exact(list, ExactCounts::ofCalled),
        exact(list, ExactCounts::ofRounds));
  }

  private static String exact(List<Result> list, ToDoubleFunction<ExactCounts> part) {
    List<Double> parts =
        list.stream().map(Result::exact).filter(Objects::nonNull).map(part::applyAsDouble).toList();
    return parts.isEmpty() ? "" : Spread.of(parts).times(100).text(0);
  }

  private static Spread spread(List<Result> list, ToDoubleFunction<Result> value) {
    return Spread.of(list.stream().mapToDouble(value).boxed().toList());
  }
}
