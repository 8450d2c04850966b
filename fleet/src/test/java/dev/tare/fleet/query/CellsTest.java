package dev.tare.fleet.query;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tare.profile.CallsKind;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.catalyst.expressions.GenericRowWithSchema;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;

class CellsTest {
  private static final StructType TIERS =
      StructType.fromDDL(
          "method_high bigint, method_low bigint, class string, method string,"
              + " descriptor string, file string, line int, tier string, origin string,"
              + " profiles bigint, sampled bigint");
  private static final int METHODS = 12;
  private static final int PERIODS = 6;

  private static MethodList methods() {
    List<Row> rows = new ArrayList<>();
    for (long i = 0; i < METHODS; i++) {
      Object[] values = {i, i, "com.acme.Order", "m" + i, "()V", null, 0, "timed", "", 1L, 0L};
      rows.add(new GenericRowWithSchema(values, TIERS));
    }
    return new MethodList(rows, false, List.of());
  }

  /** Adds a period: each method has some nanoseconds of each call of the first. */
  private static void add(Cells cells, int side, int period, long anchors) {
    int cell = cells.add(side);
    cells.addSeconds(cell, 60);
    for (long method = 0; method < METHODS; method++) {
      long slower = side == 1 && method == 7 ? 2 : 1;
      long self = 100 * slower * (100 + (period * method) % 5);
      cells.add(
          List.of(
              RowFactory.create(
                  cell,
                  method,
                  method,
                  self,
                  method == 0 ? anchors : 1L,
                  CallsKind.EXACT.number(),
                  0L)));
    }
  }

  private static Comparison seventh(boolean hasIdle) throws Exception {
    Cells cells = new Cells(methods(), CallsKind.EXACT, new BitSet(), 0);
    for (int side = 0; side < 2; side++) {
      for (int period = 0; period < PERIODS; period++) {
        add(cells, side, period, 10);
      }
    }
    if (hasIdle) {
      add(cells, 0, 0, 0);
    }
    List<Comparison> all = cells.compare("com.acme.Order#m0", false);
    assertEquals(PERIODS, cells.count(0));
    return all.get(7);
  }

  @Test
  void aPeriodWithoutACallOfTheAnchorChangesNothing() throws Exception {
    Comparison without = seventh(false);
    assertEquals("slower", without.verdict());
    assertEquals(without, seventh(true));
  }
}
