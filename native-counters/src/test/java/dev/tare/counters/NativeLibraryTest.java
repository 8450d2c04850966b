package dev.tare.counters;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each load is in a JVM of its own: a JVM loads once. */
class NativeLibraryTest {
  /** glibc 2.18, of 2013: the release that gave threads something to run at their end. */
  private static final int NEWEST_GLIBC_MINOR = 18;

  private static final Pattern GLIBC = Pattern.compile("GLIBC_2\\.(\\d+)");

  private Path directory;

  @BeforeEach
  void thereIsOne(@TempDir Path empty) {
    directory = empty;
    assumeTrue(NativeLibrary.load().isEmpty(), "no native library here");
  }

  @Test
  void nothingIsLeftOfItInTheDirectory() throws Exception {
    assertEquals("loaded\n", load(directory).output());
    assertEmpty();
  }

  @Test
  void manyMayLoadItAtOnceFromTheSameDirectory() throws Exception {
    List<Loading> loadings = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      loadings.add(load(directory));
    }
    for (Loading loading : loadings) {
      assertEquals("loaded\n", loading.output());
    }
    assertEmpty();
  }

  @Test
  void aDirectoryThatIsNotThereIsNamedWithWhatWouldHelp() throws Exception {
    Path missing = directory.resolve("missing");

    String output = load(missing).output();

    assertTrue(output.contains(missing.toString()), output);
    assertTrue(output.contains("-D" + NativeLibrary.DIRECTORY_PROPERTY), output);
  }

  @Test
  void oneThatMayNotBeWrittenIsToo() throws Exception {
    String output = load(Path.of("/proc")).output();

    assertTrue(output.contains("/proc: "), output);
  }

  @ParameterizedTest
  @ValueSource(strings = {"x86_64", "aarch64"})
  void itAsksForNoNewCLibrary(String processor) throws IOException {
    try (InputStream in =
        NativeLibrary.class.getResourceAsStream("/native/linux-" + processor + "/libtare.so")) {
      assumeTrue(in != null, "not built for " + processor);
      Matcher versions = GLIBC.matcher(new String(in.readAllBytes(), StandardCharsets.ISO_8859_1));
      int newest = 0;
      while (versions.find()) {
        newest = Math.max(newest, Integer.parseInt(versions.group(1)));
      }
      assertEquals(NEWEST_GLIBC_MINOR, newest);
    }
  }

  private record Loading(Process process) {
    String output() throws IOException {
      return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static Loading load(Path directory) throws IOException {
    return new Loading(
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-D" + NativeLibrary.DIRECTORY_PROPERTY + "=" + directory,
                "-cp",
                System.getProperty("java.class.path"),
                Loader.class.getName())
            .redirectErrorStream(true)
            .start());
  }

  private void assertEmpty() throws IOException {
    try (Stream<Path> children = Files.list(directory)) {
      assertEquals(List.of(), children.toList());
    }
  }

  /** Says what came of loading. */
  static final class Loader {
    private Loader() {}

    public static void main(String[] arguments) {
      System.out.println(NativeLibrary.load().orElse("loaded"));
    }
  }
}
