package dev.tare.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.profile.CallTree;
import dev.tare.profile.CallTreeBuilder;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.Metric;
import dev.tare.profile.Profile;
import dev.tare.profile.json.ProfileWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiffCommandTest {
  private final Cli cli;
  private final String before;
  private final String after;

  DiffCommandTest(@TempDir Path folder) throws IOException {
    cli = new Cli(folder);
    before = cli.file("before.json", DiffProfiles.before());
    after = cli.file("after.json", DiffProfiles.after());
  }

  @Test
  void showsWhatChangedMostFirstAndMarksWhatIsUncertain() {
    assertEquals(0, cli.run("diff", before, after));
    assertEquals(
        """
        before    com.acme.Main 10, 2026-11-21T05:00:00.123Z, 1.235 s, mode full
        after     com.acme.Main 10, 2026-11-21T05:00:00.123Z, 1.235 s, mode full
        metric    time in ns
        self      6.70 us -> 7.55 us, +12.7%

        method       self before    after    change       +-   change     calls before  after
        A.slower         5.00 us  6.00 us  +1.00 us  1.88 us   +20.0%  ~            10     10
        A.gone            700 ns     0 ns   -700 ns   122 ns  -100.0%                7      0
        A.added             0 ns   500 ns   +500 ns  86.7 ns        -                0      5
        A.uncertain      1.00 us  1.05 us    +50 ns   584 ns    +5.0%  ~           100    105
        calls are the same in all runs but of 3 methods; counts have no error
        ~ : no more than varies from run to run, or than the overhead leaves uncertain
        with one run a side, nothing is sure: diff --before FILE... --after FILE...
        """,
        cli.out());
  }

  @Test
  void callsOfSeveralRunsAreRoundedOnceForEachMethod() throws IOException {
    Profile rare = ofContexts(0);
    String[] runs = {
      cli.file("one.json", ofContexts(40)), cli.file("two.json", rare), cli.file("three.json", rare)
    };
    String other = cli.file("other.json", ofContexts(13));
    assertEquals(
        0, cli.run("diff", "--before", runs[0], runs[1], runs[2], "--after", other), cli.err());
    String row = "A.called .* 13 +13";
    assertTrue(cli.out().lines().anyMatch(line -> line.matches(row)), cli.out());
  }

  /** {@code called} in so many contexts, once in each. */
  private static Profile ofContexts(int contexts) {
    List<MethodInfo> methods = new ArrayList<>(List.of(Profiles.method("A", "called")));
    CallTreeBuilder tree = new CallTreeBuilder();
    for (int i = 0; i < contexts; i++) {
      methods.add(Profiles.method("A", "caller" + i));
      int caller = tree.add(0, 1 + i);
      tree.calls(caller, 1);
      int called = tree.add(caller, 0);
      tree.calls(called, 1).self(called, 1000);
    }
    return Profiles.of(methods, Profiles.thread(1, "main", tree.build()));
  }

  @Test
  void selfValuesOfSeveralRunsAreRoundedOnceForEachMethod() throws IOException {
    String[] runs = new String[3];
    for (int run = 0; run < runs.length; run++) {
      runs[run] = cli.file("run" + run + ".json", ofPlaces(100 * run));
    }
    String[] sides = {
      "diff", "--top", "400", "--before", runs[0], runs[1], runs[2], "--after", runs[1], runs[1]
    };
    assertEquals(0, cli.run(sides), cli.err());
    assertTrue(cli.out().contains("self      100 ns -> 100 ns, +0.0%\n"), cli.out());
    String row = "A.called +100 ns +100 ns +0 ns .*";
    assertTrue(cli.out().lines().anyMatch(line -> line.matches(row)), cli.out());
  }

  /** {@code called} takes 1 ns in each of a hundred contexts, from this one on. */
  private static Profile ofPlaces(int first) {
    List<MethodInfo> methods = new ArrayList<>(List.of(Profiles.method("A", "called")));
    CallTreeBuilder tree = new CallTreeBuilder();
    for (int i = 0; i < 100; i++) {
      methods.add(Profiles.method("A", "caller" + (first + i)));
      int caller = tree.add(0, 1 + i);
      tree.calls(caller, 1);
      int called = tree.add(caller, 0);
      tree.calls(called, 1).self(called, 1);
    }
    return Profiles.of(methods, Profiles.thread(1, "main", tree.build()));
  }

  /** A regression of {@code small} is shown as it is tested, though its nodes are in its caller. */
  @Test
  void whatIsShownOfFoldedMethodsIsWhatIsTested() throws IOException {
    List<String> arguments = new ArrayList<>(List.of("diff", "--fail-above", "20%"));
    for (String side : List.of("--before", "--after")) {
      arguments.add(side);
      for (int run = 0; run < 5; run++) {
        arguments.add(folded(side.substring(2) + run, run, side.equals("--before") ? 50e6 : 100e6));
      }
    }
    assertEquals(1, cli.run(arguments.toArray(String[]::new)), cli.out());
    assertEquals("tare: risen by more than 20%: A.small (+100.0%)\n", cli.err());
    for (String row :
        List.of(
            "self +3\\.45 s -> 3\\.50 s, \\+1\\.4%",
            "A\\.small +50\\.0 ms +100 ms +\\+50\\.0 ms .* \\+100\\.0% +! .*",
            "A\\.top +1\\.00 s +1\\.00 s +0 ns .* ~ .*")) {
      assertTrue(cli.out().lines().anyMatch(line -> line.matches(row)), cli.out());
    }
  }

  /** Twelve methods of 0.2 s, and one of a second that calls {@code small}. */
  private String folded(String name, int run, double small) throws IOException {
    List<MethodInfo> methods = new ArrayList<>();
    CallTreeBuilder tree = new CallTreeBuilder();
    for (int i = 0; i < 12; i++) {
      int node = tree.add(0, i);
      methods.add(Profiles.method("A", "m" + i));
      tree.calls(node, 10).self(node, 200_000_000 + 1_000 * ((run + i) % 5));
    }
    methods.add(Profiles.method("A", "top"));
    methods.add(Profiles.method("A", "small"));
    int top = tree.add(0, 12);
    tree.calls(top, 1).self(top, 1_000_000_000);
    int below = tree.add(top, 13);
    tree.calls(below, 1_000).self(below, Math.round(small));
    Profile whole = Profiles.of(methods, Profiles.thread(1, "main", tree.build()));
    String file = cli.path(name + ".json");
    ProfileWriter.write(
        new FoldedParts(whole, Map.of("mode", "full", "minshare", "4%"), 150_000_000),
        Path.of(file));
    return file;
  }

  @Test
  void valuesBelowZeroAreNoChange() throws IOException {
    String negative = cli.file("negative.json", of(-49_000, 2000, -7000));
    String others = cli.file("others.json", of(-100, -8000, 3000));
    assertEquals(0, cli.run("diff", negative, others));
    String noise = "A.noise +≈0 +≈0 +≈0 .* ~ .*";
    String gone = "A.gone +2[.]00 us +≈0 .* -100[.]0% .*";
    String come = "A.come +≈0 +3[.]00 us .* ~ .*";
    for (String row : List.of(noise, gone, come)) {
      assertTrue(cli.out().lines().anyMatch(line -> line.matches(row)), cli.out());
    }
    assertTrue(cli.out().indexOf("A.noise") > cli.out().indexOf("A.come"), cli.out());
  }

  private static Profile of(long noise, long gone, long come) {
    CallTreeBuilder tree = new CallTreeBuilder();
    List<MethodInfo> methods =
        List.of(
            Profiles.method("A", "noise"),
            Profiles.method("A", "gone"),
            Profiles.method("A", "come"));
    tree.calls(tree.add(0, 0), 10).self(1, noise).overhead(1, 100);
    tree.calls(tree.add(0, 1), 10).self(2, gone).overhead(2, 100);
    tree.calls(tree.add(0, 2), 10).self(3, come).overhead(3, 100);
    return Profiles.of(methods, Profiles.thread(1, "main", tree.build()));
  }

  @Test
  void methodsAreTheSameBottomUp() {
    assertEquals(0, cli.run("diff", before, after, "--paths"));
    String methods = beforePaths();
    assertEquals(0, cli.run("diff", before, after, "--reverse", "--paths"));
    assertEquals(methods, beforePaths());
  }

  private String beforePaths() {
    int paths = cli.out().indexOf("\npath ");
    assertTrue(paths > 0, cli.out());
    return cli.out().substring(0, paths);
  }

  /** What stands for the callers of a chain that was cut is no method of the table. */
  @Test
  void longPathsAreComparedBottomUp() throws IOException {
    CallTreeBuilder tree = new CallTreeBuilder();
    int node = 0;
    for (int i = 0; i < 300; i++) {
      node = tree.add(node, 0);
      tree.calls(node, 1).self(node, 100);
    }
    CallTree deep = tree.build();
    CallTreeBuilder more = new CallTreeBuilder();
    int added = more.add(0, 1);
    more.calls(added, 1).self(added, 1_000_000);
    List<MethodInfo> methods = List.of(Profiles.method("A", "deep"));
    String first = cli.file("first.json", Profiles.of(methods, Profiles.thread(1, "main", deep)));
    String second =
        cli.file(
            "second.json",
            Profiles.of(
                List.of(methods.get(0), Profiles.method("A", "added")),
                Profiles.thread(1, "main", deep),
                Profiles.thread(2, "other", more.build())));
    assertEquals(0, cli.run("diff", first, second, "--reverse", "--paths", "--top", "1"));
    String path = cli.out().substring(cli.out().indexOf("\npath "));
    assertTrue(path.contains("\nA.added "), cli.out());
  }

  @Test
  void callersAreComparedByTheirTotals() {
    assertEquals(0, cli.run("diff", before, after, "--callers", "A.slower"));
    assertTrue(cli.out().contains("\nmethod       total before "), cli.out());
    for (String method : List.of("A.slower", "A.uncertain")) {
      String row = method + " +5\\.00 us +6\\.00 us +\\+1\\.00 us +\\+20\\.0% +10 +10";
      assertTrue(cli.out().lines().anyMatch(line -> line.matches(row)), cli.out());
    }
    assertEquals(2, cli.run("diff", before, after, "--callers", "A.slower", "--fail-above", "5%"));
  }

  /** {@code B.inner} has no probes before, so that its time is that of {@code A.outer}. */
  @Test
  void methodsAreMadeAlikeBeforeTheyAreGrouped() throws IOException {
    MethodInfo outer = Profiles.method("A", "outer");
    MethodInfo inner = Profiles.method("B", "inner");
    CallTreeBuilder without = new CallTreeBuilder();
    int node = without.add(0, 0);
    without.calls(node, 1).self(node, 900);
    CallTreeBuilder with = new CallTreeBuilder();
    node = with.add(0, 0);
    with.calls(node, 1).self(node, 100);
    int below = with.add(node, 1);
    with.calls(below, 10).self(below, 800);
    String first =
        cli.file(
            "without.json",
            Profiles.of(
                List.of(outer, Profiles.method("B", "inner", MethodInfo.MERGED)),
                Profiles.thread(1, "main", without.build())));
    String second =
        cli.file(
            "with.json",
            Profiles.of(List.of(outer, inner), Profiles.thread(1, "main", with.build())));
    assertEquals(0, cli.run("diff", first, second, "--by", "class"));
    assertTrue(cli.out().contains("rolled up  1 method without probes"), cli.out());
    assertTrue(cli.out().contains("\nclass  self before   after"), cli.out());
    assertTrue(
        cli.out().lines().anyMatch(line -> line.matches("A +900 ns +900 ns +0 ns .*")), cli.out());
    assertFalse(cli.out().contains("\nB "), cli.out());
  }

  @Test
  void threadsAreComparedAsPools() throws IOException {
    CallTreeBuilder builder = new CallTreeBuilder();
    int node = builder.add(0, 0);
    builder.calls(node, 3).self(node, 700).overhead(node, 100);
    CallTree tree = builder.build();
    List<MethodInfo> methods = List.of(Profiles.method("A", "a"));
    String one = cli.file("one.json", Profiles.of(methods, Profiles.thread(1, "worker-1", tree)));
    String two =
        cli.file(
            "two.json",
            Profiles.of(
                methods,
                Profiles.thread(1, "worker-1", tree),
                Profiles.thread(2, "worker-2", tree)));
    assertEquals(0, cli.run("diff", one, two, "--threads"));
    assertTrue(
        cli.out()
            .contains(
                "\nworker-*               1      2       800 ns  1.60 us             3      6"),
        cli.out());
    assertEquals(2, cli.run("diff", one, two, "--threads", "--per-call"));
    assertEquals(0, cli.run("export", two, "--format", "csv", "--threads", "-o", one));
    assertEquals(
        List.of(
            "thread,threads,wall_ns,running_ns,waiting_ns,no_processor_ns,collections_ns,calls,"
                + "calls_kind",
            "worker-*,2,1600,1600,0,0,0,6,exact"),
        Files.readAllLines(Path.of(one)));
    assertEquals(2, cli.run("export", two, "--format", "pprof", "--threads"));
  }

  @Test
  void comparesEachCallWhereAsked() {
    assertEquals(0, cli.run("diff", before, after, "--per-call"));
    assertTrue(
        cli.out().contains("A.slower               500 ns  600 ns  +100 ns   202 ns   +20.0%"),
        cli.out());
    assertTrue(
        cli.out().contains("A.uncertain             10 ns   10 ns     0 ns  5.86 ns    +0.0%"),
        cli.out());
  }

  @Test
  void smallValuesOfACallAreToldApartInEveryUnit() throws IOException {
    String few = cli.file("few.json", of(2_400));
    String more = cli.file("more.json", of(3_400));
    for (String unit : List.of("auto", "exact")) {
      assertEquals(0, cli.run("diff", few, more, "--per-call", "--unit", unit));
      String row = "A.rare +0[.]00240 +0[.]00340 +[+]0[.]00100 .*";
      assertTrue(cli.out().lines().anyMatch(line -> line.matches(row)), cli.out());
      assertEquals(0, cli.run("report", few, "--unit", unit));
      assertTrue(cli.out().lines().anyMatch(line -> line.matches("A.rare .* 0[.]00240")));
    }
  }

  private static Profile of(long faults) {
    CallTreeBuilder tree = new CallTreeBuilder();
    tree.calls(tree.add(0, 0), 1_000_000).self(1, faults);
    Metric metric = new Metric("page-faults", "page-faults", "perf");
    List<MethodInfo> methods = List.of(Profiles.method("A", "rare"));
    return Profiles.with(metric, Profiles.of(methods, Profiles.thread(1, "main", tree.build())));
  }

  @Test
  void showsPaths() {
    assertEquals(0, cli.run("diff", before, after, "--paths", "--top", "1"));
    assertTrue(cli.out().contains("\nA.uncertain > A.slower  "), cli.out());
    assertTrue(cli.out().contains("\n3 more paths (--top)\n"), cli.out());
  }

  @Test
  void failAboveEndsWithOneAndNamesTheMethods() {
    // Of two other methods, one did not change: that A.slower did is not known.
    assertEquals(1, cli.run("diff", before, after, "--fail-above", "5%"));
    assertEquals("tare: risen by more than 5%: A.added (new)\n", cli.err());
    assertTrue(cli.out().contains("A.slower"));
    assertEquals(0, cli.run("diff", before, after, "--fail-above", "5%", "--min-share", "10%"));
    assertEquals("", cli.err());
    assertEquals(0, cli.run("diff", after, after, "--fail-above", "0%"));
    assertEquals(2, cli.run("diff", after, after, "--fail-above", "much"));
    assertEquals(2, cli.run("diff", after, after, "--fail-above", "-1%"));
  }

  @Test
  void aMethodThatMovedToAnotherLineIsTheSame() throws IOException {
    CallTreeBuilder tree = new CallTreeBuilder();
    int node = tree.add(0, 0);
    tree.calls(node, 1).self(node, 100);
    CallTree built = tree.build();
    String here =
        cli.file(
            "here.json",
            Profiles.of(
                List.of(new MethodInfo("A", "a", "()V", "A.java", 7)),
                Profiles.thread(1, "main", built)));
    String there =
        cli.file(
            "there.json",
            Profiles.of(List.of(Profiles.method("A", "a")), Profiles.thread(1, "main", built)));
    assertEquals(0, cli.run("diff", here, there));
    assertTrue(cli.out().contains("+0.0%"), cli.out());
    assertEquals(1, cli.out().lines().filter(line -> line.startsWith("A.a ")).count());
  }

  /** A budget took the probes of A.a in the run after, so its values are in A.caller's there. */
  @Test
  void aMethodWithoutProbesInOneRunIsAPartOfItsCallersInBoth() throws IOException {
    CallTreeBuilder whole = new CallTreeBuilder();
    int caller = whole.add(0, 0);
    whole.calls(caller, 1).self(caller, 100);
    int called = whole.add(caller, 1);
    whole.calls(called, 9).self(called, 50);
    CallTreeBuilder merged = new CallTreeBuilder();
    caller = merged.add(0, 0);
    merged.calls(caller, 1).self(caller, 150);
    MethodInfo callerInfo = Profiles.method("A", "caller");
    MethodInfo info = Profiles.method("A", "a");
    String off =
        cli.file(
            "off.json",
            Profiles.of(List.of(callerInfo, info), Profiles.thread(1, "main", whole.build())));
    String budget =
        cli.file(
            "budget.json",
            Profiles.of(
                List.of(callerInfo, Profiles.method("A", "a", MethodInfo.MERGED)),
                Profiles.thread(1, "main", merged.build())));
    assertEquals(0, cli.run("diff", off, budget, "--fail-above", "0%"));
    assertTrue(cli.out().contains("150 ns -> 150 ns, +0.0%"), cli.out());
    assertTrue(
        cli.out()
            .contains(
                "rolled up  1 method without probes in one of the runs, as parts of their callers"),
        cli.out());
    assertTrue(cli.out().contains("calls are the same in all runs\n"), cli.out());
  }

  @Test
  void otherMetricsCannotBeCompared() throws IOException {
    Profile profile = DiffProfiles.before();
    Profile cycles = Profiles.with(new Metric("cycles", "cycles", "perf"), profile);
    assertEquals(1, cli.run("diff", before, cli.file("cycles.json", cycles)));
    assertEquals("tare: cannot be compared: metric is time before and cycles after\n", cli.err());
  }

  @Test
  void modesOfAllRunsAreLookedAt() throws IOException {
    String sampled = cli.file("sampled.json", Profiles.sampled(DiffProfiles.before()));
    assertEquals(0, cli.run("diff", "--before", before, sampled, "--after", after, after));
    assertTrue(
        cli.out()
            .contains("warning   mode=full, sampled before and full after: compare calls alone\n"),
        cli.out());
    assertEquals(0, cli.run("diff", "--before", sampled, before, "--after", after, sampled));
    assertTrue(cli.out().contains("mode=full, sampled before and full, sampled after"), cli.out());
    assertEquals(0, cli.run("diff", "--before", before, before, "--after", after, after));
    assertFalse(cli.out().contains("warning"), cli.out());
  }

  @Test
  void writesAPage() throws IOException {
    String page = cli.path("diff.html");
    assertEquals(0, cli.run("diff", before, after, "--html", page));
    assertEquals("", cli.out());
    assertTrue(Files.size(Path.of(page)) > 100_000);
  }

  @Test
  void ofSeveralRunsASideItIsKnownWhatVaries() throws IOException {
    List<String> equal = new ArrayList<>(List.of("diff", "--before"));
    List<String> slower = new ArrayList<>(List.of("diff", "--before"));
    for (int run = 0; run < 5; run++) {
      String file = cli.file("a" + run + ".json", run(run, 1));
      equal.add(file);
      slower.add(file);
    }
    equal.add("--after");
    slower.add("--after");
    for (int run = 5; run < 10; run++) {
      equal.add(cli.file("b" + run + ".json", run(run, 1)));
      slower.add(cli.file("c" + run + ".json", run(run, 1.1)));
    }
    assertEquals(0, cli.run(equal.toArray(String[]::new)));
    assertFalse(cli.out().contains("  !  "), cli.out());
    assertTrue(cli.out().contains("\ncalls are the same in all runs\n"), cli.out());
    assertEquals(0, cli.run(slower.toArray(String[]::new)));
    List<String> sure = cli.out().lines().filter(line -> line.contains("  !  ")).toList();
    assertEquals(1, sure.size(), cli.out());
    assertTrue(sure.get(0).startsWith("A.m3 "), cli.out());
    assertTrue(cli.out().contains("mean of 5 runs, the first: "), cli.out());
    slower.addAll(List.of("--fail-above", "5%", "--min-share", "0.5%"));
    assertEquals(1, cli.run(slower.toArray(String[]::new)));
    assertTrue(cli.err().startsWith("tare: risen by more than 5%: A.m3 (+"), cli.err());
    assertEquals(2, cli.run("diff", before));
    assertEquals(2, cli.run("diff", before, after, "--before", before));
  }

  /** Thirty methods, that vary by a percent or two, on a machine that does by ten. */
  private static Profile run(int seed, double slowness) {
    Random random = new Random(seed);
    double pace = 1 + 0.1 * random.nextDouble();
    List<MethodInfo> methods = new ArrayList<>();
    CallTreeBuilder tree = new CallTreeBuilder();
    for (int i = 0; i < 30; i++) {
      methods.add(Profiles.method("A", "m" + i));
      double self = 1e6 * (i + 1) * pace * (1 + 0.015 * random.nextGaussian());
      int node = tree.add(0, i);
      tree.calls(node, 100).self(node, Math.round(i == 3 ? self * slowness : self));
    }
    return Profiles.of(methods, Profiles.thread(1, "main", tree.build()));
  }
}
