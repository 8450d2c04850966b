package dev.tare.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
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
}
