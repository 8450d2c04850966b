package dev.tare.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.profile.CallTreeBuilder;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.Metric;
import dev.tare.profile.Profile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code diff --fail-above 5%}, of runs of one program and of a changed one, one file a side. */
class DiffGateTest {
  private static final int PAIRS = 20;
  private static final int METHODS = 12;

  /** The method that changes. */
  private static final int CHANGED = 4;

  private static final double PERIOD_NANOS = 10e6;
  private static final double PROBE_NANOS = 50;

  private final Cli cli;
  private final Random random = new Random(20_261_123);

  DiffGateTest(@TempDir Path folder) {
    cli = new Cli(folder);
  }

  @Test
  void equalRunsPassWithAReadingAtEachEvent() throws IOException {
    for (int pair = 0; pair < PAIRS; pair++) {
      assertEquals(0, compared(full(1, 0), full(1, 0)), cli.err());
    }
  }

  @Test
  void equalRunsPassWithFewReadings() throws IOException {
    for (int pair = 0; pair < PAIRS; pair++) {
      assertEquals(0, compared(sampled(3, 1, 0), sampled(3, 1, 0)), cli.err());
    }
  }

  @Test
  void aMethodThatIsSlowerFails() throws IOException {
    for (int pair = 0; pair < PAIRS; pair++) {
      assertEquals(1, compared(full(1, 0), full(1.5, 0)), cli.out());
      assertTrue(cli.err().contains("A.m" + CHANGED + " (+"), cli.err());
    }
  }

  @Test
  void aMethodThatIsSlowerFailsWithManyReadings() throws IOException {
    for (int pair = 0; pair < PAIRS; pair++) {
      assertEquals(1, compared(sampled(150, 1, 0), sampled(150, 1.5, 0)), cli.out());
      assertTrue(cli.err().contains("A.m" + CHANGED + " (+"), cli.err());
    }
  }

  @Test
  void aNewMethodFailsInBothModes() throws IOException {
    assertEquals(1, compared(full(1, 0), full(1, 0.1)), cli.out());
    assertTrue(cli.err().contains("A.added (new)"), cli.err());
    assertEquals(1, compared(sampled(30, 1, 0), sampled(30, 1, 0.1)), cli.out());
    assertTrue(cli.err().contains("A.added (new)"), cli.err());
  }

  @Test
  void aNewMethodFailsOfSeveralRunsASide() throws IOException {
    List<String> arguments = new ArrayList<>(List.of("diff", "--fail-above", "5%", "--before"));
    for (int run = 0; run < 3; run++) {
      arguments.add(cli.file("b" + run + ".json", full(1, 0)));
    }
    arguments.add("--after");
    for (int run = 0; run < 3; run++) {
      arguments.add(cli.file("a" + run + ".json", full(1, 0.1)));
    }
    assertEquals(1, cli.run(arguments.toArray(String[]::new)), cli.out());
    assertTrue(cli.err().contains("A.added (new)"), cli.err());
  }

  /** What a method called once waited in one run, it worked in another, as far as it is known. */
  @Test
  void anInterruptionPasses() throws IOException {
    assertEquals(0, compared(withOneCall(1e6, 60e6, 0), withOneCall(60e6, 0, 0)), cli.err());
    assertEquals(0, compared(withOneCall(1e6, 0, 60e6), withOneCall(60e6, 0, 0)), cli.err());
    assertEquals(1, compared(withOneCall(1e6, 0, 0), withOneCall(200e6, 0, 0)), cli.out());
    assertTrue(cli.err().contains("A.once"), cli.err());
  }

  @Test
  void sumsBelowZeroPass() throws IOException {
    for (int pair = 0; pair < PAIRS; pair++) {
      Profile before = sampled(0.3, 1, 0);
      Profile after = sampled(0.3, 1, 0);
      assertEquals(0, compared(before, after), cli.err());
    }
  }

  /** Calls within a class are none, and their overhead is as well known as by method. */
  @Test
  void aClassIsAsSlowAsItsMethodWhateverItCallsInside() throws IOException {
    List<String> arguments = new ArrayList<>(List.of("diff", "--fail-above", "5%", "--before"));
    for (int run = 0; run < 3; run++) {
      arguments.add(cli.file("b" + run + ".json", calling(500_000_000 + run)));
    }
    arguments.add("--after");
    for (int run = 0; run < 3; run++) {
      arguments.add(cli.file("a" + run + ".json", calling(600_000_000 + run)));
    }
    assertEquals(1, cli.run(arguments.toArray(String[]::new)), cli.out());
    assertTrue(cli.err().contains("A.f (+20.0%)"), cli.err());
    for (String by : List.of("class", "package")) {
      List<String> grouped = new ArrayList<>(arguments);
      grouped.addAll(List.of("--by", by));
      assertEquals(1, cli.run(grouped.toArray(String[]::new)), cli.out());
    }
  }

