package dev.tare.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.profile.CallTree;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.Metric;
import dev.tare.profile.Profile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiffCommandTest {
  private final Cli cli;
  private final String before;
  private final String after;

  DiffCommandTest(@TempDir Path folder) throws IOException {
    cli = new Cli(folder);
    before = cli.file("before.json", DiffProfiles.before());
    after = cli.file("after.json", DiffProfiles.after());
  }

  @Test
  void showsWhatChangedMostFirstAndMarksWhatIsUncertain() {
    assertEquals(0, cli.run("diff", before, after));
    assertEquals(
        """
        before    com.acme.Main 10, 2026-11-21T05:00:00.123Z, 1.235 s, mode full
        after     com.acme.Main 10, 2026-11-21T05:00:00.123Z, 1.235 s, mode full
        metric    time in ns
        self      6,700 -> 7,550 ns, +12.7%

        self before [ns]  after [ns]  change [ns]  change [%]     calls before  after  method
                   5,000       6,000       +1,000      +20.0%               10     10  A.slower
                     700           0         -700     -100.0%                7      0  A.gone
                       0         500         +500           -                0      5  A.added
                   1,000       1,050          +50       +5.0%  ~           100    105  A.uncertain
        ~ : inside what the overhead that was taken off leaves uncertain
        """,
        cli.out());
  }

  @Test
  void comparesEachCallWhereAsked() {
    assertEquals(0, cli.run("diff", before, after, "--per-call"));
    assertTrue(
        cli.out()
            .contains(
                "500.0       600.0       +100.0      +20.0%              10     10  A.slower"),
        cli.out());
    assertTrue(
        cli.out()
            .contains(
                "10.0        10.0          0.0       +0.0%             100    105  A.uncertain"),
        cli.out());
  }

  @Test
  void showsPaths() {
    assertEquals(0, cli.run("diff", before, after, "--paths", "--top", "1"));
    assertTrue(cli.out().contains("A.uncertain > A.slower\n"), cli.out());
    assertTrue(cli.out().contains("\n3 more paths (--top)\n"), cli.out());
  }

  @Test
  void failAboveEndsWithOneAndNamesTheMethods() {
    assertEquals(1, cli.run("diff", before, after, "--fail-above", "5%"));
    assertEquals("tare: risen by more than 5%: A.slower (+20.0%), A.added (new)\n", cli.err());
    assertTrue(cli.out().contains("A.slower"));
    assertEquals(1, cli.run("diff", before, after, "--fail-above", "7", "--min-share", "10%"));
    assertEquals("tare: risen by more than 7%: A.slower (+20.0%)\n", cli.err());
    assertEquals(0, cli.run("diff", before, after, "--fail-above", "25%", "--min-share", "10%"));
    assertEquals("", cli.err());
    assertEquals(0, cli.run("diff", after, after, "--fail-above", "0%"));
    assertEquals(2, cli.run("diff", after, after, "--fail-above", "much"));
    assertEquals(2, cli.run("diff", after, after, "--fail-above", "-1%"));
  }

  @Test
  void aMethodThatMovedToAnotherLineIsTheSame() throws IOException {
    CallTree.Builder tree = new CallTree.Builder();
    int node = tree.add(0, 0);
    tree.calls(node, 1).self(node, 100);
    CallTree built = tree.build();
    String here =
        cli.file(
            "here.json",
            Profiles.of(
                List.of(new MethodInfo("A", "a", "()V", "A.java", 7)),
                Profiles.thread(1, "main", built)));
    String there =
        cli.file(
            "there.json",
            Profiles.of(
                List.of(new MethodInfo("A", "a", "()V", "A.java", 9)),
                Profiles.thread(1, "main", built)));
    assertEquals(0, cli.run("diff", here, there));
    assertTrue(cli.out().contains("+0.0%"), cli.out());
    assertEquals(1, cli.out().lines().filter(line -> line.endsWith("A.a")).count());
  }

  @Test
  void otherMetricsCannotBeCompared() throws IOException {
    Profile profile = DiffProfiles.before();
    Profile cycles =
        new Profile(
            profile.profiler(),
            profile.run(),
            profile.settings(),
            new Metric("cycles", "cycles", "perf"),
            profile.methods(),
            profile.threads(),
            profile.calibration(),
            profile.skipped(),
            profile.limits());
    assertEquals(1, cli.run("diff", before, cli.file("cycles.json", cycles)));
    assertEquals("tare: cannot be compared: metric is time before and cycles after\n", cli.err());
  }

  @Test
  void writesAPage() throws IOException {
    String page = cli.path("diff.html");
    assertEquals(0, cli.run("diff", before, after, "--html", page));
    assertEquals("", cli.out());
    assertTrue(Files.size(Path.of(page)) > 100_000);
  }
}
