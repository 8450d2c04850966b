package dev.tare.report;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.profile.BudgetUse;
import dev.tare.profile.CallTree;
import dev.tare.profile.CallTreeBuilder;
import dev.tare.profile.CallsKind;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.Profile;
import dev.tare.profile.json.ProfileReader;
import dev.tare.report.analysis.MethodTotals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code merge} of runs in which a budget left different methods with probes. */
class MergeCommandTest {
  private static final List<String> NAMES = List.of("total", "price", "size", "load");

  private final Cli cli;
  private final Path folder;

  MergeCommandTest(@TempDir Path folder) {
    this.folder = folder;
    cli = new Cli(folder);
  }

  /** {@code total} calls {@code price}, which calls {@code size}, which calls {@code load}. */
  private static Profile timed() {
    CallTreeBuilder tree = new CallTreeBuilder();
    int total = tree.add(0, 0);
    tree.calls(total, 1).self(total, 100);
    int price = tree.add(total, 1);
    tree.calls(price, 3).self(price, 30);
    int size = tree.add(price, 2);
    tree.calls(size, 9).self(size, 9);
    int load = tree.add(size, 3);
    tree.calls(load, 9).self(load, 900);
    return profile(tree.build(), MethodInfo.TIMED, MethodInfo.TIMED);
  }

  /** The same program, where {@code price} had no probes and {@code size} was counted. */
  private static Profile limited() {
    CallTreeBuilder tree = new CallTreeBuilder();
    int total = tree.add(0, 0);
    tree.calls(total, 1).self(total, 139);
    int size = tree.add(total, 2);
    tree.calls(size, 9);
    int load = tree.add(size, 3);
    tree.calls(load, 9).self(load, 900);
    return profile(tree.build(), MethodInfo.MERGED, MethodInfo.COUNTED);
  }

  private static Profile profile(CallTree tree, String tierOfPrice, String tierOfSize) {
    List<MethodInfo> methods =
        NAMES.stream()
            .map(
                name ->
                    Profiles.method(
                        "com.acme.Order",
                        name,
                        switch (name) {
                          case "price" -> tierOfPrice;
                          case "size" -> tierOfSize;
                          default -> MethodInfo.TIMED;
                        }))
            .toList();
    return Profiles.of(methods, Profiles.thread(1, "main", tree));
  }

  @Test
  void methodsWithFewerProbesInOneRunBecomePartsOfTheirCallersInAll() throws IOException {
    String sum = cli.path("sum.json");
    assertEquals(
        0, cli.run("merge", cli.file("a.json", timed()), cli.file("b.json", limited()), "-o", sum));
    assertEquals(
        "tare: rolled up: 1 method without probes in one of the runs, as parts of their callers in"
            + " all; 1 method counted in one of the runs, with calls alone in all\n",
        cli.err());
    Profile read = ProfileReader.read(Path.of(sum));
    MethodTotals totals = MethodTotals.of(read, read.threads());
    List<String> found =
        NAMES.stream()
            .map(
                name -> {
                  int at = index(read, name);
                  return name + " " + totals.calls(at) + " " + totals.self(at);
                })
            .toList();
    assertEquals(List.of("total 2 278", "price 0 0", "size 18 0", "load 18 1800"), found);
    assertEquals(MethodInfo.MERGED, read.methods().get(index(read, "price")).tier());
    // One tree, though the runs had two.
    assertEquals(4, read.threads().get(0).tree().size());
  }

  /** {@code price} lost its readings after some calls, {@code size} had none. */
  private static Profile counted() {
    CallTreeBuilder tree = new CallTreeBuilder();
    int total = tree.add(0, 0);
    tree.calls(total, 1).self(total, 100);
    int price = tree.add(total, 1);
    tree.calls(price, 3).self(price, 30);
    int size = tree.add(price, 2);
    tree.calls(size, 9);
    int load = tree.add(size, 3);
    tree.calls(load, 9).self(load, 900);
    return profile(tree.build(), MethodInfo.COUNTED, MethodInfo.COUNTED);
  }

