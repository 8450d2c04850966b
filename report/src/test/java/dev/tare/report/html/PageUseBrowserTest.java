package dev.tare.report.html;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.profile.CallTree;
import dev.tare.profile.CallTreeBuilder;
import dev.tare.profile.CallsKind;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.Profile;
import dev.tare.profile.ThreadProfile;
import dev.tare.report.Profiles;
import dev.tare.report.division.DividedProfile;
import dev.tare.report.division.DividedProfiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/** How one gets about in the page. */
@Tag("programs")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PageUseBrowserTest {
  private final Path folder;
  private final Browser browser;

  PageUseBrowserTest(@TempDir Path folder) {
    this.folder = folder;
    browser = new Browser(folder.resolve("user-data"));
    browser.resize(1400, 900);
  }

  @AfterAll
  void quit() {
    browser.close();
  }

  private void open() throws IOException {
    browser.open(Profiles.small(), folder);
  }

  @Test
  void backZoomsOutAndAReloadKeepsWhatIsShown() throws IOException {
    open();
    browser.frame("com.acme.Order.recur, calls 1,").click();
    browser.frame("com.acme.Order.leaf, calls 50,").click();
    assertEquals("all Order.recur Order.recur Order.leaf", browser.place());
    browser.find("#search").sendKeys("leaf");
    browser.await(d -> browser.text("#found").startsWith("1 method"));
    browser.driver().navigate().refresh();
    browser.await(d -> browser.text("#found").startsWith("1 method"));
    assertEquals("all Order.recur Order.recur Order.leaf", browser.place());
    assertTrue(browser.text("#method").startsWith("com.acme.Order.leaf"));
    browser.driver().navigate().back();
    browser.await(d -> browser.place().equals("all Order.recur"));
    browser.driver().navigate().back();
    browser.await(d -> browser.place().equals("all"));
    browser.driver().navigate().forward();
    browser.await(d -> browser.place().equals("all Order.recur"));
  }

  @Test
  void theAddressHasTheThreadTheTableAndTheDirection() throws IOException {
    open();
    browser.choose("#thread", "worker-1 (12)");
    browser.find("#tab-bottom-up").click();
    browser.find("#tab-threads").click();
    browser.await(d -> browser.rows("#threads").size() == 2);
    browser.driver().navigate().refresh();
    browser.await(d -> browser.text("#shown").startsWith("1 of 2 threads"));
    browser.await(d -> browser.rows("#threads").size() == 2);
    assertEquals("true", browser.find("#tab-bottom-up").getDomAttribute("aria-selected"));
  }

  @Test
  void bottomUpShowsWhereAMethodsOwnValueComesFrom() throws IOException {
    open();
    browser.find("#tab-bottom-up").click();
    List<String> frames = browser.frames();
    assertTrue(
        frames.get(1).startsWith("com.acme.Order.leaf, calls 60, self 4.83 us, share 80.5%"),
        frames.get(1));
    assertTrue(
        frames.stream()
            .anyMatch(
                frame ->
                    frame.startsWith(
                        "com.acme.Order.recur, calls 50, self called from here 4.00 us")),
        frames.toString());
    browser.frame("com.acme.Order.recur, calls 50,").click();
    assertEquals("all Order.leaf Order.recur", browser.place());
    browser.driver().navigate().refresh();
    browser.await(d -> browser.place().equals("all Order.leaf Order.recur"));
  }

  @Test
  void aThreadsRowShowsItAlone() throws IOException {
    open();
    browser.find("#tab-threads").click();
    browser.await(
        d ->
            browser
                .rows("#threads")
                .equals(
                    List.of(
                        "main (1)|5.20 us|86.7%|500 ns|61|573 ns|0 ns",
                        "worker-1 (12)|800 ns|13.3%|0 ns|7|80 ns|0 ns")));
    browser.all("#threads button.name").get(1).click();
    browser.await(d -> browser.text("#shown").startsWith("1 of 2 threads · 800 ns"));
    browser.await(d -> browser.rows("#threads").size() == 2);
    browser.all("#threads button.name").get(1).click();
    browser.await(d -> browser.text("#shown").startsWith("2 of 2 threads"));
  }

  @Test
  void aThreadThatTheListHasNoRoomForIsShownAloneToo() throws IOException {
    CallTreeBuilder tree = new CallTreeBuilder();
    int node = tree.add(0, 0);
    tree.calls(node, 1).self(node, 1000);
    CallTree built = tree.build();
    browser.open(
        Profiles.of(
            List.of(Profiles.method("A", "a")),
            IntStream.rangeClosed(1, 1001)
                .mapToObj(id -> Profiles.thread(id, "t", built))
                .toArray(ThreadProfile[]::new)),
        folder);
    browser.find("#filter").sendKeys("(1001)");
    browser.find("#tab-threads").click();
    browser.await(d -> browser.rows("#threads").size() == 1);
    browser.all("#threads button.name").get(0).click();
    browser.await(d -> browser.text("#shown").startsWith("1 of 1,001 threads · 1.00 us"));
    browser.driver().navigate().refresh();
    browser.await(d -> browser.text("#shown").startsWith("1 of 1,001 threads · 1.00 us"));
  }

  @Test
  void methodsAreAddedUpByClassAndPackage() throws IOException {
    open();
    browser.choose("#group", "class");
    browser.await(
        d ->
            browser
                .rows("#methods")
                .equals(
                    List.of("com.acme.Order|6.00 us|100.0%|6.00 us|100.0%|11|545 ns|643 ns|1")));
    assertEquals("1 of 1 class", browser.text("#filtered"));
    browser.all("#methods button.name").get(0).click();
    browser.await(d -> browser.text("#found").startsWith("2 methods"));
    browser.choose("#group", "package");
    browser.await(d -> browser.rows("#methods").get(0).startsWith("com.acme|6.00 us|"));
    browser.all("#methods button.name").get(0).click();
    browser.await(d -> browser.text("#found").startsWith("2 methods"));
    assertEquals("package:com.acme", browser.find("#search").getDomProperty("value"));
  }

  @Test
  void keysSearchAndGoToWhatWasFound() throws IOException {
    open();
    browser.press("/");
    browser.press("leaf");
    browser.await(d -> browser.all("g.frame.matched").size() == 2);
    browser.find("#search-next").click();
    assertTrue(focused().startsWith("com.acme.Order.leaf, calls 10,"), focused());
    browser.press("n");
    assertTrue(focused().startsWith("com.acme.Order.leaf, calls 50,"), focused());
    browser.press("N");
    assertTrue(focused().startsWith("com.acme.Order.leaf, calls 10,"), focused());
    browser.press("?");
    assertTrue(browser.find("#help").isDisplayed());
    browser.press(Keys.ESCAPE);
    browser.await(d -> !browser.find("#help").isDisplayed());
  }

  private String focused() {
    return String.valueOf(
        browser.driver().switchTo().activeElement().getDomAttribute("aria-label"));
  }

  @Test
  void theTableIsCopiedExactlyOrAsItIsShown() throws IOException {
    open();
    browser
        .driver()
        .executeScript("navigator.clipboard.writeText = async text => window.copied = text");
    browser.click("#copy-csv");
    browser.await(d -> browser.text("#filtered").equals("2 rows copied"));
    assertEquals(
        List.of(
            "Self [ns],Self [%],Total [ns],Total [%],Calls,Self/call [ns],Overhead [ns],Exceptions,"
                + "Name",
            "4830,80.5,4800,80,60,80.5,483,1,com.acme.Order.leaf",
            "1170,19.5,5170,86.16666666666667,8,146.25,160,0,com.acme.Order.recur"),
        String.valueOf(browser.run("return copied")).lines().toList());
    browser.click("#copy-markdown");
    browser.await(d -> String.valueOf(browser.run("return copied")).startsWith("| Self |"));
    assertTrue(
        String.valueOf(browser.run("return copied"))
            .contains(
                "| 4.83 us | 80.5% | ≈4.83 us | 80.5% | 60 | 80.5 ns | 483 ns | 1 | com.acme"));
  }

  @Test
  void waitingIsNoWorkAndHasAColourInWallTime() throws IOException {
    CallTreeBuilder tree = new CallTreeBuilder();
    int waits = tree.add(0, 0);
    tree.calls(waits, 1).self(waits, 1000).waiting(waits, 900);
    int works = tree.add(waits, 1);
    tree.calls(works, 1).self(works, 400);
    Profile profile =
        Profiles.of(
            List.of(Profiles.method("A", "waits"), Profiles.method("A", "works")),
            Profiles.thread(1, "main", tree.build()));
    browser.open(Profiles.withWaiting(profile), folder);
    assertTrue(browser.text("#shown").contains("500 ns in instrumented methods"));
    assertTrue(browser.rows("#methods").get(0).startsWith("A.works|400 ns|80.0%|"));
    assertTrue(browser.rows("#methods").get(1).endsWith("|900 ns"));
    assertEquals(0, browser.all("g.frame.waiting").size());
    browser.choose("#kind", "wall time");
    browser.await(d -> browser.rows("#methods").get(0).startsWith("A.waits|1.00 us|71.4%|"));
    assertEquals(1, browser.all("g.frame.waiting").size());
  }

  @Test
  void aCallFromBeforeTheWindowThatOnlyWaitedHasARow() throws IOException {
    CallTreeBuilder tree = new CallTreeBuilder();
    int waits = tree.add(0, 0);
    tree.carried(waits, 1).open(waits, 1).self(waits, 900).waiting(waits, 900);
    int works = tree.add(0, 1);
    tree.calls(works, 1).self(works, 400);
    Profile profile =
        Profiles.of(
            List.of(Profiles.method("A", "waits"), Profiles.method("A", "works")),
            Profiles.thread(1, "main", tree.build()));
    browser.open(Profiles.withWaiting(profile), folder);
    assertTrue(browser.rows("#methods").get(1).startsWith("A.waits|0 ns|"));
    assertTrue(browser.rows("#methods").get(1).endsWith("|900 ns"));
  }

  @Test
  void theLegendHasDividedFramesWhereThereAreAny() throws IOException {
    String divided = "÷ told apart by samples";
    open();
    assertFalse(browser.text(".legend").contains(divided));
    browser.open(DividedProfile.of(DividedProfiles.known()), folder);
    assertTrue(browser.text(".legend").contains(divided));
  }

  @Test
  void whatABudgetLeftOfAMethodIsSaidWhereverItIsNamed() throws IOException {
    CallTreeBuilder tree = new CallTreeBuilder();
    int timed = tree.add(0, 0);
    tree.calls(timed, 10).self(timed, 900);
    int counted = tree.add(timed, 1);
    tree.calls(counted, 70).self(counted, 100).callsKnown(counted, CallsKind.ESTIMATED, 60, 90);
    browser.open(
        Profiles.of(
            List.of(
                Profiles.method("com.acme.Order", "total"),
                Profiles.method("com.acme.Order", "size", MethodInfo.COUNTED)),
            Profiles.thread(1, "main", tree.build())),
        folder);
    assertTrue(browser.rows("#methods").get(1).startsWith("Order.size [counted] com.acme|"));
    String spoken =
        String.valueOf(
            browser.frame("com.acme.Order.size [counted]").getDomAttribute("aria-label"));
    assertTrue(spoken.contains("calls 70 (estimated, 60 to 90)"), spoken);
    assertTrue(
        browser.text(".legend").contains("[counted], [flat], [merged]: time is the caller's"));
    browser.frame("com.acme.Order.size [counted]").click();
    assertTrue(browser.text("#panel").contains("[counted]: calls are exact"));
  }
}
