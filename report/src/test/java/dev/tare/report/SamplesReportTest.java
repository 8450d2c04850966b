package dev.tare.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.profile.Profile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SamplesReportTest {
  private Cli cli = new Cli(Path.of(""));

  @BeforeEach
  void openCli(@TempDir Path folder) {
    cli = new Cli(folder);
  }

  @Test
  void theSampledShareStandsBesideTheSelfShare() throws IOException {
    report(SampledProfiles.of(250, 750, 20, 80, 1_050_000_000));
    assertTrue(cli.out().contains("self   self  samples"), cli.out());
    assertTrue(cli.out().contains("75.0%    80.0%"), cli.out());
    assertTrue(cli.out().contains("25.0%    20.0%"), cli.out());
  }

  @Test
  void samplesThatAddUpToTheCpuTimeAreSaidToDoSo() throws IOException {
    report(SampledProfiles.of(250, 750, 20, 80, 1_060_000_000));
    assertTrue(cli.out().contains("99.1%"), cli.out());
    assertFalse(cli.out().contains("DO NOT AGREE"), cli.out());
  }

  @Test
  void samplesThatDoNotAddUpToTheCpuTimeAreSaidNotTo() throws IOException {
    report(SampledProfiles.of(250, 750, 20, 80, 2_000_000_000));
    assertTrue(cli.out().contains("52.5%: THEY DO NOT AGREE"), cli.out());
    assertTrue(cli.out().contains("in 1 thread: main"), cli.out());
  }

  @Test
  void periodsInWhoseMiddleThreadsEndAreNoDisagreement() throws IOException {
    report(SampledProfiles.of(250, 750, 2, 4, 95_000_000));
    assertTrue(cli.out().contains("115.8%"), cli.out());
    assertFalse(cli.out().contains("DO NOT AGREE"), cli.out());
  }

  @Test
  void samplesOfSampledModeThatDivideNothingAreReported() throws IOException {
    Profile profile = of("sampled", SampledProfiles.of(250, 750, 20, 80, 1_050_000_000));
    report(profile);
    assertTrue(cli.out().contains("750 ns  75.0%    80.0%"), cli.out());
    report(profile, "--threads");
    assertTrue(cli.out().contains("\nmain          1  1.00 us    110"), cli.out());
    report(profile, "--json");
    assertTrue(cli.out().contains("com.acme.Order"), cli.out());
  }

  @Test
  void whereNothingIsInstrumentedNothingIsSaidOfCallsAndProbes() throws IOException {
    report(of("none", SampledProfiles.alone()));
    assertTrue(
        cli.out().contains("\ntrust     nothing was instrumented: all values are of samples\n"),
        cli.out());
    assertFalse(cli.out().contains("\nprobes "), cli.out());
    assertFalse(cli.out().contains("\noverhead "), cli.out());
  }

  @Test
  void fewSamplesOfSampledModeDoNotOrderWhatReadingsTell() throws IOException {
    report(of("sampled", SampledProfiles.of(250, 750, 2, 0, 20_000_000)));
    assertTrue(cli.out().contains("com.acme.Order.line   ██████████  750 ns  75.0%"), cli.out());
    assertTrue(
        cli.out().indexOf("\ncom.acme.Order.line ") < cli.out().indexOf("\ncom.acme.Order.total "),
        cli.out());
  }

  @Test
  void theLegendSaysWhereTheTimeOfCountedMethodsIsInEachMode() throws IOException {
    report(Profiles.counted());
    assertTrue(
        cli.out()
            .contains(
                "\n[counted] : calls are exact; while it had no readings, the metric is the nearest"
                    + " timed caller's\n"),
        cli.out());
    report(of("sampled", Profiles.counted()));
    assertTrue(
        cli.out()
            .contains(
                "\n[counted] : calls are exact; where it calls nothing, the metric is the nearest"
                    + " timed caller's\n"),
        cli.out());
  }

  private static Profile of(String mode, Profile profile) {
    return Profiles.with(Map.of("mode", mode), profile);
  }

  @Test
  void whereNothingIsInstrumentedTheMethodsAreThoseOnTop() throws IOException {
    report(SampledProfiles.alone());
    assertTrue(
        cli.out()
            .contains(
                """
                method                             samples  on top  in all
                java.util.HashMap.get  ██████████       30   75.0%   75.0%
                com.acme.Order.total   ███▌             10   25.0%  100.0%
                """),
        cli.out());
  }

  @Test
  void whereNothingIsInstrumentedJsonHasTheMethodsOnTopToo() throws IOException {
    report(SampledProfiles.alone(), "--json");
    String json = cli.out().replaceAll("\\s", "");
    assertTrue(json.contains("\"methods_in_all\":2,\"samples_due\":40,"), cli.out());
    int get = json.indexOf("\"name\":\"java.util.HashMap.get\"");
    int total = json.indexOf("\"name\":\"com.acme.Order.total\"");
    assertTrue(get > 0 && get < total, cli.out());
    assertTrue(json.substring(get, total).contains("\"samples\":30,"), cli.out());
    assertTrue(json.substring(total).contains("\"samples\":10,"), cli.out());
    report(SampledProfiles.alone(), "--json", "--top", "1");
    assertFalse(cli.out().contains("com.acme.Order.total"), cli.out());
  }

  @Test
  void whereNothingIsInstrumentedSamplesAreExported() throws IOException {
    String file = cli.file("alone.json", SampledProfiles.alone());
    Path target = Path.of(cli.path("out"));
    String[] export = {"export", file, "--format", "collapsed", "-o", target.toString()};
    assertEquals(0, cli.run(export), cli.err());
    assertEquals(
        """
        main;com.acme.Order.total 10
        main;com.acme.Order.total;java.util.HashMap.get 30
        """,
        Files.readString(target));
    export[3] = "csv";
    assertEquals(0, cli.run(export), cli.err());
    assertTrue(Files.readString(target).contains(",self_samples,"), Files.readString(target));
  }

  @Test
  void whereNothingIsInstrumentedNothingIsCompared() throws IOException {
    String called = cli.file("called.json", Profiles.small());
    String alone = cli.file("alone.json", of("none", SampledProfiles.alone()));
    for (String before : List.of(called, alone)) {
      assertEquals(1, cli.run("diff", before, alone, "--fail-above", "5%"), cli.out());
      assertEquals(
          "tare: "
              + alone
              + ": nothing was instrumented, and diff compares calls and values of calls alone\n",
          cli.err());
    }
  }

  @Test
  void whereNothingIsInstrumentedTreesAreOfSamples() throws IOException {
    report(SampledProfiles.alone(), "--tree");
    assertTrue(cli.out().contains("java.util.HashMap.get  ██████████       30   75.0%"));
    assertTrue(
        cli.out()
            .endsWith(
                """
                thread 1 "main"
                total [samples]   total   self [samples]            calls  depth  method
                             40  100.0%               10                0      1  com.acme.Order.total
                             30   75.0%               30                0      2    java.util.HashMap.get
                """),
        cli.out());
    report(SampledProfiles.alone(), "--callers", "HashMap.get");
    assertTrue(
        cli.out()
            .endsWith(
                """
                             30  100.0%                0      1  java.util.HashMap.get
                             30  100.0%                0      2    com.acme.Order.total
                """),
        cli.out());
    report(SampledProfiles.alone(), "--callees", "Order.total");
    assertTrue(cli.out().contains(" 30                0      2    java.util.HashMap.get"));
    report(SampledProfiles.alone(), "--reverse");
    assertTrue(cli.out().contains(" 10   25.0%                0      1  com.acme.Order.total"));
    report(SampledProfiles.alone(), "--focus", "HashMap.get", "--tree");
    assertTrue(cli.out().contains(" 30  100.0%                0                0      1"));
    report(SampledProfiles.alone(), "--by", "thread");
    assertTrue(cli.out().contains("\nmain    ██████████              40  100.0%"), cli.out());
    assertTrue(cli.out().contains("\n40 samples in methods (100%), 0 samples outside them"));
  }

  @Test
  void treesOfSamplesAreShownAsTextAlone() throws IOException {
    String file = cli.file("alone.json", SampledProfiles.alone());
    for (String view : List.of("--callees=Order.total", "--by=thread")) {
      for (String as : List.of("--json", "--html=" + cli.path("page.html"))) {
        assertEquals(1, cli.run("report", file, view, as), cli.out());
        assertTrue(cli.err().startsWith("tare: the profile has samples and no calls: "), cli.err());
      }
    }
    assertEquals(0, cli.run("report", file, "--json"), cli.err());
    report(SampledProfiles.alone(), "--check", "--tree");
    assertTrue(cli.out().contains("nothing to check: "), cli.out());
  }

  @Test
  void sharesAreOfTheSamplesDueWhereMostWereLost() throws IOException {
    report(SampledProfiles.missing(SampledProfiles.alone(), 4, 90));
    assertTrue(cli.out().contains(" 30   22.4%   22.4%"), cli.out());
    assertTrue(cli.out().contains(" 10    7.5%   29.9%"), cli.out());
    assertTrue(cli.out().contains("\nnext  70.1% of the samples failed or were lost:"), cli.out());
    assertTrue(
        cli.out().contains("\n94 of 134 samples due (70.1%) failed or were lost:"), cli.out());
  }

  @Test
  void sharesInTreesAreOfTheSamplesDueAsThoseInTheTable() throws IOException {
    Profile lost = SampledProfiles.missing(SampledProfiles.alone(), 4, 90);
    report(lost, "--tree");
    assertTrue(
        cli.out()
            .endsWith(
                """
                             40   29.9%               10                0      1  com.acme.Order.total
                             30   22.4%               30                0      2    java.util.HashMap.get
                94 samples failed or lost: shares are of these, too, whose methods are not known
                """),
        cli.out());
    report(lost, "--reverse");
    assertTrue(cli.out().contains(" 30   22.4%                0      1  java.util.HashMap.get"));
    report(lost, "--callers", "HashMap.get");
    assertTrue(cli.out().contains(" 30   24.2%                0      2    com.acme.Order.total"));
    report(lost, "--by", "thread");
    assertTrue(cli.out().contains("\nmain    ██████████              40  29.9%"), cli.out());
    assertTrue(cli.out().contains("\n40 samples in methods, 0 samples outside them"), cli.out());
    assertTrue(cli.out().contains("\n94 of 134 samples due (70.1%) failed or were lost:"));
    report(lost, "--json");
    assertTrue(cli.out().contains("\"samples_due\" : 134,"), cli.out());
  }

  @Test
  void noShareIsWholeWhereMostSamplesWereLostBesideInstrumentedMethods() throws IOException {
    // 100 samples in instrumented methods and 5 in probes were taken, of 350 due.
    report(SampledProfiles.missing(SampledProfiles.of(250, 750, 20, 80, 3_500_000_000L), 5, 240));
    assertTrue(cli.out().contains("75.0%    23.2%"), cli.out());
    assertTrue(cli.out().contains("25.0%     5.8%"), cli.out());
    assertTrue(
        cli.out()
            .contains(
                "3.500 s as the kernel counted; the samples stand for 1.050 s, 30.0%,"
                    + " those failed or lost for 2.450 s, 70.0%\n"),
        cli.out());
    assertTrue(
        cli.out().contains("\n245 of 350 samples due (70.0%) failed or were lost:"), cli.out());
    assertFalse(
        cli.out()
            .lines()
            .filter(line -> line.contains("ampl"))
            .anyMatch(line -> line.contains("100.0%")),
        cli.out());
  }

  @Test
  void oneSampleIsNotMany() throws IOException {
    report(SampledProfiles.missing(SampledProfiles.alone(), 0, 1), "--tree");
    assertTrue(cli.out().contains("\n1 of 41 samples due (2.4%) failed or was lost:"), cli.out());
    assertTrue(cli.out().contains("\n1 sample failed or lost: shares are of "), cli.out());
  }

  @Test
  void checkListsNothingWhereTheTwoAgree() throws IOException {
    report(SampledProfiles.of(250, 750, 20, 80, 1_050_000_000), "--check");
    assertTrue(cli.out().contains("0 of 2 methods with enough samples disagree"), cli.out());
    assertTrue(cli.out().contains("100 samples in instrumented methods"), cli.out());
    assertTrue(
        cli.out().contains("self values and samples place 95.0% in the same methods; "), cli.out());
    assertTrue(cli.out().contains("5 samples in probes"), cli.out());
    assertTrue(cli.out().contains("\nverdict: self values and samples agree"), cli.out());
  }

  @Test
  void checkSaysWhereAllSamplesAre() throws IOException {
    Profile profile = SampledProfiles.of(250, 750, 20, 80, 1_050_000_000);
    report(profile, "--check");
    assertFalse(cli.out().contains("outside of instrumented methods"), cli.out());
    report(SampledProfiles.withoutStack(profile, 7), "--check");
    assertTrue(cli.out().contains("with 100 samples in instrumented methods\n"), cli.out());
    assertTrue(
        cli.out()
            .endsWith(
                """
                5 samples in probes, which are no method's
                7 samples outside of instrumented methods, or in the profiler's own work, such as weaving
                """),
        cli.out());
  }

  @Test
  void theHeadingSaysHowMuchOfBothIsInTheSameMethods() throws IOException {
    report(SampledProfiles.of(900, 100, 20, 80, 1_050_000_000));
    assertTrue(
        cli.out()
            .contains("self values and samples place 30% in the same methods, 98% if only chance"),
        cli.out());
  }

  @Test
  void checkListsTheMethodsThatDisagree() throws IOException {
    report(SampledProfiles.of(900, 100, 20, 80, 1_050_000_000), "--check");
    assertTrue(cli.out().contains("2 of 2 methods with enough samples disagree"), cli.out());
    assertTrue(
        cli.out().contains("self values and samples place 30.0% in the same methods; "), cli.out());
    // Wilson, 1927: 80 of 100, for one of two methods at 5%.
    assertTrue(
        cli.out().lines().anyMatch(line -> line.matches("com.acme.Order.line .* 69.7%..87.4% +80")),
        cli.out());
  }

  @Test
  void checkSaysWhatFollows() throws IOException {
    report(SampledProfiles.of(900, 100, 20, 80, 1_050_000_000), "--check");
    assertTrue(cli.out().contains("\nverdict: self values and samples do not agree"), cli.out());
    report(
        SampledProfiles.missing(SampledProfiles.of(250, 750, 20, 80, 1_050_000_000), 5, 240),
        "--check");
    assertTrue(cli.out().contains("\nverdict: cannot be told, because 70.0%"), cli.out());
    report(SampledProfiles.of(900, 100, 2, 8, 1_050_000_000), "--check");
    assertTrue(cli.out().contains("\nverdict: cannot be told, because no"), cli.out());
  }

  @Test
  void checkSaysWhereThereIsNothingToCheck() throws IOException {
    report(Profiles.small(), "--check");
    assertTrue(cli.out().endsWith("nothing to check: the profile has no samples (cpusamples)\n"));
  }

  @Test
  void samplesAreExportedInTheSameFormats() throws IOException {
    String file = cli.file("sampled.json", SampledProfiles.of(250, 750, 20, 80, 1_050_000_000));
    String target = cli.path("samples.txt");
    assertEquals(0, cli.run("export", file, "--samples", "--format", "collapsed", "-o", target));
    assertEquals(
        """
        main;com.acme.Order.total 20
        main;com.acme.Order.total;com.acme.Order.line 40
        main;com.acme.Order.total;com.acme.Order.line;java.util.HashMap.get 40
        main;com.acme.Order.total;com.acme.Order.line;dev.tare.runtime.probe.FullProbe.enter 5
        """,
        Files.readString(Path.of(target)));
  }

  @Test
  void thereAreNoSamplesToExportWhereNoneWereTaken() throws IOException {
    String file = cli.file("plain.json", Profiles.small());
    assertEquals(1, cli.run("export", file, "--samples", "--format", "csv"));
    assertTrue(cli.err().contains("no samples"), cli.err());
  }

  private void report(Profile profile, String... options) throws IOException {
    String[] words = new String[2 + options.length];
    words[0] = "report";
    words[1] = cli.file("profile.json", profile);
    System.arraycopy(options, 0, words, 2, options.length);
    assertEquals(0, cli.run(words), cli.err());
  }
}
