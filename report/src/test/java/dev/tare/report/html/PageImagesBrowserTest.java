package dev.tare.report.html;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.tare.profile.CallTree;
import dev.tare.profile.CallTreeBuilder;
import dev.tare.profile.Profile;
import dev.tare.report.DiffProfiles;
import dev.tare.report.GeneratedProfile;
import dev.tare.report.Profiles;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.OutputType;

/**
 * Takes the pictures of the documents, into {@code target/page-images}; with {@code
 * -Dtare.images=write} into {@code docs/images}. They are not compared with those: fonts and
 * browsers differ from machine to machine.
 */
@Tag("programs")
@Tag("nightly")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PageImagesBrowserTest {
  private static final Path IMAGES =
      "write".equals(System.getProperty("tare.images"))
          ? Path.of("../docs/images")
          : Path.of("target/page-images");

  private final Path folder;
  private final Browser browser;

  PageImagesBrowserTest(@TempDir Path folder) {
    this.folder = folder;
    browser = new Browser(folder.resolve("user-data"));
  }

  @AfterAll
  void quit() {
    browser.close();
  }

  @Test
  void aProfileOnALargeScreenAndASmallOneInLightAndDark() throws IOException {
    byte[] light = profile(1400, 900, "light", "report-light.png");
    byte[] dark = profile(1400, 900, "dark", "report-dark.png");
    assertFalse(Arrays.equals(light, dark));
    profile(390, 844, "light", "report-small-light.png");
    profile(390, 844, "dark", "report-small-dark.png");
  }

  private byte[] profile(int width, int height, String scheme, String name) throws IOException {
    browser.resize(width, height);
    browser.prefer(scheme);
    browser.open(GeneratedProfile.of(7, 300, 25, 900, 400), folder);
    browser.click("#methods button.name");
    browser.await(d -> !browser.rows("#callers").isEmpty());
    return taken(width, height, name);
  }

  @Test
  void aComparison() throws Exception {
    browser.resize(1400, 900);
    browser.prefer("light");
    Profile before = GeneratedProfile.of(7, 300, 25, 900);
    CallTree tree = before.threads().get(0).tree();
    Profile after = Profiles.of(before.methods(), Profiles.thread(1, "main", changed(tree)));
    Path page = folder.resolve("diff.html");
    try (OutputStream out = Files.newOutputStream(page)) {
      HtmlReport.write(DiffProfiles.diff(before, after), out);
    }
    browser.open(page);
    taken(1400, 900, "diff-light.png");
  }

  /** One method in five is slower, and one is faster. */
  private static CallTree changed(CallTree tree) {
    CallTreeBuilder changed = new CallTreeBuilder();
    for (int node = 1; node < tree.size(); node++) {
      int kind = tree.method(node) % 5;
      long self =
          kind == 0 ? tree.self(node) * 2 : kind == 1 ? tree.self(node) / 2 : tree.self(node);
      changed.add(tree.parent(node), tree.method(node));
      changed.calls(node, tree.calls(node)).self(node, self).overhead(node, tree.overhead(node));
    }
    return changed.build();
  }

  private byte[] taken(int width, int height, String name) throws IOException {
    browser.driver().executeScript("document.activeElement.blur(); scrollTo(0, 0)");
    byte[] png = browser.driver().getScreenshotAs(OutputType.BYTES);
    BufferedImage image = ImageIO.read(new ByteArrayInputStream(png));
    assertEquals(width, image.getWidth());
    assertEquals(height, image.getHeight());
    Files.createDirectories(IMAGES);
    Files.write(IMAGES.resolve(name), png);
    return png;
  }
}
