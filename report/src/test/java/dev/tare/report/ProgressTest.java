package dev.tare.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgressTest {
  private final StringWriter err = new StringWriter();
  private long nanos;

  @Test
  void saysNothingInTheFirstTwoSeconds() throws IOException {
    read(true, 1_900_000_000L / 4);
    assertEquals("", err.toString());
  }

  @Test
  void showsABarAfterwardsAndTakesItAway() throws IOException {
    read(true, 1_000_000_000);
    assertEquals(
        "\r\u001b[Kreading [###############...............]  50%"
            + "\r\u001b[Kreading [######################........]  75%"
            + "\r\u001b[Kreading [##############################] 100%"
            + "\r\u001b[K",
        err.toString());
  }

  @Test
  void saysNothingWhereNobodyReads() throws IOException {
    read(false, 1_000_000_000);
    assertEquals("", err.toString());
  }

  @Test
  void standardErrorIsOnTheTerminalWhereItIsWhatStandardOutputIs(@TempDir Path folder)
      throws IOException {
    Path terminal = Files.createFile(folder.resolve("terminal"));
    Path log = Files.createFile(folder.resolve("log"));
    Path alsoTerminal = Files.createSymbolicLink(folder.resolve("2"), terminal);
    assertTrue(Progress.areOne(terminal, alsoTerminal));
    assertFalse(Progress.areOne(terminal, log));
    assertFalse(Progress.areOne(folder.resolve("fd-1"), folder.resolve("fd-2")));
  }

  /** Reads 40 bytes in four parts, each of which takes this long. */
  private void read(boolean isShown, long nanosEach) throws IOException {
    try (Progress progress = new Progress(isShown, 40, new PrintWriter(err), () -> nanos);
        InputStream in = progress.count(new ByteArrayInputStream(new byte[40]))) {
      for (int i = 0; i < 4; i++) {
        nanos += nanosEach;
        assertEquals(10, in.read(new byte[10]));
      }
    }
  }
}
