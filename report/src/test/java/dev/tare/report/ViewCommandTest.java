package dev.tare.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.profile.CallTreeBuilder;
import dev.tare.profile.Profile;
import dev.tare.profile.ThreadProfile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
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
    return new Profile(
        plain.profiler(),
        plain.run(),
        plain.settings(),
        plain.metric().withWaiting(),
        plain.methods(),
        plain.threads(),
        plain.calibration(),
        plain.skipped(),
        plain.limits());
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
  void exportsTakeTheSame() {
    assertEquals(0, cli.run("export", file, "--format", "csv", "-o", cli.path("a.csv")));
    assertEquals(
        0,
        cli.run("export", file, "--format", "collapsed", "--by", "class", "-o", cli.path("a.txt")));
    assertEquals(
        0, cli.run("export", file, "--format", "collapsed", "--reverse", "-o", cli.path("b.txt")));
  }

  private String row(String beginning) {
    return cli.out()
        .lines()
        .filter(line -> line.startsWith(beginning))
        .findFirst()
        .orElse("no row " + beginning);
  }
}
