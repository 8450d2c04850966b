package dev.tare.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.profile.CallTree;
import dev.tare.profile.CallTreeBuilder;
import dev.tare.profile.CallsKind;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.Profile;
import dev.tare.profile.json.ProfileReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How calls are known that probes did not count, wherever they are told. */
class CallsKindsTest {
  @TempDir Path folder = Path.of("");
  private Cli cli = new Cli(folder);

  @BeforeEach
  void open() {
    cli = new Cli(folder);
  }

  private static Profile profile() {
    CallTreeBuilder tree = new CallTreeBuilder();
    int total = tree.add(0, 0);
    tree.calls(total, 10).self(total, 900);
    int derived = tree.add(total, 1);
    tree.calls(derived, 70).callsKnown(derived, CallsKind.DERIVED, 70, 70);
    int bounded = tree.add(0, 1);
    tree.calls(bounded, 5).self(bounded, 1);
    tree.callsKnown(bounded, CallsKind.BOUNDED, 5, CallTree.UNBOUNDED);
    return Profiles.of(
        List.of(
            Profiles.method("com.acme.Order", "total"),
            Profiles.method("com.acme.Order", "size", MethodInfo.MERGED)),
        Profiles.thread(1, "main", tree.build()));
  }

  @Test
  void theTreeMarksThemAndSaysWhatTheMarksMean() throws IOException {
    assertEquals(0, cli.run("report", cli.file("a.json", profile()), "--tree"));
    String text = cli.out();
    assertTrue(text.contains("  =70  "), text);
    assertTrue(text.contains("  ≥5  "), text);
    assertTrue(text.contains("  ≥75\n"), "the sum of the method: " + text);
    assertTrue(text.contains("= follow from the caller's own instructions"), text);
    assertTrue(text.contains("[merged] : for some time without probes"), text);
  }

  /** {@code counted} was timed for some of its calls, as a merged method was. */
  @Test
  void noValueOfACallIsToldWhereNotAllCallsHadReadings() throws IOException {
    CallTreeBuilder tree = new CallTreeBuilder();
    int total = tree.add(0, 0);
    tree.calls(total, 10).self(total, 900);
    int size = tree.add(total, 1);
    tree.calls(size, 100).self(size, 500);
    CallTree called = tree.build();
    for (String tier : List.of(MethodInfo.COUNTED, MethodInfo.FLAT, MethodInfo.MERGED)) {
      Profile profile =
          Profiles.of(
              List.of(
                  Profiles.method("com.acme.Order", "total"),
                  Profiles.method("com.acme.Order", "size", tier)),
              Profiles.thread(1, "main", called));
      assertEquals(0, cli.run("report", cli.file("a.json", profile)));
      assertTrue(cli.out().lines().anyMatch(line -> line.endsWith(" 10      90 ns")), cli.out());
      assertTrue(
          cli.out()
              .lines()
              .anyMatch(line -> line.startsWith("com.acme.Order.size [") && line.endsWith("100")),
          cli.out());
    }
  }

  @Test
  void jsonAndCsvSayHowSumsAreKnown() throws IOException {
    String file = cli.file("a.json", profile());
    assertEquals(0, cli.run("report", file, "--json"));
    assertTrue(cli.out().contains("\"calls_kind\" : \"bounded\""), cli.out());
    assertTrue(cli.out().contains("\"calls_kind\" : \"exact\""), cli.out());
    Path csv = folder.resolve("a.csv");
    assertEquals(0, cli.run("export", file, "--format", "csv", "-o", csv.toString()));
    List<String> lines = Files.readAllLines(csv);
    assertTrue(lines.get(0).contains(",tier,calls_kind,"), lines::toString);
    assertTrue(lines.get(1).contains(",timed,exact,"), lines::toString);
    assertTrue(lines.get(2).contains(",merged,bounded,"), lines::toString);
  }

  @Test
  void sumsOfNodesAreAtLeastWhereNodesWereFolded() throws Exception {
    String whole = "trust     calls are exact";
    String atLeast = "trust     calls are at least, without those of nodes folded by minshare";
    FoldedParts.small(folder);
    String file = cli.path("folded.json");
    assertEquals(0, cli.run("report", file));
    assertTrue(cli.out().contains(whole), cli.out());
    assertFalse(cli.out().contains("≥"), cli.out());
    FoldedParts.merged(folder);
    String[][] commands = {
      {"report", file, "--thread", "main"},
      {"report", file, "--by", "class"},
      {"report", file, "--focus", "Order.recur"},
      {"report", cli.path("merged.json")},
    };
    for (String[] command : commands) {
      assertEquals(0, cli.run(command), cli.err());
      assertTrue(cli.out().contains(atLeast), cli.out());
      assertTrue(cli.out().contains("\n≥ : at least, without the calls of nodes "), cli.out());
    }
    assertEquals(0, cli.run("report", file, "--callers", "Order.recur", "--json"));
    String methods = cli.out().substring(cli.out().indexOf("\"methods\""));
    assertTrue(methods.contains("\"calls_kind\" : \"bounded\""), cli.out());
    assertFalse(methods.contains("\"calls_kind\" : \"exact\""), cli.out());
    for (String format : List.of("csv", "callgrind", "pprof")) {
      String out = cli.path("out");
      assertEquals(0, cli.run("export", file, "--format", format, "-o", out));
      String missing = "the profile has no nodes for 57 calls, folded by minshare\n";
      assertTrue(cli.err().contains("tare: calls are at least: " + missing), cli.err());
    }
    assertEquals(0, cli.run("export", file, "--format", "csv", "-o", cli.path("out")));
    assertFalse(Files.readString(Path.of(cli.path("out"))).contains(",exact,"));
  }

