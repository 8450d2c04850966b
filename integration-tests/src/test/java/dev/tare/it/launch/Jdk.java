package dev.tare.it.launch;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * A JDK of one feature release, found or not. The one that runs the tests is always there; others
 * are looked for in the system property or environment variable {@code TARE_JDKS} (directories,
 * separated as a class path is), in {@code JAVA_HOME_25} and the like, and beside the running JDK.
 *
 * @param feature feature release: 17, 25
 * @param home its directory, if it was found
 */
public record Jdk(int feature, Optional<Path> home) {
  /** The releases that the profiler promises to run on, oldest and newest. */
  public static final List<Integer> RELEASES = List.of(17, 25);

  /** The JDK that runs the tests. */
  public static Jdk running() {
    return new Jdk(
        Runtime.version().feature(), Optional.of(Path.of(System.getProperty("java.home"))));
  }

  /** The JDK of this feature release. */
  public static Jdk of(int feature) {
    if (feature == running().feature()) {
      return running();
    }
    return new Jdk(feature, candidates(feature).filter(home -> isJdk(home, feature)).findFirst());
  }

  /** Every JDK to test on: the promised releases, and the running one where it is another. */
  public static List<Jdk> all() {
    List<Jdk> jdks = new ArrayList<>(RELEASES.stream().map(Jdk::of).toList());
    if (!RELEASES.contains(running().feature())) {
      jdks.add(running());
    }
    return jdks;
  }

  /** The oldest release alone, for what takes long; {@link #all} in a full {@link Matrix}. */
  public static List<Jdk> oldest() {
    return Matrix.isFull() ? all() : List.of(of(RELEASES.get(0)));
  }

  /** The newest release alone; {@link #all} in a full {@link Matrix}. */
  public static List<Jdk> newest() {
    return Matrix.isFull() ? all() : List.of(of(RELEASES.get(RELEASES.size() - 1)));
  }

  /** The path of one of its tools. The test that asks is skipped where the JDK is not there. */
  public Path tool(String name) {
    Assumptions.assumeTrue(
        home.isPresent(),
        () ->
            "left out: no JDK %d here; name one in JAVA_HOME_%d or TARE_JDKS"
                .formatted(feature, feature));
    return home.orElseThrow().resolve("bin").resolve(name);
  }

  @Override
  public String toString() {
    return "JDK " + feature;
  }

  private static Stream<Path> candidates(int feature) {
    return Stream.of(listed(), named("JAVA_HOME_" + feature), besideTheRunningOne())
        .flatMap(List::stream);
  }

  private static List<Path> listed() {
    return setting("TARE_JDKS")
        .map(value -> Stream.of(value.split(java.io.File.pathSeparator)).map(Path::of).toList())
        .orElse(List.of());
  }

  private static List<Path> named(String name) {
    return setting(name).map(value -> List.of(Path.of(value))).orElse(List.of());
  }

  private static List<Path> besideTheRunningOne() {
    Path directory = Path.of(System.getProperty("java.home")).toAbsolutePath().getParent();
    if (directory == null) {
      return List.of();
    }
    try (Stream<Path> homes = Files.list(directory)) {
      return homes.sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Optional<String> setting(String name) {
    return Optional.ofNullable(System.getProperty(name))
        .or(() -> Optional.ofNullable(System.getenv(name)))
        .filter(value -> !value.isBlank());
  }

  private static boolean isJdk(Path home, int feature) {
    Path release = home.resolve("release");
    if (!Files.isExecutable(home.resolve("bin").resolve("javac")) || !Files.isReadable(release)) {
      return false;
    }
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(release)) {
      properties.load(reader);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    String version = properties.getProperty("JAVA_VERSION", "").replace("\"", "");
    return version.matches("\\d+.*") && Runtime.Version.parse(version).feature() == feature;
  }
}
