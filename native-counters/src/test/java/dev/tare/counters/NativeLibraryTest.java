package dev.tare.counters;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tare.runtime.clock.NativeReading;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
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

  /** A file server keeps a mapped file that is deleted, under a name like this one. */
  @Test
  void itIsLoadedThoughItsDirectoryCannotBeDeleted() throws Exception {
    assertEquals("loaded\n", load(directory, "leave").output());
  }

  @Test
  void whatCannotBeDeletedHidesNoError() throws Exception {
    String output = load(directory, "leave", "refuse").output();

    assertTrue(output.contains("libtare.so: failed to map segment"), output);
  }

  /** Statistics of one run are no use to the next where the reason is another one. */
  @Test
  void theReasonIsTheSameInEachRun() throws Exception {
    String first = load(directory, "refuse").output();
    String second = load(directory, "refuse").output();

    assertEquals(first, second);
    assertEquals(
        directory.toRealPath()
            + ": libtare.so: libtare.so: failed to map segment from shared object; would help: a directory that"
            + " may be written and run from, named with -Dtare.native.directory\n",
        first);
    assertEquals(
        load(Path.of("/proc")).output(), load(Path.of("/proc")).output(), "no new directory");
  }

  /** As on musl: no other directory helps, and none is tried. */
  @Test
  void whereTheCLibraryLacksASymbolAnotherOneHelps() throws Exception {
    assertEquals(
        "Error relocating libtare.so: __cxa_thread_atexit_impl: symbol not found;"
            + " would help: run on glibc, 2.18 or later\n",
        load(directory, "lack").output());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "libtare.so: undefined symbol: getauxval",
        "/lib/x86_64-linux-gnu/libc.so.6: version `GLIBC_2.18' not found (required by libtare.so)",
        "Error loading shared library libdl.so.2: No such file or directory (needed by libtare.so)",
        "libdl.so.2: cannot open shared object file: No such file or directory",
      })
  void whatLinkersSayOfTheCLibraryIsTold(String refusal) {
    assertEquals(MissingLibrary.Cause.C_LIBRARY, MissingLibrary.of(refusal).cause());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Error loading shared library /tmp/tare/libtare.so: Operation not permitted",
        "/tmp/tare/libtare.so: cannot open shared object file: Permission denied",
        "/tmp/tare/libtare.so: failed to map segment from shared object",
      })
  void whatLinkersSayOfTheDirectoryIsTold(String refusal) {
    assertEquals(MissingLibrary.Cause.DIRECTORY, MissingLibrary.of(refusal).cause());
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

  private static Loading load(Path directory, String... faults) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-D" + NativeLibrary.DIRECTORY_PROPERTY + "=" + directory);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Loader.class.getName()));
    command.addAll(List.of(faults));
    return new Loading(new ProcessBuilder(command).redirectErrorStream(true).start());
  }

  private void assertEmpty() throws IOException {
    try (Stream<Path> children = Files.list(directory)) {
      assertEquals(List.of(), children.toList());
    }
  }

  /** Says what came of loading, with the faults that it is told. */
  static final class Loader {
    private Loader() {}

    public static void main(String[] faults) {
      List<String> wanted = List.of(faults);
      System.out.println(
          NativeLibrary.load(file -> load(file, wanted))
              .map(MissingLibrary::text)
              .orElse("loaded"));
    }

    private static void load(String file, List<String> faults) {
      if (faults.contains("leave")) {
        try {
          Files.createFile(Path.of(file).resolveSibling(".nfs0001"));
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
      if (faults.contains("lack")) {
        throw new UnsatisfiedLinkError(
            "Error relocating " + file + ": __cxa_thread_atexit_impl: symbol not found");
      }
      if (faults.contains("refuse")) {
        throw new UnsatisfiedLinkError(
            file + ": " + file + ": failed to map segment from shared object");
      }
      NativeReading.load(file);
    }
  }
}
