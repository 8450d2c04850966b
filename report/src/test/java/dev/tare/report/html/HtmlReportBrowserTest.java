package dev.tare.report.html;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.profile.CallTree;
import dev.tare.profile.CallTreeBuilder;
import dev.tare.profile.CpuSamples;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.Profile;
import dev.tare.profile.ThreadProfile;
import dev.tare.report.FoldedParts;
import dev.tare.report.GeneratedProfile;
import dev.tare.report.Profiles;
import dev.tare.report.analysis.MethodTotals;
import dev.tare.report.division.DividedProfile;
import dev.tare.report.division.DividedProfiles;
import dev.tare.report.text.ValueFormat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

@Tag("programs")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HtmlReportBrowserTest {
  private final Path folder;
  private final Browser browser;

  HtmlReportBrowserTest(@TempDir Path folder) {
    this.folder = folder;
    browser = new Browser(folder.resolve("user-data"));
  }

  @AfterAll
  void quit() {
    browser.close();
  }

  @Test
  void theHeadingSaysWhatWasMeasuredAndWhatIsMissing() throws IOException {
    open(Profiles.small());
    assertEquals("Tare profile com.acme.Main 10", browser.text("h1"));
    browser.find("#about summary").click();
    String heading = browser.text("#heading");
    for (String line :
        List.of(
            "mode\nfull",
            "metric\ntime in ns, from System.nanoTime",
            "fallback\ninstructions: not here",
            "overhead\n653 ns subtracted, 9.1% of the raw value (calibration runtime)",
            "skipped\n1 method not instrumented (method too large: 1)",
            "limits\n9 calls counted without context")) {
      assertTrue(heading.contains(line), heading);
    }
    browser.find("#skipped-details summary").click();
    assertEquals("com.acme.Huge.parse: method too large", browser.text("#skipped"));
  }

  @Test
  void theTableShowsTheProfilesSumsAndSortsAndFilters() throws IOException {
    open(Profiles.small());
    String leaf = "Order.leaf com.acme|4.83 us|80.5%|≈4.83 us|80.5%|60|80.5 ns|483 ns|1";
    String recur = "Order.recur com.acme|1.17 us|19.5%|5.17 us|86.2%|8|146 ns|160 ns|0";
    assertEquals(List.of(leaf, recur), browser.rows("#methods"));
    browser.find("#methods .tabulator-col[tabulator-field=total]").click();
    browser.await(d -> browser.rows("#methods").equals(List.of(recur, leaf)));
    browser.find("#filter").sendKeys("LEAF");
    browser.await(d -> browser.rows("#methods").equals(List.of(leaf)));
    browser.await(d -> browser.text("#filtered").equals("1 of 2 methods"));
  }

  @Test
  void theTableOfALargerProfileEqualsItsSums() throws IOException {
    Profile profile = GeneratedProfile.of(3, 60, 30, 3000, 1000, 500);
    open(profile);
    MethodTotals totals = MethodTotals.of(profile.threads(), profile.methods().size());
    Map<?, ?> shown =
        (Map<?, ?>)
            browser.run(
                "return Object.fromEntries(Tabulator.findTable('#methods')[0].getData()"
                    + ".map(r => [r.method, [r.own, r.total, r.calls, r.overhead,"
                    + " r.exceptions].join()]))");
    assertEquals(totals.bySelf().length, shown.size());
    for (int method : totals.bySelf()) {
      String expected =
          LongStream.of(
                  totals.self(method),
                  totals.total(method),
                  totals.calls(method),
                  totals.overhead(method),
                  exceptions(profile, method))
              .mapToObj(Long::toString)
              .reduce((a, b) -> a + "," + b)
              .orElseThrow();
      assertEquals(expected, shown.get(Integer.toString(method)));
    }
  }

  @Test
  void theTableHasTheFilesSumsAlsoOfFoldedNodes() throws IOException {
    Profile folded = FoldedParts.small(folder);
    MethodTotals totals = MethodTotals.of(folded, folded.threads());
    assertEquals(60, totals.calls(1), "53 of them are in no node");
    open(folded);
    String sums =
        "return Object.fromEntries(Tabulator.findTable('#methods')[0].getData()"
            + ".map(r => [r.method, [r.own, r.total, r.calls, r.overhead].join()]))";
    Map<?, ?> shown = (Map<?, ?>) browser.run(sums);
    assertEquals(totals.bySelf().length, shown.size());
    for (int method : totals.bySelf()) {
      assertEquals(
          totals.self(method)
              + ","
              + totals.total(method)
              + ","
              + totals.calls(method)
              + ","
              + totals.overhead(method),
          shown.get(Integer.toString(method)));
    }
    String warning = "sums of rows without nodes that minshare folded (3 in the file)";
    assertFalse(browser.text("#shown").contains(warning), browser.text("#shown"));
    browser.choose("#thread", "main (1)");
    assertTrue(browser.text("#shown").contains(warning), browser.text("#shown"));
    browser.choose("#thread", "all 2");
    browser.choose("#group", "class");
    assertTrue(browser.text("#shown").contains(warning), browser.text("#shown"));
    browser.choose("#group", "method");
    assertFalse(browser.text("#shown").contains(warning), browser.text("#shown"));
  }

  @Test
  void aMethodWhoseCalleesAreAllFoldedHasSelfPerCall() throws IOException {
    Profile small = Profiles.small();
    List<MethodInfo> methods =
        List.of(
            Profiles.method("com.acme.Order", "recur", MethodInfo.COUNTED),
            Profiles.method("com.acme.Order", "leaf"));
    Profile counted = Profiles.of(methods, small.threads().toArray(ThreadProfile[]::new));
    Profile folded = FoldedParts.of(counted, "sampled", folder);
    assertTrue(MethodTotals.of(folded, folded.threads()).callsOthers(0));
    assertFalse(MethodTotals.of(folded.threads(), 2).callsOthers(0));
    open(folded);
    assertEquals(true, browser.run("return tarePage.model.methods[0].isSelfOfCalls"));
  }

  @Test
  void aLineSaysWhatSumsOfAMergeLack() throws Exception {
    open(FoldedParts.merged(folder));
    String warning = "sums of rows without nodes that minshare folded (6 in the file)";
    assertTrue(browser.text("#shown").contains(warning), browser.text("#shown"));
  }

  @Test
  void whatSamplesToldApartIsMarkedAndHasItsInterval() throws IOException {
    Profile divided = DividedProfile.of(DividedProfiles.sampled());
    MethodTotals totals = MethodTotals.of(divided, divided.threads());
    open(divided);
    List<String> rows = browser.rows("#methods");
    assertEquals(totals.bySelf().length, rows.size());
    for (int method : totals.bySelf()) {
      String name = divided.methods().get(method).name();
      String row =
          rows.stream().filter(r -> r.startsWith("Cache." + name)).findFirst().orElseThrow();
      assertEquals(totals.isDivided(method), row.contains("|÷ "), row);
    }
    for (int method : totals.bySelf()) {
      browser.driver().executeScript("tarePage.select(" + method + ")");
      ValueFormat values = ValueFormat.human("ns");
      String interval =
          "self "
              + values.value(totals.selfLow(method))
              + " to "
              + values.value(totals.selfHigh(method));
      String sums = browser.text("#method-sums");
      assertEquals(totals.isDivided(method), sums.contains(interval), sums);
    }
  }

  @Test
  void callsOfGroupsAndThreadsAreMarkedWhereTheyAreAtLeast() throws IOException {
    CallTreeBuilder tree = new CallTreeBuilder();
    int total = tree.add(0, 0);
    tree.calls(total, 10).self(total, 900);
    int open = tree.add(total, 1);
    tree.calls(open, 2).self(open, 80);
    int flat = tree.add(tree.add(0, 4), 3);
    tree.calls(flat, 240).self(flat, 3);
    open(
        Profiles.of(
            List.of(
                Profiles.method("com.acme.Order", "total"),
                Profiles.method("com.acme.Cache", "open"),
                Profiles.method("com.acme.Cache", "get", MethodInfo.MERGED),
                Profiles.method("com.acme.Line", "size", MethodInfo.FLAT),
                MethodInfo.FLAT_CALLS),
            Profiles.thread(1, "main", tree.build())));
    browser.choose("#group", "class");
    browser.await(
        d ->
            browser
                .rows("#methods")
                .equals(
                    List.of(
                        "com.acme.Order|900 ns|91.6%|980 ns|99.7%|10|90 ns|0 ns|0",
                        "com.acme.Cache|80 ns|8.1%|80 ns|8.1%|≥2|-|0 ns|0",
                        "com.acme.Line|3 ns|0.3%|3 ns|0.3%|≥0|-|0 ns|0",
                        "<flat calls>|0 ns|0.0%|3 ns|0.3%|0|-|0 ns|0")));
    browser.find("#tab-threads").click();
    browser.await(
        d ->
            browser.rows("#threads").equals(List.of("main (1)|983 ns|100.0%|0 ns|≥252|0 ns|0 ns")));
  }

  @Test
  void callersOfWhatSamplesBroughtCalledItAtLeast() throws IOException {
    open(DividedProfile.of(DividedProfiles.sampled()));
    browser.driver().executeScript("tarePage.select(1)");
    browser.await(d -> browser.rows("#callers").size() == 1);
    assertTrue(browser.rows("#callers").get(0).endsWith("|≥0"), browser.text("#callers"));
  }

  @Test
  void methodsBelowZeroAreToldWhereSharesOfOthersAreTooGreat() throws IOException {
    CallTreeBuilder tree = new CallTreeBuilder();
    int great = tree.add(0, 0);
    tree.calls(great, 1).self(great, 1_000);
    int below = tree.add(great, 1);
    tree.calls(below, 1).self(below, -300).overhead(below, 500);
    open(
        Profiles.of(
            List.of(Profiles.method("A", "great"), Profiles.method("A", "below")),
            Profiles.thread(1, "main", tree.build())));
    String line = "1 method below 0, together -300 ns: shares of the others add up to more than";
    assertTrue(browser.text("#shown").contains(line), browser.text("#shown"));
  }

  private static long exceptions(Profile profile, int method) {
    long exceptions = 0;
    for (ThreadProfile thread : profile.threads()) {
      CallTree tree = thread.tree();
      for (int node = 1; node < tree.size(); node++) {
        exceptions += tree.method(node) == method ? tree.exceptions(node) : 0;
      }
    }
    return exceptions;
  }

  @Test
  void framesAreAsWideAsTheirTotalsAndZoom() throws IOException {
    open(Profiles.small());
    double all = browser.width("all");
    double drawn = 1000 + 200 + 4000 + 30 + 800;
    assertEquals(5200 / drawn, browser.width("com.acme.Order.recur, calls 1,") / all, 0.01);
    assertEquals(830 / drawn, browser.width("com.acme.Order.leaf, calls 10,") / all, 0.01);
    assertEquals(4000 / drawn, browser.width("com.acme.Order.leaf, calls 50,") / all, 0.01);
    browser.frame("com.acme.Order.leaf, calls 50,").click();
    assertEquals(1, browser.width("com.acme.Order.leaf, calls 50,") / all, 0.01);
    assertEquals("all Order.recur Order.recur Order.leaf", browser.place());
    browser.find("#zoom-path li:nth-child(3) button").click();
    assertEquals("all Order.recur Order.recur", browser.place());
    browser.find("#zoom-path li:first-child button").click();
    assertEquals("all", browser.place());
  }

  @Test
  void theKeyboardMovesAndZooms() throws IOException {
    open(Profiles.small());
    browser.frame("all").sendKeys(Keys.ARROW_DOWN);
    assertSpoken("com.acme.Order.recur, calls 1, self 1.00 us, total 5.17 us, share 86.2%");
    browser.press(Keys.ARROW_RIGHT);
    assertSpoken("com.acme.Order.leaf, calls 10, self 830 ns, total 830 ns");
    assertTrue(browser.text("#tooltip").contains("overhead subtracted 83 ns"));
    browser.press(Keys.ARROW_LEFT);
    browser.press(Keys.ARROW_DOWN);
    browser.press(Keys.ENTER);
    assertEquals("all Order.recur Order.recur", browser.place());
    assertSpoken("com.acme.Order.recur, calls 5,");
    browser.press(Keys.BACK_SPACE);
    assertEquals("all Order.recur", browser.place());
    browser.press(Keys.ESCAPE);
    assertEquals("all", browser.place());
    assertSpoken("all");
  }

  @Test
  void callersAreOnTopOrAtTheBottom() throws IOException {
    open(Profiles.small());
    int icicle = browser.frame("all").getLocation().getY();
    browser.choose("#drawn", "flame graph");
    assertTrue(browser.frame("all").getLocation().getY() > icicle);
    browser.frame("all").sendKeys(Keys.ARROW_UP);
    assertSpoken("com.acme.Order.recur, calls 1,");
  }

  @Test
  void theTooltipSaysAllThatIsKnownOfANode() throws IOException {
    open(Profiles.small());
    new org.openqa.selenium.interactions.Actions(browser.driver())
        .moveToElement(browser.frame("com.acme.Order.leaf, calls 10,"))
        .perform();
    assertEquals(
        """
        com.acme.Order.leaf(): void Order.java:7
        calls 10
        self 830 ns
        total 830 ns
        share 13.8%
        self per call 83 ns
        overhead subtracted 83 ns
        exceptions 1\
        """,
        browser.text("#tooltip"));
  }

  @Test
  void searchMarksFramesAndSaysTheirShareOfTheWhole() throws IOException {
    open(Profiles.small());
    browser.find("#search").sendKeys("order.LEAF");
    // 3,970 below recur and 830 beside it, of 6,000.
    browser.await(d -> browser.text("#found").equals("1 method, 80.0%"));
    assertEquals(2, browser.all("g.frame.matched").size());
    browser.find("#search").clear();
    browser.find("#search").sendKeys("/^com.*recur$/");
    browser.await(d -> browser.text("#found").equals("1 method, 86.2%"));
    browser.find("#search").clear();
    browser.find("#search").sendKeys("/(/");
    browser.await(d -> browser.text("#found").equals("not a pattern"));
    assertEquals(0, browser.all("g.frame.matched").size());
  }

  @Test
  void oneThreadOrSomeByPatternAreShownAlone() throws IOException {
    open(Profiles.small());
    assertTrue(browser.text("#shown").startsWith("2 of 2 threads · 6.00 us in"));
    browser.choose("#thread", "worker-1 (12)");
    assertTrue(browser.text("#shown").startsWith("1 of 2 threads · 800 ns in"));
    browser.await(
        d ->
            browser
                .rows("#methods")
                .equals(
                    List.of("Order.leaf com.acme|800 ns|100.0%|800 ns|100.0%|7|114 ns|80 ns|0")));
    browser.find("#pattern").sendKeys("m*n");
    browser.await(d -> browser.text("#shown").startsWith("1 of 2 threads · 5.20 us in"));
    assertFalse(browser.find("#thread").isEnabled());
    browser.find("#pattern").sendKeys("x");
    browser.await(d -> browser.text("#shown").startsWith("0 of 2 threads · 0 ns in"));
  }

  @Test
  void rawValuesHaveTheOverheadLeftIn() throws IOException {
    open(Profiles.small());
    browser.choose("#kind", "raw");
    browser.await(
        d ->
            browser
                .rows("#methods")
                .equals(
                    List.of(
                        "Order.leaf com.acme|5.31 us|80.0%|5.32 us|80.1%|60|88.6 ns|483 ns|1",
                        "Order.recur com.acme|1.33 us|20.0%|5.73 us|86.3%|8|166 ns|160 ns|0")));
    assertTrue(browser.text("#shown").contains("6.64 us in instrumented methods"));
  }

  @Test
  void nodesThatAreMostlyOverheadAreMarked() throws IOException {
    CallTreeBuilder tree = new CallTreeBuilder();
    int sure = tree.add(0, 0);
    tree.calls(sure, 1).self(sure, 1000).overhead(sure, 900);
    int probe = tree.add(0, 1);
    tree.calls(probe, 1).self(probe, 800).overhead(probe, 900);
    int nothing = tree.add(0, 2);
    tree.calls(nothing, 1).self(nothing, 89).overhead(nothing, 900);
    open(
        Profiles.of(
            List.of(
                Profiles.method("A", "sure"),
                Profiles.method("A", "probe"),
                Profiles.method("A", "nothing")),
            Profiles.thread(1, "main", tree.build())));
    assertEquals("frame", classes("A.sure"));
    assertEquals("frame mostly-probe", classes("A.probe"));
    assertEquals("frame mostly-probe below-measurable", classes("A.nothing"));
    assertTrue(browser.rows("#methods").get(2).startsWith("A.nothing|≈0|≈0|89 ns|"));
  }

  @Test
  void aChosenMethodShowsItsCallersAndCallees() throws IOException {
    open(Profiles.small());
    browser.all("#methods button.name").stream()
        .filter(button -> button.getText().endsWith("leaf"))
        .findFirst()
        .orElseThrow()
        .click();
    browser.await(d -> browser.rows("#callers").size() == 2);
    assertEquals("com.acme.Order.leaf(): void Order.java:7", browser.text("#method"));
    assertEquals(
        List.of("Order.recur|3.97 us|66.2%|50", "(outside instrumented methods)|830 ns|13.8%|10"),
        browser.rows("#callers"));
    assertEquals(List.of("Order.recur|≈0 ns|0.0%|2"), browser.rows("#callees"));
    assertEquals(2, browser.all("g.frame.selected").size());
    browser.click("#callers button.name");
    browser.await(d -> browser.text("#method").startsWith("com.acme.Order.recur"));
    browser.await(d -> browser.rows("#callees").size() == 2);
  }

  @Test
  void cpuSamplesAreShownWhereThereAreAny() throws IOException {
    open(sampled(Profiles.small().threads().get(0).tree()));
    assertTrue(browser.text("#shown").contains("5.20 us in instrumented methods"));
    browser.choose("#kind", "CPU-time samples");
    assertTrue(browser.text("#shown").contains("12 samples in instrumented methods"));
    browser.await(
        d ->
            browser.rows("#methods").stream()
                .anyMatch(row -> row.contains("|9 samples|75.0%|9 samples|75.0%")));
  }

  @Test
  void cpuSamplesAreShownAtOnceWhereNothingWasInstrumented() throws IOException {
    open(sampled(new CallTreeBuilder().calls(0, 1).build()));
    assertTrue(browser.text("#shown").contains("12 samples in methods"));
    assertFalse(browser.text("body").contains("instrumented methods"));
    browser.await(
        d ->
            browser.rows("#methods").stream()
                .anyMatch(row -> row.contains("|9 samples|75.0%|9 samples|75.0%")));
  }

  @Test
  void theTablesColumnsAreHeadedByWhatIsShown() throws IOException {
    open(sampled(Profiles.small().threads().get(0).tree()));
    assertEquals(
        List.of(
            "Name",
            "Self",
            "Self [%]",
            "Total",
            "Total [%]",
            "Calls",
            "Self/call",
            "Overhead",
            "Exceptions"),
        headings("#methods"));
    browser.choose("#kind", "CPU-time samples");
    List<String> ofSamples = List.of("Name", "Self", "Self [%]", "Total", "Total [%]");
    browser.await(d -> headings("#methods").equals(ofSamples));
    browser.choose("#kind", "raw");
    browser.await(d -> headings("#methods").size() == 9);
  }

  private List<String> headings(String table) {
    return browser.all(table + " .tabulator-col-title").stream()
        .map(WebElement::getText)
        .filter(title -> !title.isEmpty())
        .toList();
  }

  @Test
  void sharesOfSamplesAreOfThoseDue() throws IOException {
    open(sampled(Profiles.small().threads().get(0).tree(), 8, 20));
    browser.choose("#kind", "CPU-time samples");
    browser.await(
        d ->
            browser.rows("#methods").stream()
                .anyMatch(row -> row.contains("|9 samples|22.5%|9 samples|22.5%")));
    String shown = browser.text("#shown");
    assertTrue(shown.contains("28 of 40 samples due failed or lost (70.0%)"), shown);
  }

  private static Profile sampled(CallTree calls) {
    return sampled(calls, 0, 0);
  }

  /** A profile of one thread with this call tree, and with twelve samples taken. */
  private static Profile sampled(CallTree calls, long failed, long lost) {
    CallTreeBuilder samples = new CallTreeBuilder();
    int first = samples.add(0, 0);
    samples.samples(first, 3).samples(samples.add(first, 1), 9);
    CpuSamples sampled = Profiles.samples(10_000_000, 12, failed, lost, samples.build());
    return Profiles.of(
        Profiles.small().methods(), new ThreadProfile(1, "main", false, true, 2, calls, sampled));
  }

  @Test
  void lightAndDarkFollowTheSystemOrTheChoice() throws IOException {
    open(Profiles.small());
    String light = background();
    browser.choose("#theme", "dark");
    String dark = background();
    assertNotEquals(light, dark);
    browser.choose("#theme", "light");
    assertEquals(light, background());
    browser.choose("#theme", "system");
    browser.prefer("dark");
    assertEquals(dark, background());
    browser.prefer("light");
    assertEquals(light, background());
  }

  @Test
  void hostileNamesAreShownAsText() throws IOException {
    String markup =
        "<script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\">";
    String broken = "a\uD800\u202e\u0000b";
    CallTreeBuilder tree = new CallTreeBuilder();
    int node = tree.add(0, 0);
    tree.calls(node, 1).self(node, 100);
    open(
        Profiles.of(
            List.of(new MethodInfo(markup, broken, "</script>", "\"><b>.java", 1)),
            Profiles.thread(1, markup, tree.build())));
    browser.click("#methods button.name");
    browser.await(d -> browser.text("#method").contains("<script>"));
    assertTrue(browser.text("#methods .tabulator-row").contains("title='owned'\">.a"));
    assertTrue(browser.text("#methods .tabulator-row .package").startsWith("<script>document"));
    assertTrue(browser.text("#methods .tabulator-row").contains("\\u202e\\u0000b"));
    assertTrue(browser.frames().get(1).startsWith(markup));
    assertTrue(browser.find("#thread").getText().contains(markup));
    assertEquals("Tare profile com.acme.Main 10", browser.driver().getTitle());
    assertEquals(0, browser.all("main img, main b, main script").size());
  }

  @Test
  void overloadsAreToldApart() throws IOException {
    CallTreeBuilder tree = new CallTreeBuilder();
    int first = tree.add(0, 0);
    tree.calls(first, 1).self(first, 7);
    int second = tree.add(first, 1);
    tree.calls(second, 1).self(second, 3);
    open(
        Profiles.of(
            List.of(
                new MethodInfo("A", "a", "(I)V", null, 0),
                new MethodInfo("A", "a", "(J)V", null, 0)),
            Profiles.thread(1, "t", tree.build())));
    assertEquals(1, browser.all("g.frame[aria-label^='A.a(long),']").size());
    assertTrue(browser.rows("#methods").get(1).startsWith("A.a(long)|"));
  }

  @Test
  void aMillionNodesAreFoldedAndUnfoldOnZoom() throws IOException {
    Profile profile = GeneratedProfile.of(2, 6000, 60, 400_000, 300_000, 300_000);
    open(profile);
    double seconds = MethodTotals.of(profile.threads(), 6000).selfSum() / 1e9;
    String sum = String.format(Locale.ROOT, "%.1f s in instrumented methods", seconds);
    assertTrue(browser.text("#shown").contains(sum), sum);
    long frames = browser.number("return document.querySelectorAll('g.frame').length");
    assertTrue(frames > 500 && frames <= 2000 + 8, frames + " frames");
    browser
        .driver()
        .executeScript("tarePage.choose(widestFolded())".replace("widestFolded()", WIDEST_FOLDED));
    assertTrue(browser.place().matches(".* \\+ [\\d,]+ folded"), browser.place());
    long unfolded =
        browser.number(
            "return document.querySelectorAll('g.frame:not(.folded):not(.ancestor)').length");
    assertTrue(unfolded > 0, unfolded + " frames unfolded");
  }

  @Test
  @Tag("timing")
  void openingTakesTimeInProportionToTheNodes() throws IOException {
    Profile small = GeneratedProfile.of(2, 6000, 60, 250_000);
    Profile large = GeneratedProfile.of(2, 6000, 60, 1_000_000);
    long few = Long.MAX_VALUE;
    long many = Long.MAX_VALUE;
    // The least of three loads in turn: what else the machine does meanwhile slows not all of one.
    for (int load = 0; load < 3; load++) {
      open(small);
      few = Math.min(few, readyMillis());
      open(large);
      many = Math.min(many, readyMillis());
    }
    // Four times as many: the bound is thrice that, and less than what their square would take.
    assertTrue(many < 12 * few, few + " ms, then " + many + " ms");
  }

  /** From the beginning of the page's loading until its graph is drawn. */
  private long readyMillis() {
    return browser.number("return Number(document.documentElement.dataset.ready)");
  }

  private static final String WIDEST_FOLDED =
      "[...document.querySelectorAll('g.frame.folded')].map(g => g.__data__.data)"
          + ".filter(v => v.members).reduce((a, b) => a.value > b.value ? a : b)";

  @Test
  void aTreeTenThousandDeepIsShownAndZoomedThrough() throws IOException {
    CallTreeBuilder tree = new CallTreeBuilder();
    for (int i = 0; i < 10_000; i++) {
      int node = tree.add(i, i % 2);
      tree.calls(node, 1).self(node, 10);
    }
    open(
        Profiles.of(
            List.of(Profiles.method("A", "even"), Profiles.method("A", "odd")),
            Profiles.thread(1, "deep", tree.build())));
    long frames = browser.number("return document.querySelectorAll('g.frame').length");
    assertTrue(frames < 300, frames + " frames");
    for (int i = 0; i < 100 && !depth().endsWith("depth 10,000"); i++) {
      browser
          .driver()
          .executeScript(
              "[...document.querySelectorAll('g.frame')].at(-1)"
                  + ".dispatchEvent(new MouseEvent('click', {bubbles: true}))");
    }
    assertEquals("A.odd(): void Order.java:7, depth 10,000", depth());
  }

  private void open(Profile profile) throws IOException {
    browser.open(profile, folder);
  }

  /** Asked in one step: the page draws the path again while it zooms. */
  private String depth() {
    String script = "return document.querySelector('#zoom-path [aria-current]').title";
    return String.valueOf(browser.run(script));
  }

  private void assertSpoken(String beginning) {
    String spoken =
        String.valueOf(browser.driver().switchTo().activeElement().getDomAttribute("aria-label"));
    assertTrue(spoken.startsWith(beginning), spoken);
  }

  private String classes(String beginning) {
    return String.valueOf(browser.frame(beginning).getDomAttribute("class")).trim();
  }

  private String background() {
    return browser.find("body").getCssValue("background-color");
  }
}