  @Test
  void aSumHasMethodsWithoutProbesAsPartsOfTheirCallers() throws IOException {
    String file = cli.file("a.json", profile());
    assertEquals(0, cli.run("merge", file, file, "-o", cli.path("sum.json")));
    CallTree tree = ProfileReader.read(Path.of(cli.path("sum.json"))).threads().get(0).tree();
    assertEquals(2, tree.size());
    assertEquals(20, tree.calls(1));
    assertEquals(CallsKind.EXACT, tree.callsKind(1));
  }

  @Test
  void aThreadsCallsAreKnownNoBetterThanThoseOfItsMethods() throws IOException {
    String file = cli.file("a.json", profile());
    assertEquals(0, cli.run("report", file, "--by", "thread"));
    assertTrue(cli.out().contains("  ≥85\n"), cli.out());
    assertTrue(cli.out().contains("≥ are the least"), cli.out());
    assertEquals(0, cli.run("report", file, "--by", "thread", "--json"));
    assertTrue(cli.out().contains("\"calls\" : 85,"), cli.out());
    assertTrue(cli.out().contains("\"calls_kind\" : \"bounded\""), cli.out());
    Profile exact = Profiles.small();
    assertEquals(0, cli.run("report", cli.file("b.json", exact), "--by", "thread", "--json"));
    assertFalse(cli.out().contains("\"bounded\""), cli.out());
  }

  @Test
  void viewsKeepThem() throws IOException {
    String file = cli.file("a.json", profile());
    assertEquals(0, cli.run("report", file, "--callers", "size", "--min-share", "0%"));
    assertTrue(cli.out().contains("≥75"), cli.out());
    assertTrue(cli.out().contains("=70"), cli.out());
    assertEquals(0, cli.run("report", file, "--by", "class"));
    assertTrue(cli.out().contains("  ≥15\n"), cli.out());
    assertTrue(cli.out().contains("≥ are the least"), cli.out());
    assertEquals(0, cli.run("report", file, "--by", "class", "--json"));
    assertTrue(cli.out().contains("\"calls_kind\" : \"bounded\""), cli.out());
    assertEquals(0, cli.run("report", file, "--focus", "total"));
    assertTrue(cli.out().contains("10"), cli.out());
  }

  /** {@code Cache.get} is merged and has no node; {@code Cache.open} had probes all the time. */
  private static Profile withoutNode() {
    CallTreeBuilder tree = new CallTreeBuilder();
    int total = tree.add(0, 0);
    tree.calls(total, 10).self(total, 900);
    int open = tree.add(total, 1);
    tree.calls(open, 2).self(open, 80);
    return Profiles.of(
        List.of(
            Profiles.method("com.acme.Order", "total"),
            Profiles.method("com.acme.Cache", "open"),
            Profiles.method("com.acme.Cache", "get", MethodInfo.MERGED)),
        Profiles.thread(1, "main", tree.build()));
  }

  @Test
  void aGroupsCallsAreAtLeastWhereOneOfItsMethodsIsMerged() throws IOException {
    String file = cli.file("a.json", withoutNode());
    assertEquals(0, cli.run("report", file, "--by", "class"));
    assertTrue(cli.out().lines().anyMatch(line -> line.endsWith(" 10      90 ns")), cli.out());
    assertTrue(
        cli.out()
            .lines()
            .anyMatch(line -> line.startsWith("com.acme.Cache ") && line.endsWith(" ≥2")),
        cli.out());
    assertTrue(cli.out().contains("≥ are the least"), cli.out());
    assertEquals(0, cli.run("report", file, "--by", "class", "--json"));
    assertTrue(kinds(cli.out()).contains("\"calls\":10,\"calls_kind\":\"exact\",\"self\":900,"));
    assertTrue(kinds(cli.out()).contains("\"calls\":2,\"calls_kind\":\"bounded\",\"self\":80,"));
    Path csv = folder.resolve("a.csv");
    assertEquals(
        0, cli.run("export", file, "--format", "csv", "--by", "package", "-o", csv.toString()));
    assertTrue(Files.readAllLines(csv).get(1).contains(",timed,bounded,"), csv::toString);
  }

