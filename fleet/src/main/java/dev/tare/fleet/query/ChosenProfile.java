package dev.tare.fleet.query;

import dev.tare.fleet.table.DataFile;
import dev.tare.profile.CallsKind;
import java.time.Instant;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;

/**
 * A profile of a selection.
 *
 * @param number in the table
 * @param version its label; "" where it has none
 * @param host where it was recorded
 * @param pid of which process
 * @param isSampled whether its mode is sampled
 * @param started when its window began
 * @param durationNanos length of the window
 * @param stretch number of the stretch in which it is summed up; null where it is in none
 * @param stretchProfiles profiles of that stretch; 0 where it is in none
 * @param samplePeriodNanos CPU time that each of its samples stands for; 0 where they do not all
 *     stand for the same; null where it has none
 * @param foldedCalls calls of nodes that were folded into their callers ({@code minshare}), which
 *     are in no row; null where no node was folded
 * @param bin the profiles with which it was written, as {@link DataFile#bin} has them
 */
record ChosenProfile(
    long number,
    String version,
    String host,
    long pid,
    boolean isSampled,
    Instant started,
    long durationNanos,
    @Nullable Long stretch,
    int stretchProfiles,
    @Nullable Long samplePeriodNanos,
    @Nullable Long foldedCalls,
    String bin) {

  /** What {@link #of} reads. */
  static final String[] COLUMNS = {
    "profile",
    "version",
    "host",
    "pid",
    "mode",
    "started",
    "duration_ns",
    "stretch",
    "stretch_profiles",
    "sample_period_ns",
    "folded_calls",
    "input_file_name() as file"
  };

  static ChosenProfile of(Row row) {
    return new ChosenProfile(
        row.<Long>getAs("profile"),
        row.getAs("version"),
        row.getAs("host"),
        row.<Long>getAs("pid"),
        row.getAs("mode").equals("sampled"),
        row.<Instant>getAs("started"),
        row.<Long>getAs("duration_ns"),
        row.getAs("stretch"),
        row.isNullAt(row.fieldIndex("stretch_profiles"))
            ? 0
            : row.<Integer>getAs("stretch_profiles"),
        row.getAs("sample_period_ns"),
        row.getAs("folded_calls"),
        DataFile.bin(row.<String>getAs("file")).intern());
  }

  /**
   * How well calls can be known at best, whatever rows say: of what was folded, none is counted.
   */
  CallsKind bestKind() {
    return foldedCalls == null ? CallsKind.EXACT : CallsKind.BOUNDED;
  }

  /** Its process, in words. */
  String jvm() {
    return host + " " + pid;
  }
}
