package dev.tare.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tare.profile.CalibrationTable;
import dev.tare.profile.CallTreeBuilder;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.MethodSums;
import dev.tare.profile.Metric;
import dev.tare.profile.Profile;
import dev.tare.profile.ThreadProfile;
import dev.tare.profile.json.ProfileReader;
import dev.tare.report.analysis.MethodTotals;
import dev.tare.report.analysis.Uncertainty;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Classes were woven in {@code load}, and {@code hot} has probes that cost as much. */
class UncertaintyTest {
  private static final int RUN = 0;
  private static final int LOAD = 1;
  private static final int HOT = 2;
  private static final long SECOND = 1_000_000_000;
  private static final long CALLS = 1_000_000;
  private static final long LOAD_SELF = 50_000_000;

  @TempDir private Path folder = Path.of("");

  private static Profile profile(long loadSelf) {
    CallTreeBuilder tree = new CallTreeBuilder();
    int run = tree.add(0, RUN);
    tree.calls(run, 1).self(run, 3 * SECOND).overhead(run, SECOND);
    int load = tree.add(run, LOAD);
    tree.calls(load, 1).self(load, loadSelf).overhead(load, SECOND);
    int hot = tree.add(run, HOT);
    tree.calls(hot, CALLS).self(hot, LOAD_SELF).overhead(hot, SECOND);
    return Profiles.of(
        List.of(
            Profiles.method("A", "run"), Profiles.method("A", "load"), Profiles.method("A", "hot")),
        Profiles.thread(1, "main", tree.build()));
  }

  @Test
  void whatWasSubtractedBeyondThePriceOfProbesIsCertain() {
    Uncertainty uncertainty = Uncertainty.of(profile(LOAD_SELF));
    assertFalse(uncertainty.isBelow(LOAD, LOAD_SELF, SECOND));
    assertTrue(uncertainty.isBelow(HOT, LOAD_SELF, SECOND), "a tenth of a second");
    assertEquals(0.1, uncertainty.share(HOT));
    assertEquals(0.1, uncertainty.share(RUN), "its callees' probes are also its own");
    assertTrue(uncertainty.isBelow(LOAD, -1, SECOND), "less than nothing");
  }

  @Test
  void aGroupIsAsUncertainAsItsMethods() {
    Uncertainty uncertainty = Uncertainty.of(profile(LOAD_SELF)).of(1, method -> 0);
    assertEquals(0.2 / 3, uncertainty.share(0), 1e-6);
  }

  /**
   * Of nodes with probes alone, 25 ns each, of which 0.3 is uncertain in a moment, and 0.1 in all.
   */
  @Test
  void fewMomentsAndFewReadingsAreLessCertain() {
    CallTreeBuilder tree = new CallTreeBuilder();
    int[] calls = {1, 100, 1_000_000, 100_000_000};
    List<MethodInfo> methods = new ArrayList<>();
    for (int count : calls) {
      int node = tree.add(0, methods.size());
      tree.calls(node, count).self(node, 25L * count).overhead(node, 25L * count);
      methods.add(Profiles.method("A", "called" + count));
    }
    Profile profile =
        withFluctuation(Profiles.of(methods, Profiles.thread(1, "main", tree.build())));
    MethodTotals totals = MethodTotals.of(profile, profile.threads());
    Uncertainty uncertainty = Uncertainty.of(profile, totals);
    double[] shares = {
      0.3 * Math.sqrt(5), 0.3 * Math.sqrt(1.04), 0.3 / Math.sqrt(5), 0.3 / Math.sqrt(500)
    };
    for (int method = 0; method < calls.length; method++) {
      long value = 25L * calls[method];
      assertEquals(0.1, uncertainty.systematic(method, value) / value, 1e-9);
      assertEquals(shares[method], uncertainty.statistical(method, totals) / value, 1e-3);
      assertEquals(
          Math.hypot(0.1, shares[method]), uncertainty.of(method, value, value) / value, 1e-3);
    }
  }

  @Test
  void aSampledValueIsOfOneReadingInEachPeriod() {
    Profile full = profile(LOAD_SELF);
    Profile sampled = Profiles.with(Map.of("mode", "sampled", "interval", "10ms"), full);
    MethodTotals totals = MethodTotals.of(sampled, sampled.threads());
    Uncertainty uncertainty = Uncertainty.of(sampled, totals);
    double chance = 1.645 * Math.sqrt(10e6 * (SECOND + LOAD_SELF));
    assertEquals(chance, uncertainty.statistical(HOT, totals), 1);
    assertEquals(0.1 * SECOND, uncertainty.of(HOT, LOAD_SELF, SECOND), 1, "chance left out");
  }

