package dev.tare.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.profile.CallTree;
import dev.tare.profile.CallTreeBuilder;
import dev.tare.profile.Profile;
import dev.tare.profile.ThreadProfile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code --by}, {@code --callers} and the like make of a profile. */
class ViewCommandTest {
  private final Cli cli;
  private final String file;

  ViewCommandTest(@TempDir Path folder) throws IOException {
    cli = new Cli(folder);
    file = cli.file("profile.json", waiting());
  }

  /**
   * {@code Order.total} (100 of work) calls {@code Line.price} (300) and {@code Store.load} (50 of
   * work, 2000 of waiting); {@code Line.price} calls {@code Store.load} too (25 of work). Two
   * threads of a pool did the same.
   */
  private static Profile waiting() {
    Profile plain =
        Profiles.of(
            List.of(
                Profiles.method("com.acme.Order", "total").withOrigin("acme.jar"),
                Profiles.method("com.acme.Line", "price").withOrigin("acme.jar"),
                Profiles.method("org.lib.Store", "load")),
            thread(1, "pool-1-thread-1"),
            thread(2, "pool-1-thread-2"));
    return Profiles.withWaiting(plain);
  }

  private static ThreadProfile thread(long id, String name) {
    CallTreeBuilder tree = new CallTreeBuilder();
    int total = tree.add(0, 0);
    tree.calls(total, 1).self(total, 100);
    int price = tree.add(total, 1);
    tree.calls(price, 3).self(price, 300);
    int inner = tree.add(price, 2);
    tree.calls(inner, 1).self(inner, 25);
    int load = tree.add(total, 2);
    tree.calls(load, 2).self(load, 2050).waiting(load, 2000);
    return Profiles.thread(id, name, tree.build());
  }

  @Test
  void methodsAreRankedByWorkAndWaitingStandsBeside() {
    assertEquals(0, cli.run("report", file));
    assertTrue(
        cli.out()
            .contains(
                """
                method                              self   self  waiting   total   total  calls  self/call
                com.acme.Line.price   ██████████  600 ns  63.2%           650 ns   68.4%      6     100 ns
                com.acme.Order.total  ███▌        200 ns  21.1%           950 ns  100.0%      2     100 ns
                org.lib.Store.load    ██▌         150 ns  15.8%  4.00 us  150 ns   15.8%      6      25 ns
                950 ns of work in instrumented methods (100%), 0 ns outside them
                """),
        cli.out());
    assertTrue(
        cli.out()
            .contains(
                "time      4.95 us in 2 threads = 950 ns CPU + 4.00 us waiting + 0 ns without"),
        cli.out());
    assertTrue(cli.out().contains("\nnext  80.8% of the threads' time is waiting"), cli.out());
  }

  @Test
  void wallTimeIsThereWhereItIsAskedFor() {
    assertEquals(0, cli.run("report", file, "--by", "wall"));
    assertTrue(row("org.lib.Store.load").matches(".* 4\\.15 us +83\\.8% .*"), cli.out());
    assertTrue(cli.out().contains("4.95 us in instrumented methods"), cli.out());
  }

  @Test
  void classesPackagesAndThreadsAreRows() {
    assertEquals(0, cli.run("report", file, "--by", "package"));
    assertTrue(row("com.acme ").matches(".* 800 ns +84\\.2% +950 ns +100\\.0% +2 .*"), cli.out());
    assertEquals(0, cli.run("report", file, "--by", "class"));
    assertTrue(row("com.acme.Order ").matches(".* 200 ns .*"), cli.out());
    assertEquals(0, cli.run("report", file, "--by", "thread"));
    assertTrue(row("pool-*-thread-* ").matches(".* 950 ns .*"), cli.out());
    assertEquals(0, cli.run("report", file, "--by", "jar"));
    assertTrue(row("acme.jar ").matches(".* 800 ns +84\\.2% +950 ns +100\\.0% +2 .*"), cli.out());
    assertTrue(row("(no jar known) ").contains(" 150 ns "), cli.out());
    assertEquals(2, cli.run("report", file, "--by", "moon"));
  }

  @Test
  void whatAThreadDidOutsideMethodsIsNoWorkInThem() throws IOException {
    String small = cli.file("small.json", Profiles.small());
    assertEquals(0, cli.run("report", small, "--by", "thread"));
    assertTrue(row("main ").matches(".* 5\\.20 us +86\\.7% .*"), cli.out());
    assertTrue(cli.out().contains("6.00 us in instrumented methods (100%), 500 ns outside"));
  }

