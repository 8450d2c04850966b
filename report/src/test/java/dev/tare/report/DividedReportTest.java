package dev.tare.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.profile.Profile;
import dev.tare.profile.ThreadProfile;
import dev.tare.report.division.DividedProfiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Commands show what samples told apart, and that they did. */
class DividedReportTest {
  private final Cli cli;
  private String file = "";

  DividedReportTest(@TempDir Path folder) {
    cli = new Cli(folder);
  }

  @BeforeEach
  void write() throws IOException {
    Map<String, String> settings = Map.of("mode", "full", "budget", "10%");
    file = cli.file("known.json", Profiles.with(settings, DividedProfiles.known()));
  }

  @Test
  void theTableHasTheIntervalOfWhatWasDividedAndOfNothingElse() {
    assertEquals(0, cli.run("report", file, "--unit", "exact"));
    assertTrue(line("Cache.get [merged]").contains(" 300  108..603 "), cli::out);
    assertTrue(line("Cache.run ").contains(" 400  168..687 "), cli::out);
    assertFalse(line("Cache.store ").contains(".."), cli::out);
    assertTrue(cli.out().contains("÷ : told apart by samples"), cli::out);
  }

  @Test
  void everyViewKeepsTheIntervals() {
    for (String view : new String[] {"--focus=Cache.run", "--by=class", "--ignore=step"}) {
      assertEquals(0, cli.run("report", file, "--unit", "exact", view));
      assertTrue(cli.out().contains("÷ : told apart by samples"), () -> view + cli.out());
    }
    for (String view : new String[] {"--callees=Cache.run", "--reverse"}) {
      assertEquals(0, cli.run("report", file, view));
      assertTrue(cli.out().contains("÷ com.acme.Cache.get"), () -> view + cli.out());
    }
  }

  @Test
  void theTreeMarksWhatWasDivided() {
    assertEquals(0, cli.run("report", file, "--tree"));
    assertTrue(cli.out().contains("÷ com.acme.Cache.put"), cli::out);
    assertFalse(cli.out().contains("÷ com.acme.Cache.store"), cli::out);
  }

  /** Samples tell that they were called, and not how often. */
  @Test
  void callsOfWhatSamplesBroughtAreAtLeast() {
    assertEquals(0, cli.run("report", file, "--tree"));
    assertTrue(line("÷ com.acme.Cache.get").contains(" ≥0 "), cli::out);
    assertTrue(cli.out().contains("≥ are the least"), cli::out);
    assertEquals(0, cli.run("report", file, "--callers", "Cache.get"));
    for (String method : new String[] {"com.acme.Cache.get", "com.acme.Cache.run"}) {
      assertTrue(line(method).contains(" ≥0 "), cli::out);
    }
    assertEquals(0, cli.run("report", file, "--callers", "Cache.get", "--json"));
    String json = cli.out().replaceAll("\\s", "").replaceFirst(".*methods_in_all", "");
    assertTrue(json.contains("\"calls\":0,\"calls_kind\":\"bounded\""), cli::out);
    assertFalse(json.contains("\"calls_kind\":\"exact\""), cli::out);
  }

  @Test
  void undividedValuesAreAsTheFileHasThem() {
    assertEquals(0, cli.run("report", file, "--unit", "exact", "--undivided"));
    assertTrue(line("Cache.run ").contains(" 1,000 "), cli::out);
    assertFalse(cli.out().contains("÷"), cli::out);
  }

  @Test
  void jsonHasWhatWasDividedAndBetweenWhichValuesItIs() {
    assertEquals(0, cli.run("report", file, "--json"));
    String json = cli.out().replaceAll("\\s", "");
    assertTrue(
        json.contains("\"self\":300,\"self_divided\":300,\"self_low\":108,\"self_high\":603"),
        cli::out);
  }

  @Test
  void aComparisonShowsMethodsWithoutReadingsApartFromOthers() {
    assertEquals(0, cli.run("diff", file, file, "--unit", "exact"));
    String out = cli.out();
    int inside = out.indexOf("÷ method");
    assertTrue(inside > 0, out);
    assertFalse(out.substring(0, inside).contains("Cache.get"), out);
    assertTrue(out.substring(inside).contains("Cache.get"), out);
  }

  @Test
  void aSumOfRunsThatWereNotAllSampledIsShownAsItWasMeasured() throws IOException {
    Profile known = DividedProfiles.known();
    ThreadProfile thread = known.threads().get(0);
    Profile unsampled = known.withThreads(List.of(thread.with(thread.tree(), null)));
    String sum = cli.path("sum.json");
    assertEquals(0, cli.run("merge", file, cli.file("unsampled.json", unsampled), "-o", sum));
    assertEquals(0, cli.run("report", sum, "--unit", "exact"));
    assertTrue(line("Cache.run ").contains(" 2,000 "), cli::out);
    assertFalse(cli.out().contains("÷"), cli::out);
    assertTrue(
        cli.out()
            .contains(
                "self values of 1 thread are not divided: the runs in the sum were sampled in"
                    + " different ways, or not all"),
        cli::out);
  }

  @Test
  void samplesLeadWhereTheyTellWhatAThreadWorkedAlsoIfItWaitedForMore() throws IOException {
    String waiting = cli.file("waiting.json", DividedProfiles.waitingMost());
    for (String by : new String[] {"working", "wall"}) {
      assertEquals(0, cli.run("report", waiting, "--by", by));
      assertTrue(cli.out().contains("self values are of samples"), cli::out);
      String heading = line("self/call");
      int samples = heading.indexOf(" samples ");
      assertTrue(samples > 0 && samples < heading.indexOf(" self "), cli::out);
    }
  }

  private String line(String method) {
    return cli.out().lines().filter(line -> line.contains(method)).findFirst().orElse("") + " ";
  }
}
