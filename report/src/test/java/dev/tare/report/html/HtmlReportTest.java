package dev.tare.report.html;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.profile.CallTreeBuilder;
import dev.tare.report.Profiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class HtmlReportTest {

  @Test
  void isSmallBesideItsDataAndLoadsNothing() throws IOException {
    String page = page();
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
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    HtmlReport.write(
        Profiles.of(
            List.of(Profiles.method("Hostile<script>", "</script>")),
            Profiles.thread(1, "Hostile", tree.build())),
        out);
    assertFalse(out.toString(StandardCharsets.UTF_8).contains("Hostile"));
  }

  private static String page() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    HtmlReport.write(Profiles.small(), out);
    return out.toString(StandardCharsets.UTF_8);
  }
}