  @Test
  void samplesInProbesAreOfNoGroup() throws IOException {
    String sampled = cli.file("sampled.json", SampledProfiles.of(250, 750, 20, 80, 1_050_000_000));
    for (String what : List.of("method", "class", "package", "jar")) {
      assertEquals(0, cli.run("report", sampled, "--check", "--by", what));
      assertTrue(cli.out().contains("with 100 samples in instrumented methods\n"), cli.out());
      assertTrue(cli.out().contains("5 samples in probes, which are no method's"), cli.out());
    }
  }

  @Test
  void whatHasNoAnswerIsRefused() {
    refused("--by takes one of", "--by", "class,package");
    refused("--by takes one of", "--by", "wall", "--by", "working");
    refused("--by thread goes with", "--by", "thread", "--callers", "Store.load");
    refused("--threads shows all", "--threads", "--focus", "Store.load");
    refused("--threads shows all", "--threads", "--by", "package");
    refused("--check goes with none of", "--check", "--callees", "Store.load");
    for (String option :
        List.of(
            "--html=a.html",
            "--tree",
            "--threads",
            "--check",
            "--reverse",
            "--depth=3",
            "--min-share=1%",
            "--unit=exact")) {
      refused("--json goes with none of --html, --tree, ", "--json", option);
    }
    for (String option : List.of("--tree", "--check", "--depth=3", "--min-share=1%", "--top=3")) {
      refused("--html goes with none of --tree, ", "--html", cli.path("a.html"), option);
    }
    refused("--html goes with none of", "--html", cli.path("a.html"), "--unit", "exact");
    assertEquals(0, cli.run("report", file, "--threads", "--by", "wall"));
  }

  @Test
  void callersAreNotTakenForMethodsWithTheirValues() {
    String out = cli.path("out");
    for (String view : List.of("--reverse", "--callers=Store.load")) {
      refused("--html goes with neither --reverse nor --callers, ", "--html", out, view);
      assertEquals(2, cli.run("diff", file, file, "--html", out, view));
      assertTrue(cli.err().startsWith("--html goes with neither"), cli.err());
      for (String format : List.of("csv", "callgrind")) {
        assertEquals(2, cli.run("export", file, "--format", format, view, "-o", out));
        assertTrue(cli.err().startsWith("--format " + format + " goes with neither"), cli.err());
      }
    }
  }

  @Test
  void whatWouldChangeNothingIsRefused() {
    String page = cli.path("a.html");
    for (String option : List.of("--paths", "--top=3", "--unit=exact")) {
      assertEquals(2, cli.run("diff", file, file, "--html", page, option), option);
      assertTrue(cli.err().startsWith("--html goes with none of --paths, --top and --unit"));
    }
    assertEquals(2, cli.run("diff", file, file, "--html", page, "--per-call"));
    assertTrue(cli.err().startsWith("--html goes with --per-call only where"), cli.err());
    String[] gate = {"diff", file, file, "--html", page, "--per-call", "--fail-above", "5%"};
    assertEquals(0, cli.run(gate), cli.err());
    for (String option : List.of("--samples", "--min-share=1%", "--positive")) {
      String[] export = {"export", file, "--format", "csv", "--threads", option, "-o", page};
      assertEquals(2, cli.run(export), option);
      assertTrue(
          cli.err().startsWith("--threads goes with none of --samples, --min-share and --positive"),
          cli.err());
    }
  }

  @Test
  void whatWouldBePassedOverIsRefused() {
    refused("--callers does not go with --reverse", "--callers=Store.load", "--reverse");
    refused("--top goes with --callers and", "--callers=Store.load", "--top=1");
    refused("--top goes with --callers and", "--callees=Store.load", "--top=1");
    refused("--undivided does not go with --check,", "--undivided", "--check");
    assertEquals(0, cli.run("report", file, "--callers=Store.load", "--top=1", "--json"));
    assertEquals(2, cli.run("diff", file, file, "--min-share=5%"));
    assertTrue(cli.err().startsWith("--min-share goes with --fail-above"), cli.err());
    assertEquals(2, cli.run("diff", file, file, "--reverse"));
    assertTrue(cli.err().startsWith("--reverse is of trees: it goes with --paths"), cli.err());
    assertEquals(0, cli.run("diff", file, file, "--reverse", "--paths"), cli.err());
    String out = cli.path("out");
    for (String option : List.of("--threads", "--html=" + out)) {
      assertEquals(2, cli.run("diff", file, file, "--undivided", option));
      String reason = "--undivided does not go with " + option.split("=", 2)[0] + ", ";
      assertTrue(cli.err().startsWith(reason), cli.err());
    }
    String[] csv = {"export", file, "--format", "csv", "-o", out, "--positive"};
    assertEquals(2, cli.run(csv));
    assertTrue(cli.err().startsWith("--positive does not go with --format csv"), cli.err());
    for (String option : List.of("--threads", "--samples")) {
      csv[6] = option;
      assertEquals(
          2,
          cli.run(Stream.concat(Stream.of(csv), Stream.of("--undivided")).toArray(String[]::new)));
      assertTrue(cli.err().startsWith("--undivided does not go with " + option), cli.err());
    }
  }

