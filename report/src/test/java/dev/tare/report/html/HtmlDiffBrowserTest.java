package dev.tare.report.html;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.profile.Profile;
import dev.tare.report.DiffProfiles;
import dev.tare.report.FoldedParts;
import dev.tare.report.analysis.MethodTotals;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

@Tag("programs")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HtmlDiffBrowserTest {
  private final Path folder;
  private final Browser browser;

  HtmlDiffBrowserTest(@TempDir Path folder) {
    this.folder = folder;
    browser = new Browser(folder.resolve("user-data"));
  }

  @BeforeEach
  void open() throws Exception {
    open(DiffProfiles.before(), DiffProfiles.after());
  }

  private void open(Profile before, Profile after) throws Exception {
    Path page = folder.resolve("diff.html");
    try (OutputStream out = Files.newOutputStream(page)) {
      HtmlReport.write(DiffProfiles.diff(before, after), out);
    }
    browser.open(page);
    assertEquals(List.of(), browser.complaints());
  }

  @AfterAll
  void quit() {
    browser.close();
  }

  @Test
  void theHeadingNamesBothRunsAndTheSum() {
    assertEquals("Tare comparison com.acme.Main 10", browser.text("h1"));
    browser.find("#about summary").click();
    assertTrue(browser.text("#heading").contains("self\n6.70 us -> 7.55 us, +12.7%"));
    assertFalse(browser.find("#thread").isDisplayed());
  }

  @Test
  void theTableShowsWhatChangedMostFirst() {
    assertEquals(
        List.of(
            "A.slower|~ +1.00 us|1.88 us|+20.0%|5.00 us|6.00 us|10|10|500 ns|600 ns",
            "A.gone|-700 ns|122 ns|-100.0%|700 ns|0 ns|7|0|100 ns|-",
            "A.added|+500 ns|87 ns|-|0 ns|500 ns|0|5|-|100 ns",
            "A.uncertain|~ +50 ns|584 ns|+5.0%|1.00 us|1.05 us|100|105|10 ns|10 ns"),
        browser.rows("#methods"));
  }

  @Test
  void theTableHasTheFilesSumsAlsoOfFoldedNodes() throws Exception {
    Profile folded = FoldedParts.small(folder);
    browser.driver().get("about:blank");
    open(folded, folded);
    String leaf =
        browser.rows("#methods").stream()
            .filter(row -> row.startsWith("Order.leaf"))
            .findFirst()
            .orElseThrow();
    assertTrue(leaf.contains("|4.83 us|4.83 us|60|60|"), leaf);
    MethodTotals totals = MethodTotals.of(folded, folded.threads());
    for (int method = 0; method < totals.methods(); method++) {
      assertEquals(
          totals.total(method),
          browser.number("return tarePage.model.methodSums().total[" + method + "]"));
    }
    String warning = "sums of rows without nodes that minshare folded (6 in the files)";
    assertFalse(browser.text("#shown").contains(warning), browser.text("#shown"));
    browser.choose("#group", "class");
    assertTrue(browser.text("#shown").contains(warning), browser.text("#shown"));
  }

  @Test
  void aLineSaysWhatSumsOfAMergeLack() throws Exception {
    browser.driver().get("about:blank");
    open(FoldedParts.small(folder), FoldedParts.merged(folder));
    String warning = "sums of rows without nodes that minshare folded (9 in the files)";
    assertTrue(browser.text("#shown").contains(warning), browser.text("#shown"));
  }

  @Test
  void rowsOfGroupsHaveNoIntervals() {
    browser.choose("#group", "class");
    browser.await(d -> browser.rows("#methods").size() == 1);
    String row = browser.rows("#methods").get(0);
    assertTrue(row.startsWith("A|+850 ns||+12.7%|6.70 us|7.55 us|"), row);
  }

  @Test
  void framesAreRedOrBlueAndAsWideAsBeforeOrAfter() {
    assertTrue(classes("A.slower").contains("slower"));
    assertTrue(classes("A.added").contains("slower"));
    assertEquals(0, browser.all("g.frame[aria-label^='A.gone']").size());
    assertEquals(6000.0 / 7550, browser.width("A.slower") / browser.width("all"), 0.01);
    assertEquals(1, browser.all("g.frame[aria-label^='A.uncertain'] .shade").size());
    browser.choose("#kind", "widths by before");
    assertTrue(classes("A.gone").contains("faster"));
    assertEquals(0, browser.all("g.frame[aria-label^='A.added']").size());
    assertEquals(5000.0 / 6700, browser.width("A.slower") / browser.width("all"), 0.01);
  }

  @Test
  void framesAreColouredByTheirChangeBottomUpToo() {
    browser.find("#tab-bottom-up").click();
    browser.await(d -> browser.frames().size() == 5);
    assertEquals(0, browser.all("g.frame[style*='--hue']").size());
    assertEquals(4, browser.all("g.frame.changed").size());
    assertTrue(classes("A.slower").contains("slower"));
    assertTrue(classes("A.added").contains("slower"));
    assertTrue(classes("A.uncertain, calls 10,").contains("slower"), "the caller of slower");
    assertTrue(browser.frames().get(1).endsWith("change +1.00 us ~"), browser.frames().get(1));
    browser.choose("#kind", "widths by before");
    assertTrue(classes("A.gone").contains("faster"));
  }

  @Test
  void aFrameTellsBothValues() {
    String spoken = String.valueOf(browser.frame("A.slower").getDomAttribute("aria-label"));
    assertEquals(
        "A.slower, calls 10 → 10, self 5.00 us → 6.00 us, change +1.00 us ~, change of self +20.0%,"
            + " total 5.00 us → 6.00 us, self per call 500 ns → 600 ns",
        spoken);
  }

  private String classes(String beginning) {
    return String.valueOf(browser.frame(beginning).getDomAttribute("class"));
  }
}
