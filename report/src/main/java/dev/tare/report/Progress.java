package dev.tare.report;

import dev.tare.report.text.TextStyle;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongSupplier;

/** Says on a terminal how much of the input is read, once that takes more than two seconds. */
final class Progress implements AutoCloseable {
  private static final long SILENT_NANOS = 2_000_000_000;
  private static final long BETWEEN_NANOS = 200_000_000;
  private static final int BAR = 30;
  private static final Path STANDARD_OUTPUT = Path.of("/dev/fd/1");
  private static final Path STANDARD_ERROR = Path.of("/dev/fd/2");
  private static final String CLEAR_LINE = "\r\u001b[K";

  private final boolean isShown;
  private final long total;
  private final PrintWriter err;
  private final LongSupplier nanoTime;
  private final long started;
  private long read;
  private long nextNanos = SILENT_NANOS;
  private boolean isDrawn;

  /** Of so many bytes in all. */
  Progress(boolean isShown, long total, PrintWriter err, LongSupplier nanoTime) {
    this.isShown = isShown;
    this.total = total;
    this.err = err;
    this.nanoTime = nanoTime;
    started = nanoTime.getAsLong();
  }

  /** Of these files; silent where it is not known that a terminal shows standard error. */
  static Progress of(List<Path> files, PrintWriter err) {
    long total = 0;
    for (Path file : files) {
      // What cannot be read says so when it is read.
      total += file.toFile().length();
    }
    boolean isShown = TextStyle.isTerminal() && areOne(STANDARD_OUTPUT, STANDARD_ERROR);
    return new Progress(isShown, total, err, System::nanoTime);
  }

  /** Whether both are there and lead to the same: Java knows terminals of standard output alone. */
  static boolean areOne(Path output, Path error) {
    try {
      return Files.isSameFile(output, error);
    } catch (IOException e) {
      return false;
    }
  }

  /** Counts what is read of this stream. */
  InputStream count(InputStream stream) {
    return new FilterInputStream(stream) {
      @Override
      public int read() throws IOException {
        int value = in.read();
        add(value == -1 ? 0 : 1);
        return value;
      }

      @Override
      public int read(byte[] bytes, int from, int length) throws IOException {
        int count = in.read(bytes, from, length);
        add(Math.max(0, count));
        return count;
      }
    };
  }

  private void add(int bytes) {
    read += bytes;
    long passed = nanoTime.getAsLong() - started;
    if (isShown && passed >= nextNanos) {
      nextNanos = passed + BETWEEN_NANOS;
      isDrawn = true;
      double part = total <= 0 ? 0 : Math.min(1, (double) read / total);
      int filled = (int) (part * BAR);
      err.printf(
          "%sreading [%s%s] %3d%%",
          CLEAR_LINE, "#".repeat(filled), ".".repeat(BAR - filled), (int) (100 * part));
      err.flush();
    }
  }

  /** Takes the bar away. */
  @Override
  public void close() {
    if (isDrawn) {
      err.print(CLEAR_LINE);
      err.flush();
    }
  }
}