  private void refused(String reason, String... options) {
    String[] args =
        Stream.concat(Stream.of("report", file), Stream.of(options)).toArray(String[]::new);
    assertEquals(2, cli.run(args), cli.out());
    assertTrue(cli.err().startsWith(reason), cli.err());
  }

  @Test
  void callersAndCalleesAreTrees() {
    assertEquals(0, cli.run("report", file, "--callers", "Store.load"));
    assertTrue(
        cli.out()
            .endsWith(
                """
                all threads
                   total   total     calls  depth  method, and who calls it
                  150 ns  100.0%         6      1  org.lib.Store.load
                  100 ns   66.7%         4      2    com.acme.Order.total
                   50 ns   33.3%         2      2    com.acme.Line.price
                   50 ns   33.3%         2      3      com.acme.Order.total
                """),
        cli.out());
    assertEquals(0, cli.run("report", file, "--callees", "com.acme.Line"));
    assertTrue(
        cli.out()
            .endsWith(
                """
                all threads
                   total   total      self     calls  depth  method
                  650 ns  100.0%    600 ns         6      1  com.acme.Line.price
                   50 ns    7.7%     50 ns         2      2    org.lib.Store.load
                """),
        cli.out());
    assertEquals(0, cli.run("report", file, "--reverse"));
    assertTrue(cli.out().contains("  600 ns   63.2%         6      1  com.acme.Line.price"));
    assertEquals(1, cli.run("report", file, "--callers", "Store.lod"));
    assertEquals("tare: no method matches \"Store.lod\"\n", cli.err());
    assertEquals(1, cli.run("report", file, "--callers", "Ordr.total"));
    assertTrue(cli.err().contains("; did you mean com.acme.Order.total?"), cli.err());
    assertEquals(1, cli.run("report", file, "--callers", "Order.tot"));
    assertTrue(cli.err().contains("; did you mean com.acme.Order.total?"), cli.err());
  }

  @Test
  void focusKeepsPathsAndIgnoreFoldsIntoCallers() {
    assertEquals(0, cli.run("report", file, "--focus", "Line.price"));
    assertTrue(cli.out().contains("650 ns of work in instrumented methods"), cli.out());
    assertEquals(0, cli.run("report", file, "--ignore", "org.lib.*"));
    assertTrue(row("com.acme.Line.price").matches(".* 650 ns .*"), cli.out());
    assertFalse(cli.out().contains("org.lib"), cli.out());
    assertTrue(cli.out().contains("950 ns of work in instrumented methods"), cli.out());
  }

  @Test
  void threadsOfAPoolAreOneRow() {
    assertEquals(0, cli.run("report", file, "--threads"));
    assertTrue(
        row("pool-*-thread-*").matches("\\S+ +2 +4\\.95 us +950 ns +4\\.00 us +0 ns +0 ns +14"),
        cli.out());
  }

  @Test
  void thePageTakesTheSame() throws IOException {
    String page = cli.path("page.html");
    assertEquals(0, cli.run("report", file, "--html", page, "--by", "package"));
    String data = data(page);
    assertTrue(data.contains("\"names\":[\"com.acme\",\"org.lib\"]"), data);
    assertTrue(data.contains("4.95 us in 2 threads"), data);
    assertTrue(data.contains("[\"next\",\"80.8% of the threads' time is waiting"), data);
    assertTrue(data.contains("\"wall\":false"), data);
    assertEquals(0, cli.run("report", file, "--html", page, "--by", "wall"));
    assertTrue(data(page).contains("\"wall\":true"), data(page));
  }

  @Test
  void moreThreadsThanMethodsAreRowsInJsonAndOnThePageToo() throws IOException {
    CallTreeBuilder tree = new CallTreeBuilder();
    tree.calls(tree.add(0, 0), 1).self(1, 100).overhead(1, 50);
    Profile threads =
        Profiles.of(
            List.of(Profiles.method("A", "a")),
            Profiles.thread(1, "main", tree.build()),
            Profiles.thread(2, "other", CallTree.empty()),
            Profiles.thread(3, "third", CallTree.empty()));
    String several = cli.file("several.json", threads);
    assertEquals(0, cli.run("report", several, "--by", "thread", "--json"), cli.err());
    assertTrue(cli.out().contains("\"name\" : \"third\""), cli.out());
    assertTrue(cli.out().contains("\"self_uncertainty\" : 0,"), cli.out());
    String page = cli.path("page.html");
    assertEquals(0, cli.run("report", several, "--by", "thread", "--html", page), cli.err());
    assertTrue(data(page).contains("\"names\":[\"main\",\"other\",\"third\"]"), data(page));
    String[] one = {"report", several, "--by", "thread", "--thread", "third", "--json"};
    assertEquals(0, cli.run(one), cli.err());
  }

