package dev.tare.report.export;

import de.siegmar.fastcsv.writer.CsvWriter;
import dev.tare.profile.Profile;
import dev.tare.report.view.ThreadPools;
import java.io.IOException;
import java.io.OutputStream;

/** Comma-separated values (RFC 4180): a line for each thread, or pool of threads. */
public final class ThreadsCsv {
  private ThreadsCsv() {}

  /** Writes the threads of a profile whose values are as in its file; leaves the stream open. */
  public static void write(Profile profile, OutputStream out) throws IOException {
    CsvRecords.write(out, csv -> writeThreads(profile, csv));
  }

  private static void writeThreads(Profile profile, CsvWriter csv) {
    String unit = profile.metric().unit();
    csv.writeRecord(
        "thread",
        "threads",
        "wall_" + unit,
        "running_" + unit,
        "waiting_ns",
        "no_processor_ns",
        "collections_ns",
        "calls",
        "calls_kind");
    String known = profile.threadsCallsKind().key();
    for (ThreadPools.Pool pool : ThreadPools.of(profile.threads())) {
      csv.writeRecord(
          pool.name(),
          Long.toString(pool.threads()),
          Long.toString(pool.wall()),
          Long.toString(pool.running()),
          Long.toString(pool.waiting()),
          Long.toString(pool.interruptions().switchedOutNanos()),
          Long.toString(pool.interruptions().collectedNanos()),
          Long.toString(pool.calls()),
          known);
    }
  }
}