  /** Which values are of the sampled run is not known. */
  @Test
  void aSumWithASampledRunIsOfOneReadingInEachPeriod() throws IOException {
    Cli cli = new Cli(folder);
    String full = cli.file("full.json", profile(LOAD_SELF));
    String sampled = cli.file("sampled.json", Profiles.sampled(profile(LOAD_SELF)));
    String sum = cli.path("sum.json");
    assertEquals(0, cli.run("merge", full, sampled, "-o", sum), cli.err());
    assertEquals(0, cli.run("report", sum, "--json"), cli.err());
    double chance = 1.645 * Math.sqrt(10e6 * 2 * (SECOND + LOAD_SELF));
    JsonNode report = new ObjectMapper().readTree(cli.out());
    for (JsonNode method : report.get("methods")) {
      if (!method.get("method").asText().equals("run")) {
        assertEquals(chance, method.get("self_statistical").asDouble(), 1, method.toString());
      }
    }
    String trust = report.get("heading").get("trust").asText();
    assertTrue(
        trust.contains("self values of some of the runs are of one reading in each period,"),
        trust);
    assertEquals(0, cli.run("merge", full, full, "-o", sum), cli.err());
    assertEquals(0, Uncertainty.of(ProfileReader.read(Path.of(sum))).lump());
  }

  @Test
  void periodsAreOfAnyUnit() {
    Profile full = profile(LOAD_SELF);
    Profile sampled = Profiles.with(Map.of("mode", "sampled", "interval", "1m"), full);
    assertEquals(60e9, Uncertainty.of(sampled).lump());
  }

  /** In 1.235 s, with a period of 10 ms, each of 123 readings of a thread stands for its part. */
  @Test
  void aReadingOfACounterStandsForWhatOneThreadCountsInAPeriod() {
    assertEquals(1e9 / 123.456789, counted(1_000_000_000, 0).lump(), 1);
    assertEquals(1e9 / 123.456789, counted(1_000_000_000, 1_000_000_000).lump(), 1);
    assertEquals(0.625e9 / 123.456789, counted(750_000_000, 250_000_000).lump(), 1);
  }

  private static Uncertainty counted(long... threads) {
    ThreadProfile[] counted = new ThreadProfile[threads.length];
    for (int i = 0; i < threads.length; i++) {
      CallTreeBuilder tree = new CallTreeBuilder();
      tree.self(tree.add(0, 0), threads[i]);
      counted[i] = Profiles.thread(1 + i, "counted", tree.build());
    }
    Profile profile =
        Profiles.with(
            new Metric("instructions", "instructions", "counter"),
            Profiles.of(List.of(Profiles.method("A", "run")), counted));
    return Uncertainty.of(Profiles.with(Map.of("mode", "sampled"), profile));
  }

  @Test
  void severalRunsAreAsUncertainAsTheMostUncertainOne() {
    Profile certain = profile(LOAD_SELF);
    Profile uncertain =
        Profiles.with(
            new CalibrationTable("runtime", "", "complete", 0.4, 0.3, 0, List.of()), certain);
    List<int[]> numbers = List.of(new int[] {0, 1, 2}, new int[] {0, 1, 2});
    for (List<Profile> runs : List.of(List.of(certain, uncertain), List.of(uncertain, certain))) {
      Uncertainty mean =
          Uncertainty.ofMean(runs.stream().map(Uncertainty::of).toList(), numbers, 3);
      assertEquals(0.4, mean.share());
      assertEquals(0.3 / 0.4, mean.momentary().ratio(), 1e-9);
      assertEquals(0.4, mean.share(HOT));
      assertEquals(
          Uncertainty.of(uncertain).share(LOAD), mean.share(LOAD), 1e-9, "of equal overhead");
    }
  }

  private static Profile withFluctuation(Profile profile) {
    return Profiles.with(
        new CalibrationTable("runtime", "", "complete", 0.1, 0.3, 0, List.of()), profile);
  }

