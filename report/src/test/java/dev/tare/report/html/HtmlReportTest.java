package dev.tare.report.html;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.profile.CallTreeBuilder;
import dev.tare.profile.Profile;
import dev.tare.report.Profiles;
import dev.tare.report.analysis.Uncertainty;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class HtmlReportTest {

  @Test
  void isSmallBesideItsDataAndLoadsNothing() throws IOException {
    String page = page(Profiles.small());
    assertTrue(page.length() < 2_000_000, page.length() + " bytes");
    assertTrue(page.contains("Content-Security-Policy\" content=\"default-src 'none';"));
    assertFalse(page.contains("/*style*/"));
    assertFalse(page.contains("<!--scripts-->"));
    assertEquals(3, page.split("'sha256-", -1).length - 1);
    assertEquals(3, page.split("<script>", -1).length - 1);
    // One more for the data: nothing in a script or in the data ends an element early.
    assertEquals(4, page.split("</script", -1).length - 1);
  }

  @Test
  void namesOfTheProfileAreNotInThePagesOwnText() throws IOException {
    CallTreeBuilder tree = new CallTreeBuilder();
    tree.calls(tree.add(0, 0), 1);
    Profile hostile =
        Profiles.of(
            List.of(Profiles.method("Hostile<script>", "</script>")),
            Profiles.thread(1, "Hostile", tree.build()));
    assertFalse(page(hostile).contains("Hostile"));
  }

  @Test
  void noLineOfTheLegendEndsBetweenAMarkAndItsMeaning() throws IOException {
    String page = page(Profiles.small());
    String mark = "<span class=\"swatch ";
    int marks = page.split(mark, -1).length;
    assertTrue(marks > 1);
    assertEquals(marks, page.split("<span class=\"key\"[^>]*>" + mark, -1).length);
  }

  private static String page(Profile profile) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    HtmlReport.write(profile, profile, Uncertainty.of(profile), false, out);
    return out.toString(StandardCharsets.UTF_8);
  }
}
