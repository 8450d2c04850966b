package dev.tare.bench;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.bench.run.Contender;
import dev.tare.bench.run.JdkHome;
import dev.tare.bench.run.MeasuredProfile;
import dev.tare.bench.run.MethodKey;
import dev.tare.bench.run.WorkKind;
import dev.tare.bench.run.WorkRun;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CostTableTest {
  private static final JdkHome JDK = new JdkHome(Path.of("jdk"), 17, "17");
  private static final Contender PLAIN = new Contender.Plain();
  private static final Contender BUDGET = tare("budget=10%");
  private static final Contender FULL = tare("budget=off");

  @Test
  void whatIsAddedIsDividedByCallsThatWereAllCounted() {
    CostTable table = new CostTable();
    table.add(JDK, WorkKind.FIB, PLAIN, run(1_000, null));
    table.add(JDK, WorkKind.FIB, BUDGET, run(2_000, profile(10)));
    assertTrue(row(table, "budget=10%").contains("| ≥ 10 |"), table::toString);
    assertTrue(
        row(table, "budget=10%").endsWith("| 2.0 (2.0..2.0) | | 1.0 (1.0..1.0) | |"),
        table::toString);
    table.add(JDK, WorkKind.FIB, FULL, run(5_000, profile(100)));
    assertTrue(row(table, "budget=10%").contains("| 10.0 (10.0..10.0) |"), table::toString);
    assertTrue(row(table, "budget=off").contains("| 100 |"), table::toString);
    assertTrue(row(table, "budget=off").contains("| 40.0 (40.0..40.0) |"), table::toString);
  }

  @Test
  void whatProbesAddIsAgainstThePlainRunOfTheSameTurn() {
    ProbeCostTable table = new ProbeCostTable(List.of(PLAIN, FULL));
    for (double drift : List.of(1.0, 8.0, 3.0)) {
      table.add("call", "17", PLAIN, drift);
      table.add("call", "17", FULL, drift + 5);
    }
    assertTrue(
        flat(table.toString()).contains("| call | 17 | 3.0 (1.0..8.0) | 5.0 (5.0..5.0) |"),
        table::toString);
  }

  private static String row(CostTable table, String side) {
    return flat(table.toString())
        .lines()
        .filter(line -> line.contains(side))
        .findFirst()
        .orElseThrow();
  }

  private static String flat(String table) {
    return table.replaceAll(" +", " ");
  }

  private static Contender tare(String arguments) {
    return new Contender.Tare(arguments, Path.of("profiler.jar"), arguments);
  }

  private static WorkRun run(double roundNanos, @Nullable MeasuredProfile profile) {
    return new WorkRun(roundNanos, 6, 1, 1, 1, "result", profile, null, null, List.of());
  }

  private static MeasuredProfile profile(long calls) {
    MethodKey method = new MethodKey("A", "a", "()V");
    return new MeasuredProfile(
        1,
        1,
        Map.of(method, new MeasuredProfile.Sums(calls, 1, 1)),
        Map.of(method, calls),
        Set.of(),
        Map.of());
  }
}