  @Test
  void sumsInTheFileSayTheSameAsItsNodes() throws IOException {
    Cli cli = new Cli(folder);
    Path file = Path.of(cli.file("p.json", profile(LOAD_SELF)));
    Profile sums = ProfileReader.readSums(file, UnaryOperator.identity(), any -> false);
    MethodSums inFile = sums.sums();
    assertTrue(inFile != null && inFile.calleeCalls(RUN) == CALLS + 1);
    for (int method : new int[] {RUN, LOAD, HOT}) {
      assertEquals(
          Uncertainty.of(profile(LOAD_SELF)).share(method), Uncertainty.of(sums).share(method));
    }
  }

  @Test
  void textJsonAndComparisonAgree() throws IOException {
    Cli cli = new Cli(folder);
    String before = cli.file("before.json", profile(LOAD_SELF));
    String after = cli.file("after.json", profile(2 * LOAD_SELF));
    assertEquals(0, cli.run("report", before));
    assertTrue(has(cli, "A\\.load .* 50\\.0 ms .*"), cli.out());
    assertTrue(has(cli, "A\\.hot +≈0 +≈0 .*"), cli.out());
    assertTrue(cli.out().contains("1 of 3 methods is below what can be measured"), cli.out());
    assertEquals(0, cli.run("report", before, "--tree"));
    assertTrue(has(cli, " *50\\.0 ms +1\\.6% +50\\.0 ms +1 +2 +A\\.load"), cli.out());
    assertTrue(has(cli, " *50\\.0 ms +1\\.6% +≈0 +1\\.00 M +2 +A\\.hot"), cli.out());
    assertEquals(0, cli.run("diff", before, after));
    assertTrue(has(cli, "A\\.load +50\\.0 ms +100 ms +\\+50\\.0 ms .*"), cli.out());
    assertTrue(has(cli, "A\\.hot +≈0 +≈0 .*"), cli.out());
    assertEquals(0, cli.run("report", before, "--json"));
    for (JsonNode method : new ObjectMapper().readTree(cli.out()).get("methods")) {
      boolean isBelow = method.get("self").asLong() <= method.get("self_uncertainty").asLong();
      assertEquals(method.get("method").asText().equals("hot"), isBelow, method.toString());
    }
  }

  /** Of the price of all threads' probes, as elsewhere, and not of each thread's. */
  @Test
  void aCsvRowIsAsUncertainAsItsMethod() throws IOException {
    CallTreeBuilder loading = new CallTreeBuilder();
    int load = loading.add(0, LOAD);
    loading.calls(load, 1).self(load, LOAD_SELF).overhead(load, SECOND);
    CallTreeBuilder working = new CallTreeBuilder();
    int hot = working.add(0, HOT);
    working.calls(hot, CALLS).self(hot, SECOND).overhead(hot, SECOND);
    Profile profile =
        Profiles.of(
            profile(LOAD_SELF).methods(),
            Profiles.thread(1, "loads", loading.build()),
            Profiles.thread(2, "works", working.build()));
    Cli cli = new Cli(folder);
    assertEquals(
        0,
        cli.run("export", cli.file("p.json", profile), "--format", "csv", "-o", cli.path("p.csv")));
    String row =
        Files.readAllLines(folder.resolve("p.csv")).stream()
            .filter(line -> line.contains(",load,"))
            .findFirst()
            .orElseThrow();
    long expected = Math.round(Uncertainty.of(profile).systematic(LOAD, SECOND));
    assertTrue(expected < 1_000, () -> expected + " ns");
    assertTrue(row.contains("," + expected + ","), row);
  }

  @Test
  void aCsvRowIsAsUncertainAsThatOfJsonWhateverARowIs() throws IOException {
    Cli cli = new Cli(folder);
    String file = cli.file("p.json", profile(LOAD_SELF));
    for (String by : List.of("method", "class", "package", "jar")) {
      assertEquals(0, cli.run("report", file, "--json", "--by", by));
      List<String> expected = new ArrayList<>();
      for (JsonNode row : new ObjectMapper().readTree(cli.out()).get("methods")) {
        expected.add(row.get("self_systematic") + "," + row.get("self_statistical"));
      }
      String csv = cli.path("p.csv");
      assertEquals(0, cli.run("export", file, "--format", "csv", "--by", by, "-o", csv));
      List<String> rows = Files.readAllLines(folder.resolve("p.csv"));
      assertEquals(expected.size(), rows.size() - 1);
      for (int row = 0; row < expected.size(); row++) {
        assertTrue(rows.get(row + 1).endsWith("," + expected.get(row)), rows.get(row + 1));
      }
    }
  }

  private static boolean has(Cli cli, String line) {
    return cli.out().lines().anyMatch(printed -> printed.matches(line));
  }
}