  @Test
  void aClassIsAsUncertainAsItsMethodWhateverItCallsInside() throws IOException {
    String file = cli.file("p.json", calling(3_000_000));
    for (String by : List.of("method", "class")) {
      assertEquals(0, cli.run("diff", file, file, "--by", by), cli.err());
      assertTrue(
          cli.out().lines().anyMatch(line -> line.matches("A(\\.f)? +≈0 +≈0 .*")), cli.out());
    }
  }

  /** A method that calls another one of its class a million times, and another class. */
  private static Profile calling(long self) {
    CallTreeBuilder tree = new CallTreeBuilder();
    int main = tree.add(0, 0);
    tree.calls(main, 1).self(main, 1_000);
    int called = tree.add(main, 1);
    tree.calls(called, 1_000_000).self(called, self).overhead(called, 100_000_000);
    int other = tree.add(0, 2);
    tree.calls(other, 1_000_000).self(other, 900_000_000).overhead(other, 100_000_000);
    return Profiles.of(
        List.of(
            Profiles.method("A", "main"),
            Profiles.method("A", "f"),
            Profiles.method("other.B", "g")),
        Profiles.thread(1, "main", tree.build()));
  }

  private int compared(Profile before, Profile after) throws IOException {
    return cli.run(
        "diff",
        cli.file("before.json", before),
        cli.file("after.json", after),
        "--fail-above",
        "5%");
  }

  /** About 500 ms of methods that vary by three percent, in a run of more or less work. */
  private Profile full(double slower, double added) {
    Tree tree = new Tree();
    double work = 1 + 0.1 * random.nextGaussian();
    for (int method = 0; method < METHODS; method++) {
      double self = 10e6 * (method + 1) * (1 + 0.03 * random.nextGaussian());
      long calls = Math.round(100_000 * work);
      double value = self * work * (method == CHANGED ? slower : 1);
      tree.add("m" + method, calls, value, calls * PROBE_NANOS, 0);
    }
    if (added > 0) {
      tree.add("added", 1000, 500e6 * added, 1000 * PROBE_NANOS, 0);
    }
    return tree.profile("full");
  }

  private Profile withOneCall(double self, double waiting, double overhead) {
    Tree tree = new Tree();
    for (int method = 0; method < METHODS; method++) {
      double value = 50e6 * (1 + 0.03 * random.nextGaussian());
      tree.add("m" + method, 100_000, value, 100_000 * PROBE_NANOS, 0);
    }
    tree.add("once", 1, self + waiting, overhead, waiting);
    return tree.profile("full");
  }

  /** Readings fall upon methods at random; the overhead that is subtracted does not. */
  private Profile sampled(double seconds, double slower, double added) {
    Tree tree = new Tree();
    double parts = METHODS * (METHODS + 1) / 2.0;
    for (int method = 0; method < METHODS; method++) {
      double part = (method + 1) / parts * (method == CHANGED ? slower : 1);
      addReadings(tree, "m" + method, part, seconds);
    }
    if (added > 0) {
      addReadings(tree, "added", added, seconds);
    }
    return tree.profile("sampled");
  }

  private void addReadings(Tree tree, String name, double part, double seconds) {
    double overhead = 0.1 * part * seconds * 1e9;
    double expected = part * seconds * 1e9 / PERIOD_NANOS;
    // A sum of many equal chances is a Poisson variable, which a binomial one stands for here.
    int readings = 0;
    for (int chance = 0; chance < 20 * expected; chance++) {
      readings += random.nextInt(20) == 0 ? 1 : 0;
    }
    long calls = Math.round(overhead / PROBE_NANOS);
    tree.add(name, calls, readings * PERIOD_NANOS - overhead, overhead, 0);
  }

  /** A tree of one level. */
  private static final class Tree {
    private final List<MethodInfo> methods = new ArrayList<>();
    private final CallTreeBuilder nodes = new CallTreeBuilder();

    void add(String name, long calls, double self, double overhead, double waiting) {
      int node = nodes.add(0, methods.size());
      methods.add(Profiles.method("A", name));
      nodes
          .calls(node, calls)
          .self(node, Math.round(self))
          .overhead(node, Math.round(overhead))
          .waiting(node, Math.round(waiting));
    }

    Profile profile(String mode) {
      Profile small = Profiles.of(methods, Profiles.thread(1, "main", nodes.build()));
      return Profiles.with(
          Map.of("mode", mode, "interval", "10ms"),
          Profiles.with(new Metric("time", "ns", "System.nanoTime", null, null, true), small));
    }
  }
}