  @Test
  void aThreadsCallsAreAtLeastWhereAMethodIsMerged() throws IOException {
    String file = cli.file("a.json", withoutNode());
    String exact = cli.file("b.json", Profiles.small());
    assertEquals(0, cli.run("report", file, "--by", "thread"));
    assertTrue(
        cli.out().lines().anyMatch(line -> line.startsWith("main ") && line.endsWith(" ≥12")),
        cli.out());
    assertEquals(0, cli.run("report", file, "--threads"));
    assertTrue(
        cli.out().lines().anyMatch(line -> line.startsWith("main ") && line.endsWith(" ≥12")),
        cli.out());
    assertTrue(cli.out().contains("≥ are the least"), cli.out());
    assertEquals(0, cli.run("report", exact, "--threads"));
    assertFalse(cli.out().contains("≥"), cli.out());
    for (String kind : List.of("bounded", "exact")) {
      String of = kind.equals("exact") ? exact : file;
      assertEquals(0, cli.run("report", of, "--json"));
      String threads = kinds(cli.out()).replaceFirst("\"methods_in_all.*", "");
      assertTrue(threads.contains(",\"calls_kind\":\"" + kind + "\","), threads);
      Path csv = folder.resolve("a.csv");
      assertEquals(0, cli.run("export", of, "--format", "csv", "--threads", "-o", csv.toString()));
      List<String> lines = Files.readAllLines(csv);
      assertTrue(lines.get(0).endsWith(",calls,calls_kind"), lines::toString);
      assertTrue(lines.get(1).endsWith("," + kind), lines::toString);
    }
  }

  /** Nobody knows which of them came from methods of the same class. */
  @Test
  void flatCallsAreNoneOfAGroups() throws IOException {
    CallTreeBuilder tree = new CallTreeBuilder();
    int total = tree.add(0, 0);
    tree.calls(total, 10).self(total, 900);
    int above = tree.add(0, 2);
    int flat = tree.add(above, 1);
    tree.calls(flat, 240).self(flat, 3).overhead(flat, 4);
    Profile profile =
        Profiles.of(
            List.of(
                Profiles.method("com.acme.Order", "total"),
                Profiles.method("com.acme.Order$Line", "size", MethodInfo.FLAT),
                MethodInfo.FLAT_CALLS),
            Profiles.thread(1, "main", tree.build()));
    String file = cli.file("a.json", profile);
    assertEquals(0, cli.run("report", file, "--by", "class"));
    assertTrue(
        cli.out()
            .lines()
            .anyMatch(line -> line.startsWith("com.acme.Order ") && line.endsWith(" ≥10")),
        cli.out());
    assertEquals(0, cli.run("report", file, "--by", "class", "--json"));
    assertTrue(
        kinds(cli.out()).contains("\"calls\":10,\"calls_kind\":\"bounded\",\"self\":903,"),
        cli.out());
    assertEquals(0, cli.run("report", file, "--by", "thread"));
    assertTrue(cli.out().contains("  250  "), cli.out());
    assertEquals(0, cli.run("report", file));
    assertTrue(cli.out().lines().anyMatch(line -> line.endsWith(" 240")), cli.out());
  }

  private static String kinds(String json) {
    return json.replaceAll("\\s", "");
  }

  @Test
  void theSumOfAMergedMethodIsAtLeastAboveItsCallers() throws IOException {
    CallTreeBuilder tree = new CallTreeBuilder();
    int total = tree.add(0, 0);
    tree.calls(total, 10).self(total, 900);
    int derived = tree.add(total, 1);
    tree.calls(derived, 70).callsKnown(derived, CallsKind.DERIVED, 70, 70);
    Profile profile = profile().withThreads(List.of(Profiles.thread(1, "main", tree.build())));
    String file = cli.file("a.json", profile);
    for (String[] upwards : new String[][] {{"--callers", "size"}, {"--reverse"}}) {
      List<String> command = new ArrayList<>(List.of("report", file, "--min-share=0%"));
      command.addAll(List.of(upwards));
      assertEquals(0, cli.run(command.toArray(String[]::new)));
      assertTrue(line("  1  com.acme.Order.size").contains(" ≥70 "), cli.out());
      assertTrue(line("  2    com.acme.Order.total").contains(" =70 "), cli.out());
    }
    assertEquals(0, cli.run("report", file, "--callers", "size", "--json"));
    assertTrue(kinds(cli.out()).contains("\"calls\":70,\"calls_kind\":\"derived\""), cli.out());
  }

  private String line(String part) {
    return cli.out().lines().filter(line -> line.contains(part)).findFirst().orElse("");
  }
}
