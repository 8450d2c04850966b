package dev.tare.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tare.profile.CallTree;
import dev.tare.profile.CallTreeBuilder;
import dev.tare.profile.CallsKind;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.Metric;
import dev.tare.profile.Profile;
import dev.tare.profile.ProfilerInfo;
import dev.tare.profile.json.ProfileWriter;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class ReportCommandTest {
  private final Path folder;
  private final Cli cli;

  ReportCommandTest(@TempDir Path folder) {
    this.folder = folder;
    cli = new Cli(folder);
  }

  @Test
  void showsTheHeadingAndTheMethodsBySelf() throws IOException {
    assertEquals(0, run("report", file(Profiles.small())));
    assertEquals(
        """
        profile   of com.acme.Main 10, pid 4242 on build-7
        run       2026-11-21T05:00:00.123Z, 1.235 s
        jvm       OpenJDK 64-Bit Server VM 25.0.1+8, Eclipse Adoptium
        machine   Linux 6.1 amd64, 2 x AMD EPYC
        mode      full
        metric    time in ns, from System.nanoTime
        fallback  instructions: not here
        threads   2
        probes    4 run
        overhead  653 ns subtracted, 9.1% of the raw value (calibration runtime)
        time      7.15 us in 2 threads = 7.15 us CPU or waiting + 0 ns collections
        trust     calls are exact
        skipped   1 method not instrumented (method too large: 1)
        limits    9 calls counted without context (maxnodes)

        method                               self   self     total  total  calls  self/call
        com.acme.Order.leaf   ██████████  4.83 us  80.5%  ≈4.83 us  80.5%     60    80.5 ns
        com.acme.Order.recur  ██▌         1.17 us  19.5%   5.17 us  86.2%      8     146 ns
        6.00 us in instrumented methods (100%), 500 ns outside them
        ≈ : total below self, since values of called methods are below 0
        next  9 calls have no context, because the tree was full: try a narrower include, recursion=fold, or a greater maxnodes
        """,
        cli.out());
    assertEquals("", cli.err());
  }

  @Test
  void advisesSampledModeWhereCallsAreManyAndOverheadIsMoreThanTheProgram() throws IOException {
    // Of the run's 1.2 seconds: 12,346 calls are just above 10,000 a second.
    assertEquals(
        "next  try mode=sampled: there is more overhead than program, at 10,000 calls a second",
        advice(12_346, 1000, 1001));
    assertEquals("", advice(12_346, 1000, 1000));
    assertEquals("", advice(12_345, 1000, 1001));
    assertEquals("", advice(12_346, -1, 1001));
  }

  private String advice(long calls, long self, long overhead) throws IOException {
    CallTreeBuilder tree = new CallTreeBuilder();
    int node = tree.add(0, 0);
    tree.calls(node, calls).self(node, self).overhead(node, overhead);
    assertEquals(
        0,
        run(
            "report",
            file(
                Profiles.of(
                    List.of(Profiles.method("A", "a")), Profiles.thread(1, "t", tree.build())))));
    return cli.out()
        .lines()
        .filter(line -> line.startsWith("next  try mode"))
        .findFirst()
        .orElse("");
  }

  @Test
  void topShowsTheFirstAndCountsTheOthers() throws IOException {
    assertEquals(0, run("report", file(Profiles.small()), "--top", "1"));
    assertTrue(cli.out().contains("Order.leaf"));
    assertFalse(cli.out().contains("Order.recur"));
    assertTrue(cli.out().contains("\n1 more method (--top)\n"));
  }

  @Test
  void treeShowsEachThreadsCallsByFallingTotal() throws IOException {
    assertEquals(0, run("report", file(Profiles.small()), "--top", "0", "--tree", "--unit", "ns"));
    assertTrue(
        cli.out()
            .endsWith(
                """

                thread 1 "main"
                total [ns]   total   self [ns]       calls  depth  method
                     5,170   99.4%       1,000           1      1  com.acme.Order.recur
                     4,170   80.2%         200           5      2    com.acme.Order.recur
                     3,970   76.3%       4,000          50      3      com.acme.Order.leaf
                       -30   -0.6%         -30           2      4        com.acme.Order.recur
                        30    0.6%          30           3      1  com.acme.Order.leaf

                thread 12 "worker-1"
                total [ns]   total   self [ns]       calls  depth  method
                       800  100.0%         800           7      1  com.acme.Order.leaf
                """),
        cli.out());
  }

  @Test
  void depthAndMinShareLeaveOutNodesAndCountThem() throws IOException {
    String file = file(Profiles.small());
    assertEquals(
        0, run("report", file, "--top", "0", "--tree", "--depth", "2", "--thread", "main"));
    assertTrue(
        cli.out()
            .endsWith(
                """
                 5.17 us   99.4%   1.00 us         1      1  com.acme.Order.recur
                 4.17 us   80.2%    200 ns         5      2    com.acme.Order.recur
                   30 ns    0.6%     30 ns         3      1  com.acme.Order.leaf
                2 nodes left out (--depth, --min-share)
                """),
        cli.out());
    assertEquals(
        0, run("report", file, "--top", "0", "--tree", "--min-share", "80%", "--thread", "main"));
    assertTrue(
        cli.out()
            .endsWith(
                """
                 5.17 us   99.4%   1.00 us         1      1  com.acme.Order.recur
                 4.17 us   80.2%    200 ns         5      2    com.acme.Order.recur
                3 nodes left out (--depth, --min-share)
                """),
        cli.out());
    assertEquals(2, run("report", file, "--tree", "--depth", "0"));
    assertEquals(2, run("report", file, "--tree", "--min-share", "x"));
    assertEquals(2, run("report", file, "--depth", "3"));
    assertEquals(2, run("report", file, "--min-share", "5%"));
  }

  @Test
  void theSelfValueThatIsNoMoreThanItsUncertaintyIsMarked() throws IOException {
    CallTreeBuilder tree = new CallTreeBuilder();
    int node = tree.add(0, 0);
    tree.calls(node, 1).self(node, -100).overhead(node, 1000);
    int sure = tree.add(0, 1);
    tree.calls(sure, 1).self(sure, 101).overhead(sure, 1000);
    Profile profile =
        Profiles.of(
            List.of(Profiles.method("A", "a"), Profiles.method("A", "b")),
            Profiles.thread(1, "t", tree.build()));
    assertEquals(0, run("report", file(profile)));
    assertTrue(cli.out().contains("1 of 2 methods is below what can be measured"), cli.out());
    assertTrue(cli.out().lines().anyMatch(line -> line.matches("A\\.a +≈0 +≈0 .*")), cli.out());
    assertTrue(cli.out().lines().anyMatch(line -> line.matches("A\\.b .* 101 ns .*")), cli.out());
    assertEquals(
        List.of(
            "1 method below 0, together -100 ns: shares of the others add up to more than 100%"),
        cli.out().lines().filter(line -> line.contains("-100")).toList());
    assertTrue(cli.out().contains("\n≈ : below what can be measured"), cli.out());
    assertEquals(0, run("report", file(profile), "--unit", "ns"));
    assertTrue(cli.out().lines().anyMatch(line -> line.matches("A\\.a +≈-100 .*")), cli.out());
    assertTrue(cli.out().contains("\nbelow 0: more overhead was subtracted"), cli.out());
    assertEquals(2, run("report", file(profile), "--unit", "miles"));
  }

  @Test
  void methodsThatABudgetTookProbesFromAreMarked() throws IOException {
    CallTreeBuilder tree = new CallTreeBuilder();
    tree.calls(tree.add(0, 0), 3).calls(tree.add(0, 1), 2).calls(tree.add(0, 2), 1);
    int flat = tree.add(tree.add(0, 3), 4);
    tree.calls(flat, 4);
    int known = tree.add(0, 4);
    tree.calls(known, 5).callsKnown(known, CallsKind.BOUNDED, 5, CallTree.UNBOUNDED);
    Profile profile =
        Profiles.of(
            List.of(
                Profiles.method("A", "a"),
                Profiles.method("A", "b", MethodInfo.COUNTED),
                Profiles.method("A", "c", MethodInfo.MERGED),
                MethodInfo.FLAT_CALLS,
                Profiles.method("A", "d", MethodInfo.FLAT)),
            Profiles.thread(1, "t", tree.build()));
    assertEquals(0, run("report", file(profile)));
    assertTrue(cli.out().contains("\nA.a  "), cli.out());
    assertTrue(cli.out().contains("\nA.b [counted]  "), cli.out());
    assertTrue(cli.out().contains("\nA.c [merged]  "), cli.out());
    assertTrue(
        cli.out().lines().anyMatch(line -> line.matches("A\\.d \\[flat\\] .* 9")),
        "all calls, and no value for each: " + cli.out());
    assertTrue(cli.out().contains("\n[counted] : calls are exact"), cli.out());
    assertTrue(cli.out().contains("\n[flat] : calls are exact, for some time without"), cli.out());
    assertTrue(cli.out().contains("\n[merged] : for some time without probes"), cli.out());
  }

  @Test
  void aProfileThatDoesNotFitIntoMemoryIsOneLineAndStatusOne()
      throws IOException, InterruptedException {
    Path big = folder.resolve("big.json.gz");
    CallTreeBuilder tree = new CallTreeBuilder();
    for (int i = 0; i < 1_000_000; i++) {
      int node = tree.add(0, 0);
      tree.calls(node, 1).self(node, 1);
    }
    ProfileWriter.write(
        Profiles.of(List.of(Profiles.method("A", "a")), Profiles.thread(1, "t", tree.build())),
        big);
    Process process =
        started("-Xmx16m", "report", big.toString(), "--tree").redirectErrorStream(true).start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(1, process.waitFor());
    assertEquals("tare: this takes more memory than the 16 MB there are (java -Xmx)\n", printed);
    Process ofSums = started("-Xmx16m", "report", big.toString()).start();
    String sums = new String(ofSums.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, ofSums.waitFor());
    assertTrue(sums.contains("1.00 M"), sums);
  }

  @Test
  void standardOutputThatCannotBeWrittenIsOneLineAndStatusOne()
      throws IOException, InterruptedException {
    File full = new File("/dev/full");
    assumeTrue(full.exists(), "no /dev/full");
    String file = file(Profiles.small());
    for (String[] command :
        new String[][] {{"report", file}, {"export", file, "--format", "csv"}}) {
      Process process = started("-Xmx64m", command).redirectOutput(full).start();
      String printed = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
      assertEquals(1, process.waitFor());
      assertEquals("tare: standard output: cannot be written\n", printed);
    }
  }

  @Test
  void aFileThatCannotBeWrittenIsOneLineThatSaysWhy() throws IOException {
    assumeTrue(new File("/dev/full").exists(), "no /dev/full");
    String file = file(large());
    for (String[] command :
        new String[][] {
          {"report", file, "--html", "/dev/full"},
          {"diff", file, file, "--html", "/dev/full"},
          {"export", file, "--format", "csv", "-o", "/dev/full"},
          {"export", file, "--format", "pprof", "-o", "/dev/full"},
          {"export", file, "--format", "callgrind", "-o", "/dev/full"},
          {"export", file, "--format", "speedscope", "-o", "/dev/full"},
          {"export", file, "--format", "firefox", "-o", "/dev/full"},
          {"export", file, "--format", "collapsed", "-o", "/dev/full"},
          {"merge", file, "-o", "/dev/full"}
        }) {
      assertEquals(1, run(command));
      assertEquals("tare: /dev/full: cannot be written: No space left on device\n", cli.err());
    }
  }

  /** Its reports are more than a pipe or a buffer holds. */
  private static Profile large() {
    List<MethodInfo> methods = new ArrayList<>();
    CallTreeBuilder tree = new CallTreeBuilder();
    for (int i = 0; i < 10_000; i++) {
      methods.add(Profiles.method("com.acme.Order" + i, "total"));
      int node = tree.add(0, i);
      tree.calls(node, 1).self(node, 1 + i);
    }
    return Profiles.of(methods, Profiles.thread(1, "t", tree.build()));
  }

  @Test
  void aReaderWhoHasEnoughIsNoError() throws IOException, InterruptedException {
    String file = file(large());
    for (String[] command :
        new String[][] {{"report", file, "--top", "10000"}, {"export", file, "--format", "csv"}}) {
      Process process = started("-Xmx64m", command).start();
      process.getInputStream().close();
      String printed = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
      assertEquals("", printed);
      assertEquals(141, process.waitFor());
    }
  }

  private static ProcessBuilder started(String memory, String... command) {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.add(memory);
    words.add("-XX:+UseG1GC"); // The default with one processor leaves less of it.
    words.add("-cp");
    words.add(System.getProperty("java.class.path"));
    words.add(Main.class.getName());
    words.addAll(List.of(command));
    return new ProcessBuilder(words);
  }

  @ParameterizedTest
  @CsvSource({
    "100.1%, is more than 100%",
    "200, is more than 100%",
    "-1%, is not a percentage of 0 or more",
    "many, is not a percentage like 5%"
  })
  void aShareIsAPartOfTheWhole(String share, String reason) throws IOException {
    assertEquals(2, run("report", file(Profiles.small()), "--tree", "--min-share=" + share));
    String expected = "Invalid value for option '--min-share': '" + share + "' " + reason;
    assertTrue(cli.err().contains(expected), cli.err());
  }

  @Test
  void shellCompletionIsGenerated() {
    assertEquals(0, run("generate-completion"));
    assertTrue(cli.out().contains("--min-share"));
    assertTrue(cli.out().contains("collapsed"));
  }

  @Test
  void theHelpOfEveryCommandFitsIntoATerminalAsItIsWritten() {
    for (CommandLine command : Main.commandLine().getSubcommands().values()) {
      String[] description = command.getCommandSpec().usageMessage().description();
      for (String line : description) { // One line alone is a paragraph, and wrapped.
        assertTrue(description.length == 1 || line.length() < 80, line);
      }
    }
    assertEquals(0, run("--help"));
    assertTrue(cli.out().replaceAll("\\s+", " ").contains("one is broken. merge"), cli.out());
  }

  @Test
  void theHelpOfEveryCommandHasAnExample() {
    for (String name : Main.commandLine().getSubcommands().keySet()) {
      if (!name.equals("generate-completion")) {
        assertEquals(0, run(name, "--help"));
        assertTrue(cli.out().contains("\n  tare " + name + " "), cli.out());
      }
    }
  }

  @Test
  void threadShowsTheThreadsThatItNamesAlone() throws IOException {
    String file = file(Profiles.small());
    assertEquals(0, run("report", file, "--thread", "work*-1"));
    assertTrue(cli.out().contains("threads   1 of 2\n"));
    assertTrue(cli.out().contains("800 ns in instrumented methods (100%), 0 ns outside"));
    assertEquals(1, run("report", file, "--thread", "work"));
    assertEquals("tare: no thread is named \"work\"; there are: main, worker-1\n", cli.err());
  }

  @Test
  void virtualThreadsAreCountedWhereTheyAreOneTree() throws IOException {
    String file = file(Profiles.withVirtual(Profiles.small(), 120_000));
    assertEquals(0, run("report", file));
    assertTrue(cli.out().contains("\nthreads   2 and 120,000 virtual\n"), cli.out());
    assertTrue(cli.out().contains(" in 120,002 threads = "), cli.out());
    assertEquals(0, run("report", file, "--thread", "main"));
    assertTrue(cli.out().contains("\nthreads   1 of 2 and 120,000 virtual\n"), cli.out());
    assertEquals(0, run("report", file, "--thread", ""));
    assertTrue(cli.out().contains("\nthreads   120,000 virtual of 2 and "), cli.out());
    assertEquals(0, run("report", file, "--threads"));
    assertTrue(cli.out().lines().anyMatch(line -> line.matches("\\(unnamed\\) +120,000 .*")));
    assertEquals(0, run("report", file, "--json"));
    assertTrue(cli.out().contains("\"threads\" : 120000,"), cli.out());
    assertEquals(0, run("merge", file, file, "-o", cli.path("sum.json")));
    assertEquals(0, run("report", cli.path("sum.json")));
    assertTrue(cli.out().contains("\nthreads   4 and 240,000 virtual\n"), cli.out());
  }

  @Test
  void nothingIsSaidOfTheNumberOfVirtualThreadsWhereItIsNotKnown() throws IOException {
    assertEquals(0, run("report", file(Profiles.withVirtual(Profiles.small(), 0))));
    assertTrue(cli.out().contains("\nthreads   2 and virtual ones\n"), cli.out());
    assertTrue(cli.out().contains(" in all threads = "), cli.out());
  }

  @Test
  void aTreeOfAMillionNodesTenThousandDeepIsPrinted() throws IOException {
    CallTreeBuilder tree = new CallTreeBuilder();
    for (int i = 0; i < 1_000_000; i++) {
      int node = tree.add(i % 10_000 == 0 ? 0 : i, 0);
      tree.calls(node, 1).self(node, 1);
    }
    Profile profile =
        Profiles.of(List.of(Profiles.method("A", "a")), Profiles.thread(1, "deep", tree.build()));
    Path file = folder.resolve("profile.json");
    ProfileWriter.write(profile, file);
    CountingWriter lines = new CountingWriter();
    CommandLine command = Main.commandLine().setOut(new PrintWriter(lines));
    assertEquals(0, command.execute("report", file.toString(), "--tree"));
    assertEquals(1_000_000, lines.count - 22);
  }

  @Test
  void namesCannotActOnTheTerminal() throws IOException {
    CallTreeBuilder tree = new CallTreeBuilder();
    tree.calls(tree.add(0, 0), 1);
    Profile profile =
        Profiles.of(
            List.of(Profiles.method("A\u001b[2J", "x\ny\u202e")),
            Profiles.thread(1, "\u001b]0;t\u0007", tree.build()));
    assertEquals(0, run("report", file(profile), "--tree"));
    assertTrue(cli.out().contains("A\\u001b[2J.x\\u000ay\\u202e\n"), cli.out());
    assertTrue(cli.out().contains("thread 1 \"\\u001b]0;t\\u0007\"\n"));
  }

  @Test
  void metricAndModeOfAProfileCannotActOnTheTerminal() throws IOException {
    Profile hostile =
        Profiles.with(
            Map.of("mode", "full\u001b[2J"),
            Profiles.with(new Metric("hits\u001b[2J", "hits\u001b[2J", "here"), Profiles.small()));
    String file = file(hostile);
    assertPrintable("report", file, "--threads");
    assertPrintable("diff", file, file, "--threads");
    assertEquals(2, run("report", file, "--unit", "ns"));
    assertTrue(cli.err().startsWith("--unit must be auto, exact or hits\\u001b[2J,"), cli.err());
    assertPrintable(
        "merge",
        file,
        cli.file("b.json", Profiles.with(Map.of("mode", "full"), hostile)),
        "-o",
        cli.path("c.json"));
    assertTrue(cli.err().contains("of modes full and full\\u001b[2J"), cli.err());
  }

  private void assertPrintable(String... command) {
    assertEquals(0, run(command), cli.err());
    assertFalse((cli.out() + cli.err()).contains("\u001b"), cli.out() + cli.err());
  }

  @Test
  void badInputIsOneLineAndStatusOne() throws IOException {
    Path bad = folder.resolve("bad.json");
    Files.writeString(bad, "{\"format\": \"tare-profile\", \"version\": 9}");
    assertFails(
        bad + ": a profile of version 9: this reader knows versions 1 and 2 (line 1, column 40)",
        bad.toString());
    assertFails(folder + ": is a directory, not a profile", folder.toString());
    String none = cli.path("none");
    assertFails(none + ": no such file", none);
  }

  @Test
  void wrongUsageIsStatusTwo() {
    for (String[] args :
        new String[][] {
          {},
          {"report"},
          {"nonsense"},
          {"report", "x", "--top", "many"},
          {"report", "x", "--top", "-1"}
        }) {
      assertEquals(2, run(args));
      assertEquals("", cli.out());
      assertEquals(2, cli.err().lines().count(), cli.err());
    }
  }

  @Test
  void whatIsNoNumberIsSaidInWords() {
    assertEquals(2, run("report", "x", "--top", "many"));
    assertTrue(cli.err().contains("'many' is no whole number up to 2147483647"), cli.err());
    assertEquals(2, run("report", "x", "--tree", "--depth", "3000000000"));
    assertTrue(cli.err().contains("'3000000000' is no whole number"), cli.err());
  }

  @Test
  void aMistypedCommandIsGuessed() {
    assertEquals(2, run("reprot", "x"));
    assertTrue(cli.err().lines().findFirst().orElse("").endsWith("; did you mean report?"));
    assertEquals(2, run("report", "x", "--calers", "y"));
    assertTrue(cli.err().contains("did you mean --callers"), cli.err());
  }

  private void assertFails(String line, String file) {
    assertEquals(1, run("report", file));
    assertEquals("tare: " + line + "\n", cli.err());
    assertEquals("", cli.out());
  }

  @Test
  void headingThreadsAndMethodsAreThereAsJson() throws IOException {
    assertEquals(0, run("report", file(Profiles.small()), "--json", "--top", "1"));
    String json = cli.out();
    assertTrue(json.contains("\"format\" : \"tare-report\""), json);
    assertTrue(json.contains("\"probes\" : \"4 run\""), json);
    assertTrue(json.contains("\"methods_in_all\" : 2"), json);
    assertTrue(json.contains("\"name\" : \"com.acme.Order.leaf\""), json);
    assertFalse(json.contains("\"name\" : \"com.acme.Order.recur\""), json);
    assertTrue(json.contains("\"self\" : 4830"), json);
    assertEquals(2, run("report", file(Profiles.small()), "--json", "--tree"));
  }

  @Test
  void helpAndVersionAreStatusZero() {
    assertEquals(0, run("--help"));
    assertTrue(cli.out().contains("report"));
    assertEquals(0, run("report", "--help"));
    assertTrue(cli.out().contains("--top=N"));
    assertEquals(0, run("--version"));
    assertTrue(cli.out().endsWith("Tare " + ProfilerInfo.current().version() + "\n"));
    assertTrue(ProfilerInfo.current().version().matches("\\d+\\.\\d+\\.\\d+.*"));
  }

  private int run(String... args) {
    return cli.run(args);
  }

  private String file(Profile profile) throws IOException {
    return cli.file("profile.json", profile);
  }

  private static final class CountingWriter extends java.io.Writer {
    private int count;

    @Override
    public void write(char[] text, int from, int length) {
      for (int i = from; i < from + length; i++) {
        if (text[i] == '\n') {
          count++;
        }
      }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }
}