  @Test
  void methodsThatAreCountedKeepTheirCallersAndWhatTheyCallAndNoValue() throws IOException {
    String file = cli.file("counted.json", counted());
    for (String other : List.of(file, cli.file("timed.json", timed()))) {
      String sum = cli.path("sum.json");
      assertEquals(0, cli.run("merge", file, other, "-o", sum));
      Profile read = ProfileReader.read(Path.of(sum));
      CallTree tree = read.threads().get(0).tree();
      List<String> nodes = new ArrayList<>();
      for (int node = 1; node < tree.size(); node++) {
        String caller =
            tree.parent(node) == 0
                ? ""
                : read.methods().get(tree.method(tree.parent(node))).name() + " ";
        nodes.add(caller + read.methods().get(tree.method(node)).name() + " " + tree.calls(node));
      }
      assertEquals(List.of("total 2", "total price 6", "price size 18", "size load 18"), nodes);
      MethodTotals totals = MethodTotals.of(read, read.threads());
      assertEquals(0, totals.self(index(read, "price")));
      assertEquals(0, totals.self(index(read, "size")));
      assertEquals(1800, totals.self(index(read, "load")));
      assertEquals(read.threads().get(0).sums().self() - 1800, totals.self(index(read, "total")));
    }
  }

  @Test
  void callsOfMethodsThatAreFlatInOneRunHaveNoContextInAny() throws IOException {
    CallTreeBuilder tree = new CallTreeBuilder();
    int total = tree.add(0, 0);
    tree.calls(total, 1).self(total, 148);
    int load = tree.add(total, 3);
    tree.calls(load, 9).self(load, 900);
    // Counted by its caller, in this context.
    int known = tree.add(total, 2);
    tree.calls(known, 5).callsKnown(known, CallsKind.BOUNDED, 5, CallTree.UNBOUNDED);
    int above = tree.add(0, 4);
    tree.calls(tree.add(above, 1), 3);
    tree.calls(tree.add(above, 2), 4);
    CallTree built = tree.build();
    List<MethodInfo> methods =
        new ArrayList<>(profile(built, MethodInfo.FLAT, MethodInfo.FLAT).methods());
    methods.add(MethodInfo.FLAT_CALLS);
    Profile flat = Profiles.of(methods, Profiles.thread(1, "main", built));
    String sum = cli.path("flat.json");
    assertEquals(
        0, cli.run("merge", cli.file("a.json", timed()), cli.file("b.json", flat), "-o", sum));
    assertEquals(
        "tare: rolled up: 2 methods flat in one of the runs, with calls without their contexts in"
            + " all\n",
        cli.err());
    Profile read = ProfileReader.read(Path.of(sum));
    MethodTotals totals = MethodTotals.of(read, read.threads());
    CallTree merged = read.threads().get(0).tree();
    Map.of("price", 3L + 3, "size", 9L + 4 + 5)
        .forEach(
            (name, calls) -> {
              int at = index(read, name);
              assertEquals(calls, totals.calls(at), name);
              assertEquals(0, totals.self(at), name);
              assertEquals(CallsKind.EXACT, totals.callsKind(at, read.methods().get(at)), name);
              for (int node = 1; node < merged.size(); node++) {
                if (merged.method(node) == at) {
                  int parent = merged.method(merged.parent(node));
                  assertEquals(index(read, "<flat calls>"), parent, name);
                }
              }
            });
    assertEquals(
        100 + 30 + 9 + 900 + 148 + 900, read.threads().get(0).sums().self(), "all of the time");
  }

  @Test
  void profilesOfTwoModesAreAddedUpWithAWord() throws IOException {
    Profile full = timed();
    Profile sampled = Profiles.sampled(full);
    String sum = cli.path("modes.json");
    assertEquals(
        0, cli.run("merge", cli.file("a.json", full), cli.file("b.json", sampled), "-o", sum));
    assertEquals(
        "tare: of modes full and sampled: self values of the sum are no better than those of"
            + " sampled profiles\n",
        cli.err());
  }

  @Test
  void profilesOfWhichSomeDoNotKnowWaitingAreAddedUpWithAWord() throws IOException {
    String known = cli.file("a.json", Profiles.withWaiting(timed()));
    String unknown = cli.file("b.json", timed());
    String sum = cli.path("sum.json");
    assertEquals(0, cli.run("merge", known, known, "-o", sum));
    assertEquals("", cli.err());
    assertEquals(0, cli.run("merge", known, unknown, "-o", sum));
    assertEquals(
        "tare: waiting is known of some of the profiles alone: in the sum it counts as work\n",
        cli.err());
    String nothing = cli.file("c.json", Profiles.of(List.of()));
    for (String[] files : new String[][] {{known, nothing}, {nothing, known}}) {
      assertEquals(0, cli.run("merge", files[0], files[1], nothing, "-o", sum));
      assertEquals("", cli.err());
      assertTrue(ProfileReader.read(Path.of(sum)).metric().waitingKnown());
    }
  }

