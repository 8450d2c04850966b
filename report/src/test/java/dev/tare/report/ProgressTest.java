package dev.tare.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

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
