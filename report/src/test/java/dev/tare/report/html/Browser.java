package dev.tare.report.html;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tare.profile.Profile;
import dev.tare.report.analysis.Uncertainty;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.ExpectedCondition;
import org.openqa.selenium.support.ui.Select;
import org.openqa.selenium.support.ui.WebDriverWait;

/** A Chromium without a window, from the system's packages, in a profile folder of its own. */
final class Browser implements AutoCloseable {
  /** Long enough for the slowest machine; nothing waits longer than it has to. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Kept, since a logger that nobody holds forgets its level. */
  private static final Logger SELENIUM = Logger.getLogger("org.openqa.selenium");

  private final ChromeDriver driver;

  Browser(Path userData) {
    // It warns that it does not know this Chromium's debugging protocol, which the tests use by
    // name.
    SELENIUM.setLevel(Level.SEVERE);
    ChromeOptions options = new ChromeOptions();
    options.setBinary(onPath("chromium"));
    options.addArguments(
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--user-data-dir=" + userData);
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    options.setCapability("goog:loggingPrefs", logs);
    ChromeDriverService service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(onPath("chromedriver"))
            .usingAnyFreePort()
            .build();
    driver = new ChromeDriver(service, options);
    driver.manage().window().setSize(new Dimension(1500, 1300));
  }

  private static File onPath(String program) {
    return Arrays.stream(System.getenv("PATH").split(File.pathSeparator, -1))
        .map(folder -> Path.of(folder, program))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow(() -> new IllegalStateException(program + " is not installed"))
        .toFile();
  }

  ChromeDriver driver() {
    return driver;
  }

  /** Opens the page from disk and waits until it is drawn. */
  void open(Path page) {
    driver.get(page.toUri().toString());
    await(d -> d.findElement(By.tagName("html")).getDomAttribute("data-ready") != null);
    await(d -> !text("#filtered").isEmpty());
  }

  /** Writes the page of this profile, opens it, and looks that it wants nothing from outside. */
  void open(Profile profile, Path folder) throws IOException {
    Path page = folder.resolve("page.html");
    try (OutputStream out = Files.newOutputStream(page)) {
      HtmlReport.write(profile, profile, Uncertainty.of(profile), false, out);
    }
    driver.get("about:blank"); // An address that differs in its # alone would not be loaded anew.
    complaints(); // Those of another page are not of this one.
    open(page);
    assertEquals(List.of(), complaints());
    assertEquals(0, number("return performance.getEntriesByType('resource').length"));
  }

  /** Makes the page as large as a screen of so many CSS pixels. */
  void resize(int width, int height) {
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
  }

  /** Lets the system prefer light or dark. */
  void prefer(String scheme) {
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
  }

  /** The breadcrumbs, from the whole tree to what is zoomed to. */
  String place() {
    return text("#zoom-path").replace('\n', ' ');
  }

  /** Presses a key where the keyboard is. */
  void press(CharSequence key) {
    driver.switchTo().activeElement().sendKeys(key);
  }

  void await(ExpectedCondition<Boolean> condition) {
    new WebDriverWait(driver, PATIENCE).until(condition);
  }

  /** Clicks, also where a table draws its rows anew in that moment. */
  void click(String selector) {
    new WebDriverWait(driver, PATIENCE)
        .ignoring(StaleElementReferenceException.class)
        .until(
            d -> {
              find(selector).click();
              return true;
            });
  }

  WebElement find(String selector) {
    return driver.findElement(By.cssSelector(selector));
  }

  List<WebElement> all(String selector) {
    return driver.findElements(By.cssSelector(selector));
  }

  /** What the reader sees of an element. */
  String text(String selector) {
    return find(selector).getText();
  }

  void choose(String selector, String visibleText) {
    new Select(find(selector)).selectByVisibleText(visibleText);
  }

  /** The rows of a table as the reader sees them: the cells' text, each cell after a {@code |}. */
  List<String> rows(String table) {
    Object rows =
        run(
            "return [...document.querySelectorAll(arguments[0] + ' .tabulator-row, ' + arguments[0]"
                + " + ' tbody tr')].map(r => [...r.querySelectorAll('.tabulator-cell, td')]"
                + ".map(c => c.innerText).join('|'))",
            table);
    return ((List<?>) rows).stream().map(String::valueOf).toList();
  }

  /** What a screen reader says of each frame that is drawn. */
  List<String> frames() {
    return all("g.frame").stream()
        .map(frame -> String.valueOf(frame.getDomAttribute("aria-label")))
        .toList();
  }

  /** The first frame whose spoken text begins with this. */
  WebElement frame(String beginning) {
    return find("g.frame[aria-label^='" + beginning + "']");
  }

  double width(String beginning) {
    return frame(beginning).getRect().getWidth();
  }

  /** What this script returns. */
  Object run(String script, Object... arguments) {
    return Objects.requireNonNull(driver.executeScript(script, arguments));
  }

  long number(String script) {
    return ((Number) run(script)).longValue();
  }

  /** What the page complained about, or tried and was not let. */
  List<String> complaints() {
    return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
        .map(LogEntry::getMessage)
        .toList();
  }

  @Override
  public void close() {
    driver.quit();
  }
}
