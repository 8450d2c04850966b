package dev.tare.fleet.ingest;

import dev.tare.profile.CallsKind;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.parquet.io.api.Binary;
import org.jspecify.annotations.Nullable;

/** Writes the rows of a {@link NodeBuffer}, in the order of {@link Schemas}. */
final class NodeFile {
  private static final List<Binary> KINDS =
      Arrays.stream(CallsKind.values()).map(kind -> Binary.fromString(kind.key())).toList();

  private final ColumnFile file;
  private final Binary service;
  private final Binary hour;

  NodeFile(ColumnFile file, String service, String hour) {
    this.file = file;
    this.service = Binary.fromString(service);
    this.hour = Binary.fromString(hour);
  }

  /**
   * Writes all rows.
   *
   * @param rows those of one path beside each other
   * @param owners the numbers in the table of profiles or stretches
   * @param tiers names of tiers; null where rows have none
   */
  void write(NodeBuffer rows, PathTable paths, long[] owners, @Nullable List<Binary> tiers)
      throws IOException {
    int size = rows.size();
    if (size == 0) {
      return;
    }
    int[] codes = new int[size];
    file.begin(size);
    file.text(service);
    file.text(hour);
    Arrays.setAll(codes, rows::owner);
    file.coded(codes, owners);
    if (tiers != null) {
      Arrays.setAll(codes, rows::tier);
      file.texts(codes, tiers);
    }
    writePaths(rows, codes, paths);
    Arrays.setAll(codes, rows::callsKind);
    file.texts(codes, KINDS);
    writeNumbers(rows);
    file.end();
  }

  private void writePaths(NodeBuffer rows, int[] codes, PathTable paths) throws IOException {
    long[] high = new long[Math.min(codes.length, paths.size())];
    long[] low = new long[high.length];
    int used = 0;
    for (int row = 0; row < codes.length; row++) {
      int path = rows.path(row);
      if (row == 0 || path != rows.path(row - 1)) {
        high[used] = paths.high(path);
        low[used++] = paths.low(path);
      }
      codes[row] = used - 1;
    }
    file.coded(codes, Arrays.copyOf(high, used));
    file.coded(codes, Arrays.copyOf(low, used));
  }

  private void writeNumbers(NodeBuffer rows) throws IOException {
    boolean[] hasCalls = rows.hasCalls();
    boolean[] hasBounds = rows.hasCallsLow();
    long[] calls = rows.column(NodeBuffer.CALLS);
    file.numbers(calls, hasCalls);
    file.numbers(sums(calls, -1, rows.column(NodeBuffer.BELOW), hasBounds), hasBounds);
    hasBounds = rows.hasCallsHigh();
    file.numbers(sums(calls, 1, rows.column(NodeBuffer.ABOVE), hasBounds), hasBounds);
    file.numbers(rows.column(NodeBuffer.SELF), hasCalls);
    file.numbers(rows.column(NodeBuffer.OVERHEAD), hasCalls);
    file.numbers(rows.column(NodeBuffer.TOTAL), hasCalls);
    file.numbers(rows.column(NodeBuffer.SAMPLES), rows.hasSamples());
    for (int column = NodeBuffer.EXCEPTIONS; column <= NodeBuffer.TOTAL_WAITING; column++) {
      file.numbers(rows.column(column), rows.isNotZero(column));
    }
  }

  /** What is in both, where it is asked for; columns of zeros are empty. */
  private static long[] sums(long[] values, int sign, long[] others, boolean[] has) {
    long[] sums = new long[has.length];
    for (int row = 0; row < has.length; row++) {
      if (has[row]) {
        long value = row < values.length ? values[row] : 0;
        sums[row] = row < others.length ? value + sign * others[row] : value;
      }
    }
    return sums;
  }
}
