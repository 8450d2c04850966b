package dev.tare.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.it.launch.JavaRun;
import dev.tare.it.launch.Jdk;
import dev.tare.it.launch.Outcome;
import dev.tare.it.launch.Traces;
import dev.tare.it.launch.Workspace;
import dev.tare.profile.Profile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Test suites of libraries, as they were published beside them, run by JUnit's own launcher: with
 * the profiler every test ends as it does without. Some fail either way, for want of the files of
 * their build.
 */
@Tag("frameworks")
class LibrarySuitesIT {
  /**
   * In more, some tests take arrays of gigabytes, and whether these fit is the collector's luck.
   */
  private static final String HEAP = "-Xmx2g";

  @ParameterizedTest
  @CsvSource({
    // JUnit 4; what is left out measures time, for minutes
    "17, commons-codec, org.apache.commons.codec.*, .*(BeiderMorse|PhoneticEngine|Performance).*,"
        + " 800",
    "25, commons-codec, org.apache.commons.codec.*, .*(BeiderMorse|PhoneticEngine|Performance).*,"
        + " 800",
    "17, commons-collections, org.apache.commons.collections4.*, '', 50000",
    "25, commons-collections, org.apache.commons.collections4.*, '', 50000"
  })
  void everyTestEndsAsWithoutTheProfiler(
      int feature, String library, String included, String leftOut, int atLeast)
      throws IOException, XMLStreamException {
    Jdk jdk = Jdk.of(feature);
    List<String> plain = results(run(JavaRun.on(jdk), library, leftOut, "plain-" + jdk.feature()));
    Path profile = Workspace.output("suites").resolve(library + "-" + jdk.feature() + ".json");
    JavaRun profiled = JavaRun.on(jdk).profiler("include=" + included + ",file=" + profile);
    List<String> results = results(run(profiled, library, leftOut, "profiled-" + jdk.feature()));
    List<String> differing = new ArrayList<>(results);
    differing.removeAll(new java.util.HashSet<>(plain));
    assertEquals(List.of(), differing);
    assertEquals(plain.size(), results.size());
    assertTrue(plain.size() > atLeast, () -> plain.size() + " tests");
    long passed = results.stream().filter(result -> result.startsWith("passed")).count();
    assertTrue(passed > plain.size() * 0.98, () -> passed + " of " + plain.size() + " passed");
    Profile written = Programs.read(profile);
    assertTrue(written.methods().size() > 500, () -> written.methods().size() + " methods");
  }

  /** The folder of the launcher's reports. */
  private static Path run(JavaRun run, String library, String leftOut, String name)
      throws IOException {
    Path jars = Workspace.program(library + "-tests");
    Path directory = Traces.emptyDirectory("suites/" + library + "-" + name);
    Path tests =
        Stream.of(jars.toFile().listFiles())
            .map(file -> file.toPath())
            .filter(file -> file.toString().endsWith("-tests.jar"))
            .findFirst()
            .orElseThrow();
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "execute",
                "--scan-classpath",
                tests.toString(),
                "--reports-dir",
                "reports",
                "--details=none",
                "--disable-banner"));
    if (!leftOut.isEmpty()) {
      arguments.addAll(List.of("--exclude-classname", leftOut));
    }
    Outcome outcome =
        run.options(HEAP)
            .classPath(jars.resolve("*"))
            .main("org.junit.platform.console.ConsoleLauncher", arguments.toArray(String[]::new))
            .in(directory)
            .patience(java.time.Duration.ofMinutes(40))
            .run();
    // 1: some tests failed
    assertTrue(outcome.exitStatus() <= 1, outcome::toString);
    return directory.resolve("reports");
  }

  private static List<String> results(Path reports) throws IOException, XMLStreamException {
    List<String> results = new ArrayList<>();
    try (Stream<Path> files = Files.list(reports)) {
      for (Path file : files.toList()) {
        try (InputStream in = Files.newInputStream(file)) {
          read(XMLInputFactory.newInstance().createXMLStreamReader(in), results);
        }
      }
    }
    Collections.sort(results);
    return results;
  }

  private static void read(XMLStreamReader xml, List<String> results) throws XMLStreamException {
    String test = "";
    String result = "";
    while (xml.hasNext()) {
      int event = xml.next();
      if (event == XMLStreamConstants.START_ELEMENT) {
        switch (xml.getLocalName()) {
          case "testcase" -> {
            test = xml.getAttributeValue(null, "classname") + " " + name(xml);
            result = "passed";
          }
          case "failure", "error", "skipped" -> result = xml.getLocalName();
          default -> {
            // what a test printed, and the properties of its JVM
          }
        }
      } else if (event == XMLStreamConstants.END_ELEMENT && xml.getLocalName().equals("testcase")) {
        results.add(result + " " + test);
      }
    }
  }

  /** The name without identity hash codes, which no two runs have in common. */
  private static String name(XMLStreamReader xml) {
    return xml.getAttributeValue(null, "name").replaceAll("@[0-9a-f]{4,}", "@");
  }
}
