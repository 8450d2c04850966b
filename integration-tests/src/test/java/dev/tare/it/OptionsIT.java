package dev.tare.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tare.it.launch.JavaRun;
import dev.tare.it.launch.Jdk;
import dev.tare.it.launch.Outcome;
import dev.tare.it.launch.TargetClasses;
import dev.tare.it.launch.Traces;
import dev.tare.it.launch.Workspace;
import dev.tare.profile.Limits;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.MethodSums;
import dev.tare.profile.Profile;
import dev.tare.profile.ThreadSums;
import dev.tare.profile.json.ProfileReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What the options do that every program is run with: which methods are woven, and where the
 * profile goes.
 */
class OptionsIT {
  private static final Jdk JDK = Jdk.running();

  /** Of {@code Prints}: {@code main}, and a tree of two branches nine calls below the first. */
  private static final long CALLS = 1 + 1_023;

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          include=dev.tare.it.program.*,            Prints.main Prints.spread Prints.spreadOther
          include=dev.tare.it.program.Prints,       Prints.main Prints.spread Prints.spreadOther
          include=*Prints,                          Prints.main Prints.spread Prints.spreadOther
          include=*Prints#spread,                   Prints.spread
          include=*Prints#main:*Prints#spreadOther, Prints.main Prints.spreadOther
          include=dev.tare.it.program.Print,        ''
          include=*Prints;exclude=*Prints#main,     Prints.spread Prints.spreadOther
          include=*Prints;exclude=dev.tare.it.*,    ''
          exclude=*#spread*:*TargetRunner,          Prints.main
          """)
  void includeAndExcludeChooseTheMethods(String options, String methods) throws IOException {
    Path directory = Traces.emptyDirectory("options/filter");
    prints(options.replace(';', ',') + ",file=profile.json", directory);
    Profile profile = Programs.read(directory.resolve("profile.json"));
    List<String> seen = profile.methods().stream().map(OptionsIT::shortName).sorted().toList();
    assertEquals(methods, String.join(" ", seen));
  }

  @Test
  void withoutAnyOptionTheProfileIsNamedAfterTheProcess() throws IOException {
    Path directory = Traces.emptyDirectory("options/default");
    Outcome outcome = prints("", directory);
    Path file = onlyFile(directory);
    Profile profile = Programs.read(file);
    assertEquals("profile-" + profile.run().pid() + ".json", file.getFileName().toString());
    assertTrue(outcome.profilerLines().get(1).contains(file.toString()), outcome::toString);
    assertEquals("full", profile.settings().get("mode"));
  }

  @Test
  void theFilesNameTellsProcessHostAndTimeAndIsZippedWhereItSaysSo() throws IOException {
    Path directory = Traces.emptyDirectory("options/name");
    prints("file=%p-%h-%t.json.gz", directory);
    Path file = onlyFile(directory);
    Profile profile = Programs.read(file);
    String started =
        file.getFileName().toString().replaceAll(".*-(\\d{8}-\\d{6})\\.json\\.gz", "$1");
    String begin = profile.run().pid() + "-" + profile.run().host() + "-" + started;
    assertEquals(begin + ".json.gz", file.getFileName().toString());
    LocalDateTime.parse(started, DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss"));
    byte[] bytes = Files.readAllBytes(file);
    assertEquals(
        0x1f8b, ((bytes[0] & 0xff) << 8) | (bytes[1] & 0xff), "the magic number of gzip, RFC 1952");
  }

  @Test
  void theCommandLineWinsOverTheConfig() throws IOException {
    Path directory = Traces.emptyDirectory("options/config");
    Files.writeString(
        directory.resolve("tare.properties"), "mode=sampled\nmaxnodes=500\nfile=profile.json\n");
    prints("config=tare.properties,maxnodes=600", directory);
    Profile profile = Programs.read(directory.resolve("profile.json"));
    assertEquals("sampled", profile.settings().get("mode"));
    assertEquals("600", profile.settings().get("maxnodes"));
  }

  @Test
  void ofAKeyThatIsGivenTwiceTheLastValueIsInForceAndALineSaysSo() throws IOException {
    Path directory = Traces.emptyDirectory("options/twice");
    Outcome outcome =
        prints("mode=full,mode=sampled,budget=off,calstats=off,file=profile.json", directory);
    assertEquals(3, outcome.profilerLines().size(), outcome::toString);
    assertTrue(
        outcome.profilerLines().get(0).startsWith("[tare] warning: mode=sampled: given more than"),
        outcome::toString);
    Profile profile = Programs.read(directory.resolve("profile.json"));
    assertEquals("sampled", profile.settings().get("mode"));
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          mode=full,                 overhead subtracted -?\\d+\\.\\d\\d s \\(-?\\d+\\.\\d% of the raw value\\)
          mode=sampled,              overhead subtracted -?\\d+\\.\\d\\d s \\(-?\\d+\\.\\d% of the raw value\\)
          mode=full;calibration=delayed, overhead subtracted -?\\d+\\.\\d\\d s \\(-?\\d+\\.\\d% of the raw value\\)
          mode=full;categories=pairs, overhead subtracted -?\\d+\\.\\d\\d s \\(-?\\d+\\.\\d% of the raw value\\)
          mode=full;categories=kinds, overhead subtracted -?\\d+\\.\\d\\d s \\(-?\\d+\\.\\d% of the raw value\\)
          mode=full;categories=basic, overhead subtracted -?\\d+\\.\\d\\d s \\(-?\\d+\\.\\d% of the raw value\\)
          mode=full;calibration=off, no overhead subtracted
          """)
  void theLastLineSaysTheOverheadAndEstimatesNoSlowdown(String options, String overhead)
      throws IOException {
    Path directory = Traces.emptyDirectory("options/overhead");
    Outcome outcome =
        prints(
            options.replace(';', ',') + ",budget=off,include=*Prints,file=profile.json", directory);
    List<String> lines = outcome.profilerLines();
    String last = lines.get(lines.size() - 1);
    assertTrue(
        last.matches("\\[tare\\] profile in .*profile\\.json, [\\d,]+ probes, " + overhead), last);
    assertEquals(CALLS, calls(Programs.read(directory.resolve("profile.json"))));
  }

  @Test
  void nodesOfASmallShareAreFoldedAndSumsStay() throws IOException {
    Path directory = Traces.emptyDirectory("options/minshare");
    prints("budget=off,include=*Prints,minshare=0.9%,file=profile.json", directory);
    Profile profile = ProfileReader.read(directory.resolve("profile.json"));
    Limits.Folded folded = profile.limits().folded();
    assertTrue(folded.nodes() > CALLS / 2, folded::toString);
    assertEquals(CALLS, calls(profile) + folded.calls(), folded::toString);
    ThreadSums main = Programs.thread(profile, "main").sums();
    assertEquals(CALLS, main.calls(), main::toString);
  }

  /** Of all nodes. */
  private static long calls(Profile profile) {
    MethodSums sums = MethodSums.of(profile.threads(), profile.methods().size());
    return IntStream.range(0, sums.methods()).mapToLong(sums::calls).sum();
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          dev.tare.it.program.Print, ': 0 of [\\d,]+ classes matched; did you mean .*[.]Prints.*[?]'
          nowhere.to.be.found.*,     ': 0 of [\\d,]+ classes matched'
          *Prints#sprad,             ': classes matched, but none of their methods'
          """)
  void anIncludeThatMatchesNothingIsSaidAtTheEnd(String include, String said) throws IOException {
    Path directory = Traces.emptyDirectory("options/nothing");
    Outcome outcome = prints("include=" + include + ",file=profile.json", directory);
    List<String> lines = outcome.profilerLines();
    assertEquals(3, lines.size(), outcome::toString);
    String expected = "[tare] warning: include=" + include;
    assertTrue(lines.get(2).startsWith(expected), outcome::toString);
    assertTrue(lines.get(2).substring(expected.length()).matches(said), outcome::toString);
  }

  @Test
  void anIncludeThatMatchesWhatIsExcludedIsNotComplainedOf() throws IOException {
    Path directory = Traces.emptyDirectory("options/excluded");
    Outcome outcome = prints("include=*Prints,exclude=dev.tare.it.*,file=profile.json", directory);
    assertEquals(2, outcome.profilerLines().size(), outcome::toString);
  }

  /** As with the POSIX locale of many containers. */
  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Jdk#newest")
  void whereTheLocaleCannotNameTheWorkingDirectoryTheProgramRunsAndALineSaysWhy(Jdk jdk)
      throws IOException {
    assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "no /bin/sh");
    Path directory = Traces.emptyDirectory("options/locale-" + jdk.feature());
    // Made by the shell: this JVM's locale may have no such letter.
    String script =
        "d=\"$(printf 'w\\303\\266rk')\" && mkdir \"$d\" && cd \"$d\" && LC_ALL=C exec \"$@\"";
    Outcome outcome =
        JavaRun.on(jdk)
            .launchedBy("/bin/sh", "-c", script, "sh")
            .agent(Workspace.profilerJar(), "")
            .in(directory)
            .classPath(TargetClasses.of(jdk).classes())
            .main(Programs.PACKAGE + "Prints")
            .run()
            .succeeded();
    assertEquals("to standard output\n", outcome.stdout());
    assertEquals(
        List.of(
            "[tare] not profiling, because the locale has no name for the working directory, where"
                + " profile-%p.json would be: set LC_ALL=C.UTF-8"),
        outcome.profilerLines());
  }

  private static Outcome prints(String options, Path directory) {
    return JavaRun.on(JDK)
        .agent(Workspace.profilerJar(), options)
        .in(directory)
        .classPath(TargetClasses.of(JDK).classes())
        .main(Programs.PACKAGE + "Prints")
        .run()
        .succeeded();
  }

  private static Path onlyFile(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      List<Path> all = files.toList();
      assertEquals(1, all.size(), all::toString);
      return all.get(0);
    }
  }

  private static String shortName(MethodInfo method) {
    return method.className().replace(Programs.PACKAGE, "") + "." + method.name();
  }
}
