package dev.tare.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.profile.CallTreeBuilder;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.Profile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExportCommandTest {
  private final Path folder;
  private final Cli cli;

  ExportCommandTest(@TempDir Path folder) {
    this.folder = folder;
    cli = new Cli(folder);
  }

  @Test
  void theUnitIsTheMetricsOwn() throws IOException {
    String file = cli.file("profile.json", Profiles.small());
    for (String unit : List.of("auto", "exact", "ns")) {
      String named = cli.path(unit + ".csv");
      assertEquals(
          0, cli.run("export", file, "--format", "csv", "--unit", unit, "-o", named), cli.err());
      String plain = cli.path("plain.csv");
      assertEquals(0, cli.run("export", file, "--format", "csv", "-o", plain), cli.err());
      assertEquals(Files.readString(Path.of(plain)), Files.readString(Path.of(named)));
    }
    for (String other : List.of("--threads", "--all")) {
      assertEquals(2, cli.run("export", file, "--format", "csv", "--unit", "ms", other));
      assertTrue(cli.err().contains("--unit must be auto, exact or ns, not ms"), cli.err());
    }
  }

  @Test
  void writesTheFileAndSaysWhatTheFormatCouldNotHold() throws IOException {
    String profile = cli.file("profile.json", Profiles.small());
    String target = cli.path("out.txt");
    assertEquals(0, cli.run("export", profile, "--format", "collapsed", "-o", target));
    assertEquals("", cli.out());
    assertEquals(
        "tare: collapsed has no negative values: 1 value, together -30 ns, written as 0\n",
        cli.err());
    assertEquals(5, Files.readAllLines(Path.of(target)).size());
    assertEquals(0, cli.run("export", profile, "--format", "CSV", "-o", target));
    assertEquals("", cli.err());
  }

  @Test
  void writesToStandardOutputWhereNoFileIsNamed() throws IOException {
    String profile = cli.file("profile.json", Profiles.small());
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream standardOutput = System.out;
    System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    try {
      assertEquals(0, cli.run("export", profile, "--format", "collapsed", "--thread", "worker-*"));
    } finally {
      System.setOut(standardOutput);
    }
    assertEquals("worker-1;com.acme.Order.leaf 800\n", bytes.toString(StandardCharsets.UTF_8));
  }

  @Test
  void anUnknownFormatIsWrongUsageAndNamesThoseThereAre() {
    assertEquals(2, cli.run("export", "x", "--format", "gprof"));
    assertTrue(
        cli.err().contains("collapsed, speedscope, pprof, firefox, callgrind, csv"), cli.err());
    assertEquals(2, cli.run("export", "x"));
  }

  @Test
  void aTargetThatCannotBeWrittenIsOneLineAndStatusOne() throws IOException {
    String profile = cli.file("profile.json", Profiles.small());
    String target = folder.resolve("none").resolve("out").toString();
    assertEquals(1, cli.run("export", profile, "--format", "csv", "-o", target));
    assertEquals("tare: " + target + ": cannot be written: no such file or directory\n", cli.err());
    assertEquals(1, cli.run("export", profile, "--format", "csv", "-o", folder.toString()));
    assertEquals("tare: " + folder + ": cannot be written: is a directory\n", cli.err());
  }

  @Test
  void samplesAreExportedBottomUpAndByPackageToo() throws IOException {
    Profile sampled = SampledProfiles.of(250, 750, 20, 80, 1_050_000_000);
    String file = cli.file("profile.json", sampled);
    Path out = folder.resolve("out");
    String[] export = {"export", file, "--samples", "--format", "collapsed", "-o", out.toString()};
    assertEquals(0, cli.run(with(export, "--reverse")), cli.err());
    String get = "all threads;java.util.HashMap.get;com.acme.Order.line;com.acme.Order.total 40\n";
    assertTrue(Files.readString(out).contains(get), Files.readString(out));
    assertEquals(0, cli.run(with(export, "--by", "package")), cli.err());
    assertTrue(Files.readString(out).contains("main;com.acme;java.util 40\n"));
  }

  private static String[] with(String[] args, String... more) {
    return Stream.concat(Stream.of(args), Stream.of(more)).toArray(String[]::new);
  }

  @Test
  void nodesOfASmallShareAreLeftOutAndSaidSo() throws IOException {
    CallTreeBuilder tree = new CallTreeBuilder();
    int great = tree.add(0, 0);
    tree.calls(great, 1).self(great, 1_000_000);
    int small = tree.add(great, 1);
    tree.calls(small, 5).self(small, 60);
    int first = tree.add(0, 1);
    tree.calls(first, 5).self(first, 70);
    Profile profile =
        Profiles.of(
            List.of(Profiles.method("A", "a"), Profiles.method("A", "b")),
            Profiles.thread(1, "t", tree.build()));
    String file = cli.file("profile.json", profile);
    Path out = folder.resolve("out");
    assertEquals(0, cli.run("export", file, "--format", "collapsed", "-o", out.toString()));
    assertEquals("t;A.a 1000060\nt;A.b 70\n", Files.readString(out));
    assertEquals(
        "tare: 1 node of less than 0.01% left out, together 60 ns, which the nodes above them have"
            + " (--min-share)\n",
        cli.err());
    assertEquals(
        0,
        cli.run("export", file, "--format", "collapsed", "--min-share", "0", "-o", out.toString()));
    assertEquals("t;A.a 1000000\nt;A.a;A.b 60\nt;A.b 70\n", Files.readString(out));
    assertEquals(0, cli.run("export", file, "--format", "csv", "-o", out.toString()));
    assertEquals(3, Files.readAllLines(out).size());
  }

  @Test
  void whatHasCallsAndNoValueStaysInFormatsWithCalls() throws IOException {
    CallTreeBuilder tree = new CallTreeBuilder();
    int great = tree.add(0, 0);
    tree.calls(great, 1).self(great, 1_000_000);
    tree.calls(tree.add(great, 1), 1_000_000);
    tree.calls(tree.add(great, 2), 5);
    Profile profile =
        Profiles.of(
            List.of(
                Profiles.method("A", "a"),
                Profiles.method("A", "hot", MethodInfo.COUNTED),
                Profiles.method("A", "rare", MethodInfo.COUNTED)),
            Profiles.thread(1, "t", tree.build()));
    String file = cli.file("profile.json", profile);
    Path out = folder.resolve("out");
    assertEquals(0, cli.run("export", file, "--format", "pprof", "-o", out.toString()));
    String lost = " of less than 0.01% left out, together 0 ns, which the nodes above them have";
    assertEquals(
        "tare: 1 node" + lost + ", and 5 calls, which none has (--min-share)\n", cli.err());
    // A sample of 1,000,000 calls and 0 ns: field 2, of 4 bytes, packed.
    byte[] sample = {0x12, 4, (byte) 0xc0, (byte) 0x84, 0x3d, 0};
    try (InputStream in = new GZIPInputStream(Files.newInputStream(out))) {
      String message = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
      assertTrue(message.contains(new String(sample, StandardCharsets.ISO_8859_1)), message);
    }
    assertEquals(0, cli.run("export", file, "--format", "collapsed", "-o", out.toString()));
    assertEquals("tare: 2 nodes" + lost + " (--min-share)\n", cli.err());
  }

  @Test
  void callsOfAReversedTreeAddUpToThoseOfMethods() throws IOException {
    String file = cli.file("profile.json", Profiles.calledInRecursion(70));
    Path out = folder.resolve("out");
    for (String[] upwards : new String[][] {{"--reverse"}, {"--callers", "A.leaf"}}) {
      String[] export = {"export", file, "--format", "pprof", "-o", out.toString()};
      assertEquals(0, cli.run(with(export, upwards)), cli.err());
      try (InputStream in = new GZIPInputStream(Files.newInputStream(out))) {
        String message = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
        // Samples of 5 calls: field 2, of 2 bytes, packed.
        assertTrue(message.contains("\u0012\u0002\u0005" + (char) 70), message);
        assertFalse(message.contains("\u0012\u0002\u0005\0"), message);
      }
    }
  }

  @Test
  void sharesAreOfWhatPassedInMethodsWhereverThreadsWereIdle() throws IOException {
    CallTreeBuilder tree = new CallTreeBuilder();
    int great = tree.add(0, 0);
    tree.calls(great, 1).self(great, 1_000_000);
    int small = tree.add(great, 1);
    tree.calls(small, 5).self(small, 600);
    CallTreeBuilder idle = new CallTreeBuilder();
    idle.self(0, 1_000_000_000_000L);
    Profile profile =
        Profiles.of(
            List.of(Profiles.method("A", "a"), Profiles.method("A", "b")),
            Profiles.thread(1, "t", tree.build()),
            Profiles.thread(2, "idle", idle.build()));
    String file = cli.file("profile.json", profile);
    Path out = folder.resolve("out");
    assertEquals(0, cli.run("export", file, "--format", "collapsed", "-o", out.toString()));
    assertEquals("t;A.a 1000000\nt;A.a;A.b 600\n", Files.readString(out));
    assertEquals("", cli.err());
  }

  @Test
  void moreThanAGigabyteIsRefusedAndNothingIsLeft() throws IOException {
    // Each line has its whole path: a chain of so many nodes of 300 characters each.
    CallTreeBuilder tree = new CallTreeBuilder();
    int node = 0;
    for (int i = 0; i < 4000; i++) {
      node = tree.add(node, 0);
      tree.calls(node, 1).self(node, 1);
    }
    Profile profile =
        Profiles.of(
            List.of(Profiles.method("com.acme." + "Long".repeat(70), "a")),
            Profiles.thread(1, "t", tree.build()));
    String file = cli.file("profile.json", profile);
    Path out = folder.resolve("out");
    String[] command = {
      "export", file, "--format", "collapsed", "--min-share", "0", "-o", out.toString()
    };
    assertEquals(1, cli.run(command));
    assertEquals(
        "tare: "
            + out
            + ": would be more than 1 GB: a greater --min-share makes it smaller, --all writes it"
            + " all the same\n",
        cli.err());
    assertFalse(Files.exists(out));
  }

  @Test
  void noWeightIsNegativeWhereAllAreToBePositive() throws IOException {
    String file = cli.file("profile.json", Profiles.small());
    Path out = folder.resolve("out.json");
    String[] command = {"export", file, "--format", "firefox", "-o", out.toString(), "--positive"};
    assertEquals(0, cli.run(command));
    assertEquals(
        "tare: no negative values were asked for: 1 value, together -30 ns, written as 0\n",
        cli.err());
    assertFalse(Files.readString(out).contains("-3.0E-5"));
    assertEquals(0, cli.run(Arrays.copyOf(command, command.length - 1)));
    assertTrue(Files.readString(out).contains("-3.0E-5"));
  }
}
