package dev.tare.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.profile.CalibrationTable;
import dev.tare.profile.CallTreeBuilder;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.Metric;
import dev.tare.profile.Profile;
import dev.tare.profile.ThreadProfile;
import dev.tare.profile.json.ProfileReader;
import dev.tare.profile.json.ProfileWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class CheckCommandTest {
  private static final int BROKEN = 3;

  private final Path folder;
  private final Cli cli;

  CheckCommandTest(@TempDir Path folder) {
    this.folder = folder;
    cli = new Cli(folder);
  }

  @ParameterizedTest
  @CsvSource({
    "calls A#load <= base, 0",
    "calls A#load == base, 0",
    "calls A#* <= base, 3",
    "calls A#save <= 1.5 * base, 0",
    "calls A#save <= base + 4, 3",
    "calls A#save <= base + 5, 0",
    "calls A#save == base, 3",
    "calls A#save < 15, 3",
    "calls A#save >= base, 0",
    "calls A#save > base + 5, 3",
    "calls A#save <= 15, 0",
    "sum calls A#* <= 115, 0",
    "sum calls A#* <= 114, 3",
    "calls A#load:A#save <= 15, 3",
    "calls A#load:A#save <= 100, 0",
    "calls B#gone:A#load <= base, 0",
    "sum calls A#load:A#save <= 115, 0",
    "sum calls A#load:A#save <= 114, 3",
    "calls A#neverCalled <= 0, 0",
    "calls A#neverCalled >= 1, 3",
    "calls A#load<=99, 3",
    "calls A#load<= 100, 0",
    "calls A#load<base, 3",
    "calls A#load==1*base, 0",
    "calls A#load>100, 3",
    "calls A#load>=100, 0"
  })
  void callsAreComparedAsTheyAre(String rule, int status) throws IOException {
    String base = cli.file("base.json", profile(100, 10, 1_000));
    String now = cli.file("now.json", profile(100, 15, 1_000));
    assertEquals(
        status, cli.run("check", now, "--against", base, "--rules", rules(rule)), cli.err());
  }

  @Test
  void aSumOfOneMethodIsSaidSo() throws IOException {
    String now = cli.file("now.json", profile(100, 15, 1_000));
    assertEquals(BROKEN, cli.run("check", now, "--rules", rules("sum calls A#load <= 99")));
    assertTrue(cli.out().contains("sum of 1 method: 100, must be <= 99"), cli.out());
  }

  @Test
  void aMethodThatTheBaseNeverCalledWasCalledNotAtAllThere() throws IOException {
    String base = cli.file("base.json", Profiles.small());
    String now = cli.file("now.json", profile(100, 15, 1_000));
    assertEquals(
        BROKEN, cli.run("check", now, "--against", base, "--rules", rules("calls A#load <= base")));
    assertTrue(cli.out().contains("A#load: 100, must be <= 0 (base 0)"), cli.out());
  }

  @Test
  void whatIsBrokenIsSaidAsTextAsMarkdownAndAsAJunitReport() throws Exception {
    String base = cli.file("base.json", profile(100, 10, 1_000));
    String now = cli.file("now.json", profile(1_234, 10, 1_000));
    String rules = rules("# ours", "", "calls A#load <= base", "calls A#save == base");
    Path markdown = folder.resolve("check.md");
    Path junit = folder.resolve("check.xml");
    assertEquals(
        BROKEN,
        cli.run(
            "check",
            now,
            "--against",
            base,
            "--rules",
            rules,
            "--markdown",
            markdown.toString(),
            "--junit",
            junit.toString()));
    assertEquals(
        """
        FAILED  calls A#load <= base  (1 method)
                  A#load: 1,234, must be <= 100 (base 100)
        ok      calls A#save == base  (1 method)
        2 rules, 1 failed
        """,
        cli.out().replace("\r\n", "\n"));
    String text = Files.readString(markdown);
    assertTrue(text.contains("| `calls A#load <= base` | 1 | **failed** |"), text);
    assertTrue(text.contains("- `A#load: 1,234, must be <= 100 (base 100)`"), text);
    Element suite = suite(junit);
    assertEquals("2", suite.getAttribute("tests"));
    assertEquals("1", suite.getAttribute("failures"));
    Element test = (Element) suite.getElementsByTagName("testcase").item(0);
    assertEquals("calls A#load <= base", test.getAttribute("name"));
    Element failure = (Element) test.getElementsByTagName("failure").item(0);
    assertEquals("A#load: 1,234, must be <= 100 (base 100)", failure.getAttribute("message"));
  }

  private static Element suite(Path junit) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(junit.toFile())
        .getDocumentElement();
  }

  @Test
  void timeFailsOnlyWhereTheRunsOfTheTwoSidesAreApart() throws IOException {
    String[] base = files("base", 1_000, 1_100, 1_200);
    String[] overlapping = files("overlapping", 1_150, 1_500, 1_600);
    String[] slower = files("slower", 1_300, 1_310, 1_320);
    String rules = rules("self A#load <= base");
    assertEquals(0, check(overlapping, base, rules), cli.out());
    assertEquals(BROKEN, check(slower, base, rules), cli.err());
    assertTrue(
        cli.out().contains("A#load: 1,300 to 1,320 ns, must be <= 1,000 to 1,200 ns"), cli.out());
    assertEquals(0, check(slower, base, rules("self A#load <= 1.2 * base")), cli.out());
    assertEquals(0, check(slower, base, rules("self A#load <= 2us")), cli.out());
    assertEquals(BROKEN, check(slower, base, rules("self A#load <= 1us")), cli.err());
  }

  @Test
  void waitingIsNoWork() throws IOException {
    String[] base = new String[3];
    String[] now = new String[3];
    String[] unknown = new String[3];
    for (int i = 0; i < now.length; i++) {
      base[i] = cli.file("base" + i + ".json", waiting(1_000 + i, 0));
      now[i] = cli.file("now" + i + ".json", waiting(6_000 + i, 5_000));
      unknown[i] = cli.file("unknown" + i + ".json", profile(100, 10, 1_000 + i));
    }
    for (String measure : List.of("self", "total")) {
      String rules = rules(measure + " A#load <= base");
      assertEquals(0, check(now, base, rules), cli.out());
      assertEquals(1, check(unknown, base, rules), cli.out());
      assertEquals(
          "tare: "
              + rules
              + ": rule '"
              + measure
              + " A#load <= base' (line 1): waiting is known of some of the profiles alone, and not"
              + " in self and total of these: "
              + unknown[0]
              + " and "
              + base[0]
              + " differ\n",
          cli.err());
    }
    assertEquals(0, check(unknown, base, rules("calls A#load <= base")), cli.err());
    // Of the work, load is 1,000 of 1,500; with waiting it would be 6,000 of 6,500.
    String[] most = {"check", now[0], now[1], now[2], "--rules", rules("self A#load <= 1")};
    assertEquals(BROKEN, cli.run(with(most, "--min-share", "60%")), cli.out());
    assertEquals(0, cli.run(with(most, "--min-share", "80%")), cli.out());
  }

  @Test
  void valuesWithAndWithoutOverheadAreNotCompared() throws IOException {
    String[] base = files("base", 1_000, 1_100, 1_200);
    String[] raw = new String[base.length];
    for (int i = 0; i < raw.length; i++) {
      raw[i] =
          cli.file(
              "raw" + i + ".json", Profiles.with(CalibrationTable.off(), profile(100, 10, 9_000)));
    }
    for (String measure : List.of("self", "total")) {
      String rules = rules(measure + " A#load <= base");
      assertEquals(1, check(raw, base, rules), cli.out());
      assertEquals(
          "tare: "
              + rules
              + ": rule '"
              + measure
              + " A#load <= base' (line 1): overhead is subtracted in some of the profiles alone: "
              + raw[0]
              + " and "
              + base[0]
              + " differ\n",
          cli.err());
    }
    assertEquals(0, check(raw, base, rules("calls A#load <= base")), cli.err());
    assertEquals(0, check(raw, base, rules("self A#load <= 9us")), cli.err());
  }

  @Test
  void valuesOfDifferentModesAreWarnedOf() throws IOException {
    String[] base = files("base", 1_000, 1_100, 1_200);
    String[] mixed = files("mixed", 1_000, 1_100, 1_200);
    mixed[2] = cli.file("mixed2.json", Profiles.sampled(profile(100, 10, 1_200)));
    String warning = "tare: warning: profiles of modes full and sampled: compare calls alone\n";
    assertEquals(0, check(base, mixed, rules("self A#load <= base")), cli.out());
    assertEquals(warning, cli.err());
    assertEquals(0, check(mixed, base, rules("total A#load <= 9us")), cli.out());
    assertEquals(warning, cli.err());
    for (String rule : List.of("self A#load <= 9us", "calls A#load <= base")) {
      assertEquals(0, check(base, mixed, rules(rule)), cli.out());
      assertEquals("", cli.err());
    }
  }

  private static String[] with(String[] args, String... more) {
    return Stream.concat(Stream.of(args), Stream.of(more)).toArray(String[]::new);
  }

  private static Profile waiting(long selfOfLoad, long waiting) {
    Profile plain = profile(100, 10, 0);
    CallTreeBuilder tree = new CallTreeBuilder();
    int load = tree.add(0, 0);
    tree.calls(load, 100).self(load, selfOfLoad).overhead(load, 10).waiting(load, waiting);
    int save = tree.add(0, 1);
    tree.calls(save, 10).self(save, 500).overhead(save, 10);
    return Profiles.withWaiting(
        plain.withThreads(List.of(Profiles.thread(1, "main", tree.build()))));
  }

  @Test
  void aTotalIsAsUncertainAsTheOverheadOfAllThatWasCalled() throws IOException {
    String[] base = {calling("base", 100), calling("base", 100), calling("base", 100)};
    String[] within = {calling("in", 1_900), calling("in", 1_900), calling("in", 1_900)};
    String[] beyond = {calling("out", 2_400), calling("out", 2_400), calling("out", 2_400)};
    // A tenth of an overhead of 10,000 a side: both together 1,414, though load's own is nothing.
    assertEquals(0, check(within, within, rules("total A#load <= base")), cli.out());
    assertEquals(BROKEN, check(within, base, rules("total A#load <= base")), cli.out());
    assertEquals(0, check(within, base, rules("total A#load <= base + 400ns")), cli.out());
    assertEquals(BROKEN, check(beyond, base, rules("total A#load <= base + 400ns")), cli.out());
    assertEquals(0, check(within, base, rules("total A#load <= 1000ns")), cli.out());
    assertEquals(BROKEN, check(beyond, base, rules("total A#load <= 1000ns")), cli.out());
  }

  /** {@code load} has no overhead, and {@code save}, which it calls, nearly nothing else. */
  private String calling(String name, long selfOfSave) throws IOException {
    CallTreeBuilder tree = new CallTreeBuilder();
    int load = tree.add(0, 0);
    tree.calls(load, 1).self(load, 10);
    int save = tree.add(load, 1);
    tree.calls(save, 1_000).self(save, selfOfSave).overhead(save, 10_000);
    return cli.file(
        name + ".json",
        Profiles.of(
            List.of(Profiles.method("A", "load"), Profiles.method("A", "save")),
            Profiles.thread(1, "main", tree.build())));
  }

  @Test
  void aValueBelowZeroIsZero() throws IOException {
    String[] base = files("base", -2_000, -2_100, -2_200);
    String[] now = files("now", 300, 310, 320);
    assertEquals(0, check(now, base, rules("self A#load <= 1.1 * base + 400ns")), cli.out());
    assertEquals(BROKEN, check(now, base, rules("self A#load <= base")), cli.err());
    assertTrue(cli.out().contains("300 to 320 ns, must be <= 0 ns (base 0)"), cli.out());
    assertEquals(0, check(base, base, rules("self A#load <= 1.1 * base")), cli.out());
  }

  @Test
  void aRuleThatCannotBeDecidedHidesNoOther() throws Exception {
    String now = cli.file("now.json", profile(100, 10, 1_000, MethodInfo.MERGED));
    String rules = rules("calls A#save <= 9", "calls A#load <= 1", "calls A#save == 10");
    Path markdown = folder.resolve("check.md");
    Path junit = folder.resolve("check.xml");
    String[] check = {"check", now, "--rules", rules, "--markdown", markdown.toString()};
    assertEquals(1, cli.run(with(check, "--junit", junit.toString())), cli.out());
    String reason = "not all calls of A#load were counted in " + now + ": record with budget=off";
    assertEquals(
        "tare: " + rules + ": rule 'calls A#load <= 1' (line 2): " + reason + "\n",
        cli.err().replace("\r\n", "\n"));
    assertEquals(
        """
        FAILED  calls A#save <= 9  (1 method)
                  A#save: 10, must be <= 9
        ERROR   calls A#load <= 1
                  REASON
        ok      calls A#save == 10  (1 method)
        3 rules, 1 failed, 1 not decided
        """
            .replace("REASON", reason),
        cli.out().replace("\r\n", "\n"));
    String text = Files.readString(markdown);
    assertTrue(text.contains("| `calls A#load <= 1` |  | **not decided** |"), text);
    assertTrue(text.contains("- `" + reason + "`"), text);
    Element suite = suite(junit);
    assertEquals("1", suite.getAttribute("failures"));
    assertEquals("1", suite.getAttribute("errors"));
    Element error = (Element) suite.getElementsByTagName("error").item(0);
    assertEquals(reason, error.getAttribute("message"));
  }

  @Test
  void rulesThatAreNotUtf8AreSaidToBeThat() throws IOException {
    String now = cli.file("now.json", profile(100, 10, 1_000));
    Path rules =
        Files.write(
            folder.resolve("latin"), "# f\u00fcr alle".getBytes(StandardCharsets.ISO_8859_1));
    assertEquals(1, cli.run("check", now, "--rules", rules.toString()), cli.out());
    assertEquals("tare: " + rules + ": is not UTF-8\n", cli.err().replace("\r\n", "\n"));
  }

  @Test
  void timeOfOneRunASideIsRefused() throws IOException {
    String base = cli.file("base.json", profile(100, 10, 1_000));
    assertRefused("give 3 profiles or more", base, base, "self A#load <= base");
  }

  @Test
  void callsThatWereNotAllCountedAreRefused() throws IOException {
    String base = cli.file("base.json", profile(100, 10, 1_000));
    String merged = cli.file("merged.json", profile(100, 10, 1_000, MethodInfo.MERGED));
    String counted = cli.file("counted.json", profile(100, 10, 1_000, MethodInfo.COUNTED));
    assertRefused(
        "not all calls of A#load were counted in " + merged + ": record with budget=off",
        merged,
        base,
        "calls A#* <= base");
    assertEquals(
        0, cli.run("check", merged, "--against", base, "--rules", rules("calls A#save <= base")));
    assertEquals(
        0, cli.run("check", counted, "--against", base, "--rules", rules("calls A#* <= base")));
  }

  @ParameterizedTest
  @ValueSource(strings = {MethodInfo.COUNTED, MethodInfo.FLAT, MethodInfo.MERGED})
  void valuesThatAreInCallersAreRefused(String tier) throws IOException {
    String[] timed = files("timed", 1_000, 1_100, 1_200);
    String[] untimed = new String[3];
    for (int i = 0; i < untimed.length; i++) {
      untimed[i] = cli.file("untimed" + i + ".json", profile(100, 10, 0, tier));
    }
    for (String measure : List.of("self", "total")) {
      String rules = rules(measure + " A#load <= 1us");
      assertEquals(1, check(untimed, timed, rules), cli.out());
      assertEquals(
          "tare: "
              + rules
              + ": rule '"
              + measure
              + " A#load <= 1us' (line 1): A#load has no time of its own in "
              + untimed[0]
              + ": record with budget=off\n",
          cli.err());
    }
    assertEquals(0, check(untimed, timed, rules("total A#save <= 1us")), cli.err());
  }

  @Test
  void allocationThatIsInCallersIsRefused() throws IOException {
    Metric alloc = new Metric("alloc", "bytes", "thread");
    String now =
        cli.file("now.json", Profiles.with(alloc, profile(100, 10, 0, MethodInfo.COUNTED)));
    assertRefused("A#load has no time of its own in " + now, now, now, "alloc A#load <= base");
  }

  @Test
  void aMethodThatOnlySamplesMetIsMeantByNoRule() throws IOException {
    String now = cli.file("now.json", withSampleOf("neverWoven", profile(100, 10, 1_000)));
    for (String rule : List.of("calls A#neverWoven <= 1", "sum calls A#neverWoven <= 1")) {
      assertEquals(0, cli.run("check", now, "--rules", rules(rule)), cli.err());
      assertTrue(cli.err().contains("no method of the profiles is meant by rule"), cli.err());
    }
    assertRefused("no method of any", now, now, "calls A#neverWoven <= base");
    assertEquals(0, cli.run("check", now, "--rules", rules("calls A#* <= 100")), cli.err());
    assertTrue(cli.out().contains("(2 methods)"), cli.out());
  }

  @Test
  void aMethodWhoseProbesWereTakenOutBeforeItsFirstCallIsMeant() throws IOException {
    Profile plain = profile(100, 10, 1_000);
    List<MethodInfo> methods = new ArrayList<>(plain.methods());
    methods.add(Profiles.method("A", "merged", MethodInfo.MERGED));
    String now = cli.file("now.json", Profiles.of(methods, plain.threads().get(0)));
    assertRefused("not all calls of A#merged were counted", now, now, "calls A#merged <= 1");
  }

  @Test
  void aProfileWithoutProbesDecidesNoRule() throws IOException {
    Profile samples =
        withSampleOf(
            "load",
            Profiles.of(List.of(), Profiles.thread(1, "main", new CallTreeBuilder().build())));
    String none = cli.file("none.json", Profiles.ofMode("none", samples));
    String full = cli.file("full.json", profile(100, 10, 1_000));
    String reason = none + " was recorded with mode=none: it has samples alone";
    for (String rule : List.of("calls A#load <= 1", "calls A#load <= base", "self A#load <= 1")) {
      assertRefused(reason, none, full, rule);
    }
    assertRefused(reason, full, none, "calls A#load <= base");
    assertEquals(
        0, cli.run("check", full, "--against", none, "--rules", rules("calls A#load <= 100")));
  }

  @Test
  void aProfileInWhichNothingCanHaveBeenRecordedDecidesNoRule() throws IOException {
    String full = cli.file("full.json", profile(100, 10, 1_000));
    String off = cli.file("off.json", Profiles.of(List.of()));
    String missed = cli.file("missed.json", Profiles.missed("com.acne.*", "0 of 412 classes"));
    assertUnknown(off, full, "recording was off all the time");
    assertUnknown(missed, full, "nothing matched include=com.acne.*: 0 of 412 classes");
  }

  private void assertUnknown(String file, String full, String why) throws IOException {
    String reason = "no calls are known in " + file + ": " + why;
    assertRefused(reason, file, full, "calls A#load <= base");
    assertRefused(reason, full, file, "calls A#load >= base");
    assertRefused(reason, file, full, "calls A#load <= 1");
    assertEquals(1, cli.run("diff", full, file, "--fail-above", "5%"), cli.out());
    assertEquals("tare: " + file + ": no calls are known: " + why + "\n", cli.err());
  }

  private static Profile withSampleOf(String name, Profile profile) {
    List<MethodInfo> methods = new ArrayList<>(profile.methods());
    methods.add(Profiles.method("A", name));
    CallTreeBuilder samples = new CallTreeBuilder();
    samples.samples(samples.add(0, methods.size() - 1), 80);
    ThreadProfile thread = profile.threads().get(0);
    return Profiles.of(
        methods,
        thread.with(thread.tree(), Profiles.samples(10_000_000, 80, 0, 0, samples.build())));
  }

  @Test
  void callsOfFoldedNodesAreInTheSumsUnlessABudgetOrAMergeLostThem() throws IOException {
    String base = cli.file("base.json", profile(100, 10, 1_000));
    String folded = folded("folded.json", Map.of("minshare", "0.9%"));
    String equal = rules("calls A#load == base", "calls A#save == base", "sum calls A#* == 110");
    assertEquals(0, cli.run("check", folded, "--against", base, "--rules", equal), cli.err());
    assertRefusedForFolding(
        folded("budget.json", Map.of("minshare", "0.9%", "budget", "100%")), base);
    String merged = cli.path("merged.json");
    assertEquals(0, cli.run("merge", folded, "-o", merged), cli.err());
    assertRefusedForFolding(merged, base);
    String both = cli.path("both.json");
    assertEquals(0, cli.run("merge", base, folded, "-o", both), cli.err());
    assertRefusedForFolding(both, base);
  }

  private void assertRefusedForFolding(String now, String base) throws IOException {
    assertRefused(
        "not all calls of folded nodes are known in " + now + ": record without minshare",
        now,
        base,
        "calls A#load <= base");
  }

  /** A profile of which {@code save} is written as a part of its caller. */
  private String folded(String name, Map<String, String> settings) throws IOException {
    Path file = folder.resolve(name);
    ProfileWriter.write(new FoldedParts(profile(100, 10, 1_000), settings, 600), file);
    assertEquals(1, ProfileReader.read(file).limits().folded().nodes());
    return file.toString();
  }

  @Test
  void whatTheBaseLacksDoesNotMatterToRulesThatDoNotNameIt() throws IOException {
    String now = cli.file("now.json", profile(100, 10, 1_000));
    String merged = cli.file("merged.json", profile(100, 10, 1_000, MethodInfo.MERGED));
    String rules = rules("calls A#load <= 100", "calls A#save <= base");
    assertEquals(0, cli.run("check", now, "--against", merged, "--rules", rules), cli.err());
    String[] timed = files("timed", 300, 310, 320);
    String[] other = new String[3];
    for (int i = 0; i < other.length; i++) {
      other[i] = cli.file("other" + i + ".json", ofMetric("cpu", profile(100, 10, 1_000)));
    }
    assertEquals(0, check(timed, other, rules("self A#load <= 1us")), cli.err());
    assertEquals(1, check(timed, other, rules("self A#load <= base")), cli.out());
    assertTrue(cli.err().contains("metric is cpu in " + other[0]), cli.err());
  }

  @Test
  void everyFormSaysHowManyMethodsWerePassedOver() throws Exception {
    Path markdown = folder.resolve("check.md");
    Path junit = folder.resolve("check.xml");
    String[] small = files("small", 4, 4, 4);
    String rules = rules("self A#load <= 1", "self A#* <= 1");
    String[] check = {"check", small[0], small[1], small[2], "--rules", rules};
    String[] forms = {"--markdown", markdown.toString(), "--junit", junit.toString()};
    assertEquals(BROKEN, cli.run(with(check, forms)), cli.err());
    assertTrue(cli.out().contains("  (2 methods, 1 below --min-share)\n"), cli.out());
    String text = Files.readString(markdown);
    assertTrue(text.contains("| `self A#* <= 1` | 2, 1 below --min-share | **failed** |"), text);
    NodeList said = suite(junit).getElementsByTagName("system-out");
    assertEquals("1 method, 1 below --min-share", said.item(0).getTextContent());
    assertEquals("2 methods, 1 below --min-share", said.item(1).getTextContent());
  }

  @Test
  void aMethodThatIsSmallInAllProfilesOfARuleIsPassedOver() throws IOException {
    String[] small = files("small", 4, 4, 4);
    String[] great = files("great", 400, 400, 400);
    assertEquals(0, check(small, great, rules("self A#load <= 1")), cli.out());
    assertTrue(
        cli.out().contains("ok      self A#load <= 1  (1 method, 1 below --min-share)\n"),
        cli.out());
    assertEquals(BROKEN, check(great, small, rules("self A#load <= 1")), cli.out());
    assertTrue(cli.out().contains("FAILED  self A#load <= 1  (1 method)\n"), cli.out());
    assertEquals(BROKEN, check(small, great, rules("self A#* <= 1")), cli.out());
    assertTrue(cli.out().contains("  (2 methods, 1 below --min-share)\n"), cli.out());
    assertEquals(0, check(small, great, rules("sum self A#load <= 1")), cli.out());
    assertTrue(cli.out().contains("  (1 method, 1 below --min-share)\n"), cli.out());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "alloc A#load <= base",
        "alloc A#load <= 2000",
        "self A#load <= base",
        "total A#load <= base",
        "sum self A#load <= base"
      })
  void fewAllocatedBytesAreComparedAsManyAre(String rule) throws IOException {
    String base = cli.file("base.json", allocating(1_000));
    String now = cli.file("now.json", allocating(900_000));
    assertEquals(
        BROKEN, cli.run("check", now, "--against", base, "--rules", rules(rule)), cli.out());
    assertEquals(0, cli.run("check", base, "--against", base, "--rules", rules(rule)), cli.out());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "alloc A#load <= base",
        "alloc A#load <= 2000",
        "self A#load <= 2000",
        "sum self A#load <= 2000"
      })
  void bytesThatNoReadingSawAreNotCompared(String rule) throws IOException {
    String full = cli.file("full.json", allocating(1_000));
    String sampled = cli.file("sampled.json", Profiles.sampled(allocating(1_000)));
    String rules = rules(rule);
    assertEquals(0, cli.run("check", full, "--against", full, "--rules", rules), cli.err());
    assertEquals(1, cli.run("check", sampled, "--against", full, "--rules", rules), cli.out());
    assertTrue(
        cli.err().contains(sampled + " was recorded with mode=sampled, which does not count"),
        cli.err());
    assertEquals(
        0,
        cli.run("check", sampled, "--against", full, "--rules", rules("calls A#load <= base")),
        cli.err());
  }

  private static Profile allocating(long bytes) {
    CallTreeBuilder tree = new CallTreeBuilder();
    tree.self(tree.add(0, 0), bytes);
    tree.self(tree.add(0, 1), 1_000_000_000);
    return Profiles.with(
        new Metric("alloc", "bytes", "thread"),
        Profiles.of(
            List.of(Profiles.method("A", "load"), Profiles.method("A", "main")),
            Profiles.thread(1, "main", tree.build())));
  }

  @ParameterizedTest
  @CsvSource({"base - 10.5, -0.5", "base - 1244.5, '-1,234.5'", "base - 11, -1", "base - 9.5, 0.5"})
  void aBoundBelowZeroHasItsSign(String bound, String shown) throws IOException {
    String base = cli.file("base.json", profile(100, 10, 1_000));
    String rules = rules("calls A#save <= " + bound);
    assertEquals(BROKEN, cli.run("check", base, "--against", base, "--rules", rules), cli.err());
    assertTrue(cli.out().contains("A#save: 10, must be <= " + shown + " (base 10)"), cli.out());
  }

  @Test
  void allocationOfProfilesOfTimeIsRefused() throws IOException {
    String base = cli.file("base.json", profile(100, 10, 1_000));
    assertRefused("metric=alloc", base, base, "alloc A#load <= base");
  }

  @Test
  void aRuleAboutNothingIsWarnedOfWhereItDoesNotNameTheBase() throws IOException {
    String now = cli.file("now.json", profile(100, 10, 1_000));
    String rules = rules("calls A#load <= 100", "calls A#gone <= 1");
    assertEquals(0, cli.run("check", now, "--rules", rules));
    assertTrue(cli.out().contains("ok      calls A#gone <= 1  (no method)"), cli.out());
    assertEquals(
        "tare: warning: "
            + rules
            + ": no method of the profiles is meant by rule 'calls A#gone <= 1'\n",
        cli.err());
    assertEquals(BROKEN, cli.run("check", now, "--rules", rules("calls A#gone >= 1")));
    assertTrue(cli.out().contains("no method: 0, must be >= 1"), cli.out());
  }

  @ParameterizedTest
  @CsvSource({
    "<init> <= 1, 0",
    "<init><=1, 0",
    "<init><1, 3",
    "<*>>1, 3",
    "<clinit> <= 0, 0",
  })
  void constructorsAreNamedAsInTheFile(String rule, int status) throws IOException {
    CallTreeBuilder tree = new CallTreeBuilder();
    tree.calls(tree.add(0, 0), 1);
    String now =
        cli.file(
            "now.json",
            Profiles.of(
                List.of(Profiles.method("A", "<init>")), Profiles.thread(1, "main", tree.build())));
    assertEquals(status, cli.run("check", now, "--rules", rules("calls A#" + rule)), cli.err());
  }

  @Test
  void aRuleAboutNothingIsRefused() throws IOException {
    String base = cli.file("base.json", profile(100, 10, 1_000));
    assertRefused("no method of any", base, base, "calls com.acme.Doa#load <= base");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "calls A#load",
        "calls A#load<5> <= 1",
        "calls A#load=>1",
        "calls A#load <= fast",
        "speed A#load <= base",
        "self A#load == base",
        "calls A#load <= 3ms"
      })
  void whatIsNoRuleIsRefusedWithItsLine(String rule) throws IOException {
    String base = cli.file("base.json", profile(100, 10, 1_000));
    assertRefused("(line 1)", base, base, rule);
  }

  @ParameterizedTest
  @ValueSource(strings = {"=<", "=>", "<>", "!=", "==="})
  void whatIsNoRelationIsNamed(String sign) throws IOException {
    String base = cli.file("base.json", profile(100, 10, 1_000));
    String reason = "(line 1): '" + sign + "' is none of <=, <, >=, > and ==";
    assertRefused(reason, base, base, "calls A#load " + sign + " 1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"sum total A#* <= base", "sum alloc A#* <= base"})
  void totalsThatContainEachOtherAreNotAddedUp(String rule) throws IOException {
    String base = cli.file("base.json", profile(100, 10, 1_000));
    assertRefused(
        "rule '" + rule + "' (line 1): a total contains those of called methods: say sum self",
        base,
        base,
        rule);
  }

  @Test
  void theBaseHasToBeThereWhereARuleNamesIt() throws IOException {
    String file = cli.file("now.json", profile(100, 10, 1_000));
    assertEquals(2, cli.run("check", file, "--rules", rules("calls A#load <= base")));
    assertEquals(0, cli.run("check", file, "--rules", rules("calls A#load <= 100")));
    assertEquals(1, cli.run("check", file, "--rules", rules("# nothing")));
  }

  private void assertRefused(String reason, String now, String base, String rule)
      throws IOException {
    assertEquals(1, cli.run("check", now, "--against", base, "--rules", rules(rule)), cli.out());
    assertTrue(cli.err().contains(reason), cli.err());
    assertEquals(1, cli.err().lines().count(), cli.err());
  }

  private int check(String[] now, String[] base, String rules) {
    return cli.run(
        "check", now[0], now[1], now[2], "--against", base[0], base[1], base[2], "--rules", rules);
  }

  private String[] files(String name, long... selfs) throws IOException {
    String[] files = new String[selfs.length];
    for (int i = 0; i < selfs.length; i++) {
      files[i] = cli.file(name + i + ".json", profile(100, 10, selfs[i]));
    }
    return files;
  }

  private String rules(String... lines) throws IOException {
    return Files.write(folder.resolve("rules"), List.of(lines)).toString();
  }

  private static Profile ofMetric(String name, Profile profile) {
    return Profiles.with(new Metric(name, "ns", "clock", null, null, false), profile);
  }

  private static Profile profile(long loads, long saves, long selfOfLoad) {
    return profile(loads, saves, selfOfLoad, MethodInfo.TIMED);
  }

  private static Profile profile(long loads, long saves, long selfOfLoad, String tierOfLoad) {
    CallTreeBuilder tree = new CallTreeBuilder();
    int load = tree.add(0, 0);
    tree.calls(load, loads).self(load, selfOfLoad).overhead(load, 10);
    int save = tree.add(load, 1);
    tree.calls(save, saves).self(save, 500).overhead(save, 10);
    return Profiles.of(
        List.of(Profiles.method("A", "load", tierOfLoad), Profiles.method("A", "save")),
        Profiles.thread(1, "main", tree.build()));
  }
}
