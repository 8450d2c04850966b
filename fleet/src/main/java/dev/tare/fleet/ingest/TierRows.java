package dev.tare.fleet.ingest;

import dev.tare.profile.MethodInfo;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.parquet.io.api.Binary;

/**
 * What was recorded of each method, called or not: a row for profiles that follow each other and
 * have it alike.
 */
final class TierRows {
  private final PathTable paths;
  private final Binary service;
  private final Binary hour;

  /** By the methods' numbers in the table of paths. */
  private final List<List<Run>> runs = new ArrayList<>();

  TierRows(PathTable paths, String service, String hour) {
    this.paths = paths;
    this.service = Binary.fromString(service);
    this.hour = Binary.fromString(hour);
  }

  private static final class Run {
    private final MethodInfo info;
    private final long first;
    private long last;

    Run(MethodInfo info, long profile) {
      this.info = info;
      first = profile;
      last = profile;
    }

    boolean isOf(MethodInfo other) {
      return info.tier().equals(other.tier())
          && info.line() == other.line()
          && Objects.equals(info.file(), other.file())
          && info.origin().equals(other.origin());
    }
  }

  /**
   * Adds a profile's methods; numbers of profiles rise.
   *
   * @param numbers the numbers of its methods in the table of paths
   */
  void add(long profile, List<MethodInfo> methods, int[] numbers) {
    for (int i = 0; i < numbers.length; i++) {
      while (runs.size() <= numbers[i]) {
        runs.add(new ArrayList<>(1));
      }
      add(profile, methods.get(i), runs.get(numbers[i]));
    }
  }

  private static void add(long profile, MethodInfo method, List<Run> known) {
    for (int i = known.size() - 1; i >= 0; i--) {
      Run run = known.get(i);
      if (run.last >= profile - 1 && run.isOf(method)) {
        run.last = profile;
        return;
      }
    }
    known.add(new Run(method, profile));
  }

  /** Writes all rows. */
  void writeTo(RowFile<Row> file) throws IOException {
    for (int method = 0; method < runs.size(); method++) {
      for (Run run : runs.get(method)) {
        file.write(new Row(this, paths.methodHash(method), run));
      }
    }
  }

  /** A row. */
  record Row(TierRows of, Hash method, Run run) {
    /** In the order of the schema. */
    void write(RowFile.Fields fields) {
      fields.put(0, of.service);
      fields.put(1, of.hour);
      fields.put(2, run.first);
      fields.put(3, run.last);
      fields.put(4, method.high());
      fields.put(5, method.low());
      fields.put(6, Binary.fromString(run.info.tier()));
      if (run.info.file() != null) {
        fields.put(7, Binary.fromString(run.info.file()));
      }
      fields.put(8, run.info.line());
      fields.put(9, Binary.fromString(run.info.origin()));
    }
  }
}
