package dev.tare.report.export;

import de.siegmar.fastcsv.writer.CsvWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** Comma-separated values (RFC 4180). */
final class CsvRecords {
  private CsvRecords() {}

  /**
   * Writes records, and leaves the stream open.
   *
   * @throws IOException where the stream has one, which the library wraps
   */
  static void write(OutputStream out, Consumer<CsvWriter> records) throws IOException {
    Writer text = new OutputStreamWriter(out, StandardCharsets.UTF_8);
    CsvWriter csv = CsvWriter.builder().build(text);
    try {
      records.accept(csv);
      csv.flush();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    text.flush();
  }
}
