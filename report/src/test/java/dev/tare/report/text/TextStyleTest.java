package dev.tare.report.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.profile.CallTreeBuilder;
import dev.tare.profile.Profile;
import dev.tare.report.Profiles;
import dev.tare.report.analysis.Uncertainty;
import dev.tare.report.view.Grouping;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class TextStyleTest {

  @Test
  void namesAreCutInTheMiddleWhereTheyDoNotFit() {
    TextStyle style = new TextStyle(false, 60);
    assertEquals("com.acme.stock.Invoice.total", style.fitted("com.acme.stock.Invoice.total", 32));
    assertEquals("com.acme.…Invoice.total", style.fitted("com.acme.stock.Invoice.total", 37));
    assertEquals("com.ac…Invoice.total", style.fitted("com.acme.stock.Invoice.total", 500));
    assertEquals("Invoice.t…int, Line)", style.fitted("com.acme.Invoice.total(int, Line)", 500));
    assertEquals("com.acme.A.a", TextStyle.PLAIN.fitted("com.acme.A.a", 500));
    String faces = "\ud83d\ude00".repeat(40);
    assertEquals(
        "\ud83d\ude00".repeat(4) + "…" + "\ud83d\ude00".repeat(5), style.fitted(faces, 500));
  }

  @Test
  void linesFitTheTerminal() {
    String longName = "com.acme." + "deeper.".repeat(20) + "Order";
    CallTreeBuilder tree = new CallTreeBuilder();
    tree.calls(tree.add(0, 0), 1);
    Profile profile =
        Profiles.of(
            List.of(Profiles.method(longName, "total")), Profiles.thread(1, "t", tree.build()));
    List<String> rows =
        printed(profile, new TextStyle(false, 110))
            .lines()
            .filter(line -> line.contains("Order.total"))
            .toList();
    assertEquals(List.of(110, 110), rows.stream().map(String::length).toList());
  }

  @Test
  void namesThatAreCutGetAThirdOfTheLine() {
    String longName = "com.acme." + "deeper.".repeat(20) + "OrderOfManyLines";
    CallTreeBuilder tree = new CallTreeBuilder();
    int total = tree.add(0, 0);
    tree.calls(total, 1).self(total, 600);
    Profile profile =
        Profiles.of(
            List.of(Profiles.method(longName, "total")), Profiles.thread(1, "t", tree.build()));
    assertTrue(printed(profile, new TextStyle(false, 110)).contains("█"));
    // Of 84 characters the bar would leave 22 to the name.
    String narrow = printed(profile, new TextStyle(false, 84));
    assertFalse(narrow.contains("█"), narrow);
    assertFalse(narrow.contains("left out"), narrow);
    assertTrue(printed(Profiles.small(), new TextStyle(false, 84)).contains("█"));
  }

  @Test
  void aNarrowTerminalHasFewerColumns() {
    String text = printed(Profiles.small(), new TextStyle(false, 60));
    assertTrue(
        text.contains(
            """
            method                   self   self     total  total  calls
            com.acme.Order.leaf   4.83 us  80.5%  ≈4.83 us  80.5%     60
            com.acme.Order.recur  1.17 us  19.5%   5.17 us  86.2%      8
            columns left out, since the terminal is narrow: self/call
            """),
        text);
    assertTrue(text.contains("\n   ≈0 ns    0.0% "), text);
    String narrow = printed(Profiles.small(), new TextStyle(false, 40));
    assertTrue(narrow.contains("\nmethod                   self   self\ncom"), narrow);
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
    TextReport report =
        new TextReport(
            profile,
            profile,
            new ReportOptions(
                style, Grouping.METHOD, false, ValueFormat.human("ns"), Uncertainty.of(profile)));
    report.printHeading(new PrintWriter(text), profile);
    report.printMethods(new PrintWriter(text), 10);
    report.printTrees(new PrintWriter(text), profile, new TreeLimits(Integer.MAX_VALUE, 0), false);
    return text.toString();
  }
}
