package dev.tare.bench.accuracy;

import dev.tare.bench.run.Contender;
import dev.tare.bench.run.JdkHome;
import dev.tare.bench.run.MeasuredProfile;
import dev.tare.bench.run.MethodKey;
import dev.tare.bench.run.WorkKind;
import dev.tare.bench.run.WorkRun;
import dev.tare.bench.table.MarkdownTable;
import dev.tare.bench.table.Spread;
import dev.tare.bench.work.Weight;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Adds a known cost, one hundredth of the run, to one method of H2's work ({@link Weight#weigh},
 * called for each row of a query): it must show there, and nowhere else.
 */
public final class CausalityComparison implements Comparison {
  private static final WorkKind WORK = WorkKind.H2;
  private static final int TURNS_BEFORE = 20;
  private static final double PART_OF_RUN = 0.01;

  /**
   * What is added.
   *
   * @param turnsAfter turns of {@link Weight}'s loop, with what is added
   * @param turnNanos of one turn
   */
  private record Added(int turnsAfter, double turnNanos) {}

  /** Self nanoseconds of each method in a round, without what is added and with it. */
  private record Pair(
      Map<MethodKey, Double> before, Map<MethodKey, Double> after, double callsPerRound) {}

  private record Key(JdkHome jdk, Contender policy) {}

  private final Sides sides;
  private final WorkRun.Length length;
  private final Map<JdkHome, Added> added = new LinkedHashMap<>();
  private final Map<Key, List<Pair>> pairs = new LinkedHashMap<>();

  public CausalityComparison(Sides sides, WorkRun.Length length) {
    this.sides = sides;
    this.length = length;
  }

  @Override
  public String title() {
    return "Causality: one hundredth of the run, added to one method";
  }

  @Override
  public void run(JdkHome jdk) throws IOException, InterruptedException {
    for (Contender policy : sides.policies()) {
      MeasuredProfile before = profile(jdk, policy, TURNS_BEFORE);
      Added what = added.get(jdk);
      if (what == null) {
        what = added(jdk, weigh(before).calls() / (double) before.rounds());
        added.put(jdk, what);
      }
      MeasuredProfile after = profile(jdk, policy, what.turnsAfter);
      pairs
          .computeIfAbsent(new Key(jdk, policy), key -> new ArrayList<>())
          .add(
              new Pair(
                  perRound(before),
                  perRound(after),
                  weigh(after).calls() / (double) after.rounds()));
    }
  }

  private Added added(JdkHome jdk, double callsPerRound) throws IOException, InterruptedException {
    WorkRun plain = WorkRun.start(jdk, sides.plain(), WORK, weighing(TURNS_BEFORE));
    double nanosPerCall = plain.roundCpuNanos() * PART_OF_RUN / callsPerRound;
    int turns = (int) Math.max(1, Math.round(nanosPerCall / plain.turnNanos()));
    return new Added(TURNS_BEFORE + turns, plain.turnNanos());
  }

  private MeasuredProfile profile(JdkHome jdk, Contender policy, int turns)
      throws IOException, InterruptedException {
    @Nullable MeasuredProfile profile = WorkRun.start(jdk, policy, WORK, weighing(turns)).profile();
    if (profile == null) {
      throw new IllegalArgumentException(policy.name() + " writes no profile");
    }
    return profile;
  }

  private WorkRun.Length weighing(int turns) {
    return length.with("-D" + Weight.TURNS_PROPERTY + "=" + turns);
  }

  private static MeasuredProfile.Sums weigh(MeasuredProfile profile) {
    for (Map.Entry<MethodKey, MeasuredProfile.Sums> entry : profile.methods().entrySet()) {
      if (isWeigh(entry.getKey())) {
        return entry.getValue();
      }
    }
    throw new IllegalStateException("the profile lacks the method that something is added to");
  }

  private static boolean isWeigh(MethodKey method) {
    return method.className().equals(Weight.class.getName()) && method.name().equals("weigh");
  }

  private static Map<MethodKey, Double> perRound(MeasuredProfile profile) {
    Map<MethodKey, Double> nanos = new HashMap<>();
    profile
        .methods()
        .forEach((method, sums) -> nanos.put(method, sums.self() / (double) profile.rounds()));
    return nanos;
  }

  @Override
  public String text() {
    MarkdownTable table =
        new MarkdownTable(
            List.of(
                "policy",
                "JDK",
                "added us a round",
                "seen there",
                "largest elsewhere",
                "between equal runs",
                "where"));
    pairs.forEach((key, list) -> table.add(row(key, list)));
    return table
        + "\nThe work is H2's; added: a hundredth of a plain round. Seen there: by how much the method's self value grew,"
        + " by what was added (1 is right). Largest elsewhere: the greatest change of another method's self value (median"
        + " over the pairs of runs), by what was added; between equal runs: the same between the runs without it.\n";
  }

  private List<String> row(Key key, List<Pair> list) {
    Added what = added.get(key.jdk);
    if (what == null) {
      throw new IllegalStateException("no plain run on " + key.jdk);
    }
    double turnsNanos = (what.turnsAfter - TURNS_BEFORE) * what.turnNanos;
    double addedNanos = list.get(0).callsPerRound * turnsNanos;
    Set<MethodKey> methods = new HashSet<>();
    list.forEach(pair -> methods.addAll(pair.before.keySet()));
    list.forEach(pair -> methods.addAll(pair.after.keySet()));
    String seen = "";
    double elsewhere = 0;
    double equal = 0;
    String where = "";
    for (MethodKey method : methods) {
      List<Double> moves = new ArrayList<>();
      List<Double> equalMoves = new ArrayList<>();
      for (int index = 0; index < list.size(); index++) {
        double before = list.get(index).before.getOrDefault(method, 0.0);
        moves.add((list.get(index).after.getOrDefault(method, 0.0) - before) / addedNanos);
        if (index > 0) {
          equalMoves.add(
              (before - list.get(index - 1).before.getOrDefault(method, 0.0)) / addedNanos);
        }
      }
      Spread move = Spread.of(moves);
      if (isWeigh(method)) {
        seen = move.text(2);
      } else {
        if (Math.abs(move.median()) > Math.abs(elsewhere)) {
          elsewhere = move.median();
          where = method.className() + "." + method.name();
        }
        if (!equalMoves.isEmpty()) {
          double median = Spread.of(equalMoves).median();
          equal = Math.abs(median) > Math.abs(equal) ? median : equal;
        }
      }
    }
    return List.of(
        key.policy.name(),
        key.jdk.version(),
        String.format(Locale.ROOT, "%.1f", addedNanos * 1e-3),
        seen,
        String.format(Locale.ROOT, "%+.2f", elsewhere),
        list.size() < 2 ? "" : String.format(Locale.ROOT, "%+.2f", equal),
        where);
  }
}
