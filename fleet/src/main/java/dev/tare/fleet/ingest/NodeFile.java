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
   * @param order of the rows, those of one path beside each other
   * @param owners the numbers in the table of profiles or stretches
   * @param tiers names of tiers; null where rows have none
   */
  void write(
      NodeBuffer rows, int[] order, PathTable paths, long[] owners, @Nullable List<Binary> tiers)
      throws IOException {
    if (order.length == 0) {
      return;
    }
    file.begin(order.length);
    file.text(service);
    file.text(hour);
    file.coded(place -> rows.owner(order[place]), owners);
    if (tiers != null) {
      file.texts(place -> rows.tier(order[place]), tiers);
    }
    writePaths(rows, order, paths);
    file.texts(place -> rows.kind(order[place]), KINDS);
    writeNumbers(rows, order);
    file.end();
  }

  private void writePaths(NodeBuffer rows, int[] order, PathTable paths) throws IOException {
    int[] codes = new int[order.length];
    long[] high = new long[Math.min(order.length, paths.size())];
    long[] low = new long[high.length];
    int used = 0;
    for (int place = 0; place < codes.length; place++) {
      int path = rows.path(order[place]);
      if (place == 0 || path != rows.path(order[place - 1])) {
        high[used] = paths.high(path);
        low[used++] = paths.low(path);
      }
      codes[place] = used - 1;
    }
    file.coded(place -> codes[place], Arrays.copyOf(high, used));
    file.coded(place -> codes[place], Arrays.copyOf(low, used));
  }

  private void writeNumbers(NodeBuffer rows, int[] order) throws IOException {
    long[] calls = rows.column(NodeBuffer.CALLS);
    long[] below = rows.column(NodeBuffer.BELOW);
    long[] above = rows.column(NodeBuffer.ABOVE);
    file.numbers(new OfCalls(rows, order, calls));
    file.numbers(
        new Known(order, below) {
          @Override
          public boolean has(int place) {
            return rows.kind(order[place]) > 0;
          }

          @Override
          public long get(int place) {
            return at(calls, order[place]) - super.get(place);
          }
        });
    file.numbers(
        new Known(order, above) {
          @Override
          public boolean has(int place) {
            return rows.hasCallsHigh(order[place]);
          }

          @Override
          public long get(int place) {
            return at(calls, order[place]) + super.get(place);
          }
        });
    file.numbers(new OfCalls(rows, order, rows.column(NodeBuffer.SELF)));
    file.numbers(new OfCalls(rows, order, rows.column(NodeBuffer.OVERHEAD)));
    file.numbers(new OfCalls(rows, order, rows.column(NodeBuffer.TOTAL)));
    file.numbers(
        new Known(order, rows.column(NodeBuffer.SAMPLES)) {
          @Override
          public boolean has(int place) {
            return rows.hasSamples(order[place]);
          }
        });
    for (int column = NodeBuffer.EXCEPTIONS; column <= NodeBuffer.TOTAL_WAITING; column++) {
      file.numbers(new Rare(order, rows.column(column)));
    }
  }

  private static long at(long[] column, int row) {
    return row < column.length ? column[row] : 0;
  }

  /** Numbers that are written where they are not 0. */
  private static class Rare implements ColumnFile.Numbers {
    private final int[] order;
    private final long[] column;

    Rare(int[] order, long[] column) {
      this.order = order;
      this.column = column;
    }

    @Override
    public boolean isEmpty() {
      return column.length == 0;
    }

    @Override
    public boolean has(int place) {
      return at(column, order[place]) != 0;
    }

    @Override
    public long get(int place) {
      return at(column, order[place]);
    }
  }

  /** Numbers that are written even where they are 0. */
  private abstract static class Known extends Rare {
    Known(int[] order, long[] column) {
      super(order, column);
    }

    @Override
    public boolean isEmpty() {
      return false;
    }

    @Override
    public abstract boolean has(int place);
  }

  /** Numbers that each row of a tree of calls has. */
  private static final class OfCalls extends Known {
    private final NodeBuffer rows;
    private final int[] order;

    OfCalls(NodeBuffer rows, int[] order, long[] column) {
      super(order, column);
      this.rows = rows;
      this.order = order;
    }

    @Override
    public boolean has(int place) {
      return rows.hasCalls(order[place]);
    }
  }
}
