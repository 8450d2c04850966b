package dev.tare.it.launch;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/** Where the build put things; the build file hands the paths in as system properties. */
public final class Workspace {
  private Workspace() {}

  /** The packed jar of the product. */
  public static Path profilerJar() {
    Path jar = path("tare.profiler.jar").normalize();
    if (!Files.isRegularFile(jar)) {
      throw new IllegalStateException(
          jar + " is not there: run the verify phase of the whole build");
    }
    return jar;
  }

  /** The class files of this module's tests, and so of the programs to profile. */
  public static Path classes() {
    return path("tare.it.classes");
  }

  /** {@code src/test}, which holds the folders of Java sources. */
  public static Path sources() {
    return path("tare.it.sources");
  }

  /** The folder of one program that was fetched to be profiled. */
  public static Path program(String name) {
    return path("tare.it.programs").resolve(name);
  }

  /**
   * A folder, made if need be, for what a test writes and somebody may want to look at afterwards.
   */
  public static Path output(String name) throws java.io.IOException {
    return Files.createDirectories(path("tare.it.output").resolve(name));
  }

  /** In the stead of the user's cache directory, which tests leave alone. */
  public static Path cache() {
    return path("tare.it.output").resolve("cache");
  }

  private static Path path(String property) {
    return Path.of(
        Objects.requireNonNull(
            System.getProperty(property),
            property + " is set by the build file; run the tests through it"));
  }
}