  /** {@code price} calls {@code size}, which calls nothing here, and has readings of its own. */
  @Test
  void countedMethodsOfSampledModeKeepTheirReadingsUnlessTheyCallNothing() throws IOException {
    CallTreeBuilder tree = new CallTreeBuilder();
    int total = tree.add(0, 0);
    tree.calls(total, 1).self(total, 100);
    int price = tree.add(total, 1);
    tree.calls(price, 3).self(price, 30).overhead(price, 3);
    int size = tree.add(price, 2);
    tree.calls(size, 9).self(size, 9);
    Profile counted =
        Profiles.sampled(profile(tree.build(), MethodInfo.COUNTED, MethodInfo.COUNTED));
    String sum = cli.path("sum.json");
    String file = cli.file("a.json", counted);
    for (String other : List.of(file, cli.file("b.json", Profiles.sampled(timed())))) {
      assertEquals(0, cli.run("merge", file, other, "-o", sum));
      Profile read = ProfileReader.read(Path.of(sum));
      MethodTotals totals = MethodTotals.of(read, read.threads());
      boolean isAlone = other.equals(file);
      assertEquals(isAlone ? 60 + 18 : 60, totals.self(index(read, "price")));
      assertEquals(isAlone ? 6 : 3, totals.overhead(index(read, "price")));
      // Where it was timed, size calls load, and so it had readings where it was counted.
      assertEquals(isAlone ? 0 : 18, totals.self(index(read, "size")));
      assertEquals(200, totals.self(index(read, "total")));
    }
  }

  private static int index(Profile profile, String name) {
    return profile.methods().stream().map(MethodInfo::name).toList().indexOf(name);
  }

  @Test
  void theOrderDoesNotMatterNorWhetherSumsAreAddedUp() throws IOException {
    String a = cli.file("a.json", timed());
    String b = cli.file("b.json", limited());
    String c = cli.file("c.json", timed());
    merge("one.json", a, b, c);
    merge("ac.json", a, c);
    merge("two.json", b, cli.path("ac.json"));
    merge("ab.json", a, b);
    merge("three.json", c, cli.path("ab.json"));
    byte[] expected = Files.readAllBytes(folder.resolve("one.json"));
    assertArrayEquals(expected, Files.readAllBytes(folder.resolve("two.json")));
    assertArrayEquals(expected, Files.readAllBytes(folder.resolve("three.json")));
  }

  private void merge(String target, String... files) {
    String[] args = new String[files.length + 3];
    args[0] = "merge";
    System.arraycopy(files, 0, args, 1, files.length);
    args[files.length + 1] = "-o";
    args[files.length + 2] = cli.path(target);
    assertEquals(0, cli.run(args), cli.err());
  }

  @Test
  void runsOfTheSameProbesAreAddedUpAsTheyAre() throws IOException {
    String file = cli.file("a.json", timed());
    assertEquals(0, cli.run("merge", file, file, "-o", cli.path("sum.json")));
    assertEquals("", cli.err());
    assertEquals(0, cli.run("merge", cli.file("b.json", limited()), "-o", cli.path("sum.json")));
    assertEquals("", cli.err());
  }

  @Test
  void whatTwoRunsLostToTheirProbesIsAddedUp() throws IOException {
    Profile plain = timed();
    Profile first = with(plain, new BudgetUse(2_000, 1_000, 900, 1_100, 500, 300, true));
    Profile second = with(plain, new BudgetUse(4_000, 3_000, 0, 3_500, 0, 0, true));
    String sum = cli.path("sum.json");
    String a = cli.file("a.json", first);
    assertEquals(0, cli.run("merge", a, cli.file("b.json", second), "-o", sum));
    BudgetUse use = ProfileReader.read(Path.of(sum)).run().budget();
    assertEquals(new BudgetUse(6_000, 4_000, 0, 4_600, 500, 300, true), use);
    assertEquals(0, cli.run("report", sum));
    assertTrue(
        cli.out()
            .contains(
                "budget    at least 30.4% slower, of 10% allowed; over it for 500 ns of 6.00 us CPU"
                    + " time without 300 ns of weaving"),
        cli.out());
  }

  @Test
  void aRunTooShortToBeMeasuredIsNotSaidToBeSlowerByNothing() throws IOException {
    Profile brief = with(timed(), new BudgetUse(0, 0, 0, 0, 0, 0, true));
    assertEquals(0, cli.run("report", cli.file("a.json", brief)));
    assertTrue(cli.out().contains("budget    not known how much slower; 10% allowed\n"), cli.out());
  }

  private static Profile with(Profile plain, BudgetUse use) {
    return Profiles.with(
        java.util.Map.of("mode", "full", "budget", "10%"),
        Profiles.with(plain.run().withBudget(use), plain));
  }
}
