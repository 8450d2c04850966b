package dev.tare.counters;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Runs the tests that are written in C: see src/test/c. */
class CounterPageTest {
  private static final Path PROGRAM = Path.of("target", "c-tests", "counter_page_test");

  @Test
  void aPageMadeByHandIsReadAsTheKernelMeansIt() throws Exception {
    assumeTrue(Files.exists(PROGRAM), "there is no C compiler here");

    Process process =
        new ProcessBuilder(PROGRAM.toAbsolutePath().toString()).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertEquals("", output);
    assertEquals(0, process.waitFor());
  }
}