  private static String data(String page) throws IOException {
    String packed = Files.readString(Path.of(page)).split("id=\"data\">|</script>", -1)[1];
    byte[] zipped = Base64.getDecoder().decode(packed);
    try (InputStream data = new GZIPInputStream(new ByteArrayInputStream(zipped))) {
      return new String(data.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void callersInJsonHaveTotalsAlone() {
    assertEquals(0, cli.run("report", file, "--callers", "Store.load", "--json"));
    List<String> values =
        cli.out()
            .lines()
            .map(String::strip)
            .filter(line -> line.matches("\"(name|self|total)\" : .*"))
            .map(line -> line.replaceAll("\"|,|\\w+\" : ", ""))
            .toList();
    assertEquals(
        "com.acme.Order.total 0 150 org.lib.Store.load 0 150 com.acme.Line.price 0 50",
        String.join(" ", values.subList(values.indexOf("com.acme.Order.total"), values.size())));
  }

  @Test
  void aRecursiveCallerCountsEachCallOnce() throws IOException {
    String recursive = cli.file("recursive.json", Profiles.calledInRecursion(70));
    String slower = cli.file("slower.json", Profiles.calledInRecursion(7000));
    assertEquals(0, cli.run("report", recursive, "--callers", "A.leaf", "--json"));
    List<String> calls =
        cli.out()
            .substring(cli.out().indexOf("\"methods\""))
            .lines()
            .map(String::strip)
            .filter(line -> line.matches("\"(name|calls)\" : .*"))
            .map(line -> line.replaceAll("\"|,|\\w+\" : ", ""))
            .toList();
    assertEquals("A.main 5 A.rec 5 A.leaf 5", String.join(" ", calls));
    assertEquals(0, cli.run("diff", recursive, slower, "--callers", "A.leaf"));
    assertTrue(row("A.rec").matches("A\\.rec .* 5 +5"), cli.out());
  }

  @Test
  void callersInJsonHaveNoUncertaintyOfSelfValues() throws IOException {
    Profile sampled = Profiles.with(Map.of("mode", "sampled", "interval", "10ms"), waiting());
    String sampledFile = cli.file("sampled.json", sampled);
    assertEquals(0, cli.run("report", sampledFile, "--json"));
    assertEquals(3, uncertain(), cli.out());
    assertEquals(0, cli.run("report", sampledFile, "--callers", "Store.load", "--json"));
    assertEquals(0, uncertain(), cli.out());
  }

  /** How many methods have a self value that may be wrong by something. */
  private long uncertain() {
    return cli.out()
        .lines()
        .filter(line -> line.matches(".*\"self_uncertainty\" : [1-9].*"))
        .count();
  }

  @Test
  void exportsTakeTheSame() throws IOException {
    assertEquals(
        """
        pool-1-thread-1;com.acme.Order 100
        pool-1-thread-1;com.acme.Order;com.acme.Line 300
        pool-1-thread-1;com.acme.Order;com.acme.Line;org.lib.Store 25
        pool-1-thread-1;com.acme.Order;org.lib.Store 50
        """,
        exported("collapsed", "--by", "class", "--thread", "*-1"));
    String bottomUp = exported("collapsed", "--reverse");
    assertTrue(
        bottomUp.contains("all threads;com.acme.Line.price;com.acme.Order.total 600\n"), bottomUp);
    String callers = exported("collapsed", "--callers", "Store.load");
    assertTrue(
        callers.contains("all threads;org.lib.Store.load;com.acme.Order.total 100\n"), callers);
    String wall = exported("collapsed", "--callees", "Store.load", "--by", "wall");
    assertEquals("all threads;org.lib.Store.load 4150\n", wall);
    String csv = exported("csv", "--ignore", "org.lib.*");
    assertTrue(csv.contains("pool-1-thread-1,com.acme.Order,total,"), csv);
    assertFalse(csv.contains("org.lib"), csv);
  }

  private String exported(String format, String... options) throws IOException {
    Path target = Path.of(cli.path("exported"));
    String[] first = {"export", file, "--format", format, "-o", target.toString()};
    String[] all = Stream.concat(Stream.of(first), Stream.of(options)).toArray(String[]::new);
    assertEquals(0, cli.run(all), cli.err());
    return Files.readString(target);
  }

  private String row(String beginning) {
    return cli.out()
        .lines()
        .filter(line -> line.startsWith(beginning))
        .findFirst()
        .orElse("no row " + beginning);
  }
}
