package dev.tare.report.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.profile.CallTree;
import dev.tare.profile.Profile;
import dev.tare.report.Profiles;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class TextStyleTest {

  @Test
  void namesLoseTheirBeginningWhereTheyDoNotFit() {
    TextStyle style = new TextStyle(false, 60);
    assertEquals("com.acme.stock.Invoice.total", style.fitted("com.acme.stock.Invoice.total", 32));
    assertEquals("…om.acme.stock.Invoice.total", style.fitted("xcom.acme.stock.Invoice.total", 32));
    assertEquals("…stock.Invoice.total", style.fitted("com.acme.stock.Invoice.total", 500));
    assertEquals("com.acme.A.a", TextStyle.PLAIN.fitted("com.acme.A.a", 500));
  }

  @Test
  void linesFitTheTerminal() {
    String longName = "com.acme." + "deeper.".repeat(20) + "Order";
    CallTree.Builder tree = new CallTree.Builder();
    tree.calls(tree.add(0, 0), 1);
    Profile profile =
        Profiles.of(
            List.of(Profiles.method(longName, "total")), Profiles.thread(1, "t", tree.build()));
    List<String> rows =
        printed(profile, new TextStyle(false, 110))
            .lines()
            .filter(line -> line.endsWith("Order.total"))
            .toList();
    assertEquals(List.of(110, 110), rows.stream().map(String::length).toList());
  }

  @Test
  void coloursAreThereOnlyWhereTheyAreWanted() {
    assertTrue(printed(Profiles.small(), new TextStyle(true, 200)).contains("\u001b[1m"));
    assertFalse(printed(Profiles.small(), TextStyle.PLAIN).contains("\u001b"));
  }

  @Test
  void standardOutputOfTheTestsIsNoTerminal() {
    assertEquals(TextStyle.PLAIN, TextStyle.ofStandardOutput());
  }

  private static String printed(Profile profile, TextStyle style) {
    StringWriter text = new StringWriter();
    TextReport report = new TextReport(profile, profile.threads(), style);
    report.print(new PrintWriter(text), 10);
    report.printTrees(new PrintWriter(text), TreeLimits.NONE);
    return text.toString();
  }
}
