package dev.tare.report.html;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.report.DiffProfiles;
import dev.tare.report.GeneratedProfile;
import dev.tare.report.Profiles;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.interactions.PointerInput;
import org.openqa.selenium.interactions.Sequence;

/** That the page fits small and large screens, and those who use no mouse or no eyes. */
@Tag("programs")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PageLayoutBrowserTest {
  private static final String AXE = "/META-INF/resources/webjars/axe-core/4.6.3/axe.min.js";

  private final Path folder;
  private final Browser browser;

  PageLayoutBrowserTest(@TempDir Path folder) {
    this.folder = folder;
    browser = new Browser(folder.resolve("user-data"));
  }

  @AfterAll
  void quit() {
    browser.close();
  }

  @Test
  void theGraphBeginsNearTheTopAndTheControlsStay() throws IOException {
    browser.resize(1400, 900);
    browser.open(GeneratedProfile.of(3, 60, 30, 3000), folder);
    assertTrue(top("#graph") < 150, "graph at " + top("#graph"));
    browser.driver().executeScript("scrollTo(0, 400)");
    browser.await(d -> top("#graph") < 0);
    assertEquals(0, top("#controls"));
  }

  private long top(String selector) {
    return browser.number(
        "return document.querySelector('" + selector + "').getBoundingClientRect().top");
  }

  @Test
  void aNarrowScreenShowsNamesAndNeedsNoScrollingSideways() throws IOException {
    browser.resize(360, 740);
    browser.open(Profiles.small(), folder);
    browser.click("#methods button.name");
    browser.await(d -> browser.rows("#callers").size() == 2);
    assertEquals(
        browser.number("return document.documentElement.clientWidth"),
        browser.number("return document.documentElement.scrollWidth"));
    assertEquals("Order.leaf", browser.text("#methods button.name"));
    // Drawn as far as its cell goes, which is wider.
    assertEquals(
        true,
        browser.run(
            "const name = document.querySelector('#methods button.name').getBoundingClientRect();"
                + "const cell = document.querySelector('#methods .tabulator-cell');"
                + "return name.right <= cell.getBoundingClientRect().right"));
  }

  @Test
  void aTapShowsWhatATooltipShowsAndASecondOneZooms() throws IOException {
    browser.resize(390, 844);
    browser.open(Profiles.small(), folder);
    String leaf = "com.acme.Order.leaf, calls 50";
    tap(leaf);
    browser.await(d -> browser.text("#tooltip").contains("overhead subtracted"));
    assertTrue(browser.text("#tooltip").startsWith("com.acme.Order.leaf(): void Order.java:7"));
    assertEquals("all", browser.place());
    tap(leaf);
    browser.await(d -> browser.place().endsWith("Order.leaf"));
    assertFalse(browser.find("#tooltip").isDisplayed());
  }

  private void tap(String beginning) {
    PointerInput finger = new PointerInput(PointerInput.Kind.TOUCH, "finger");
    WebElement frame = browser.frame(beginning);
    Sequence tap =
        new Sequence(finger, 0)
            .addAction(
                finger.createPointerMove(
                    Duration.ZERO, PointerInput.Origin.fromElement(frame), 0, 0))
            .addAction(finger.createPointerDown(0))
            .addAction(finger.createPointerUp(0));
    browser.driver().perform(List.of(tap));
  }

  @Test
  void axeFindsNothingInAnyPart() throws Exception {
    browser.resize(1400, 900);
    browser.open(Profiles.small(), folder);
    browser.click("#methods button.name");
    browser.await(d -> browser.rows("#callers").size() == 2);
    for (String scheme : List.of("light", "dark")) {
      browser.prefer(scheme);
      assertEquals(List.of(), violations());
    }
    browser.prefer("light");
    browser.find("#about summary").click();
    browser.find("#tab-threads").click();
    browser.await(d -> browser.rows("#threads").size() == 2);
    assertEquals(List.of(), violations());
    browser.find("#help-open").click();
    assertEquals(List.of(), violations());
    Path page = folder.resolve("diff.html");
    try (OutputStream out = Files.newOutputStream(page)) {
      HtmlReport.write(DiffProfiles.diff(DiffProfiles.before(), DiffProfiles.after()), out);
    }
    browser.open(page);
    assertEquals(List.of(), violations());
  }

  /** What axe finds, of whatever weight: impact, rule and the first place. */
  private List<?> violations() throws IOException {
    try (InputStream in = PageLayoutBrowserTest.class.getResourceAsStream(AXE)) {
      if (in == null) {
        throw new IOException(AXE + " is missing");
      }
      browser.driver().executeScript(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }
    Object found =
        browser
            .driver()
            .executeAsyncScript(
                "const done = arguments[arguments.length - 1];"
                    + "axe.run().then(result => done(result.violations.map("
                    + "v => [v.impact, v.id, v.nodes[0].html].join(' '))))");
    return (List<?>) Objects.requireNonNull(found);
  }

  @Test
  void everyControlIsReachedByTab() throws IOException {
    browser.resize(1400, 900);
    browser.open(Profiles.small(), folder);
    browser.choose("#group", "method");
    Object controls =
        browser.run(
            "return [...document.querySelectorAll('button[id], input, select')].filter("
                + "c => c.checkVisibility() && c.getAttribute('aria-selected') !== 'false')"
                + ".map(c => c.id)");
    Set<Object> missing = new HashSet<>((List<?>) controls);
    assertTrue(missing.size() > 12, missing.toString());
    missing.add("all"); // the graph's first frame
    missing.add("Total"); // a heading of the table, which sorts
    browser.driver().executeScript("document.activeElement.blur(); scrollTo(0, 0)");
    for (int i = 0; i < 60 && !missing.isEmpty(); i++) {
      browser.press(Keys.TAB);
      missing.remove(browser.run("return document.activeElement.id"));
      missing.remove(browser.run("return document.activeElement.textContent.trim()"));
    }
    assertEquals(Set.of(), missing);
    assertSortedBySpace();
  }

  private void assertSortedBySpace() {
    browser.driver().executeScript("document.querySelector('[tabulator-field=total]').focus()");
    browser.press(" ");
    browser.await(d -> browser.rows("#methods").get(0).startsWith("Order.recur"));
  }
}
