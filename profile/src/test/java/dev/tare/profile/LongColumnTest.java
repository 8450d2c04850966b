package dev.tare.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LongColumnTest {

  @Test
  void whatWasNotSetIsZero() {
    LongColumn column = new LongColumn();
    assertEquals(0, column.get(0));
    column.set(100_000, 0);
    assertEquals(0, column.get(100_000));
    column.set(9000, 7);
    assertEquals(
        List.of(0L, 7L, 0L), List.of(column.get(8999), column.get(9000), column.get(9001)));
  }

  @Test
  void holdsEveryLongInAnyOrder() {
    Random random = new Random(42);
    LongColumn column = new LongColumn();
    Map<Integer, Long> expected = new HashMap<>();
    for (int i = 0; i < 200_000; i++) {
      int index = random.nextInt(50_000);
      long value = random.nextLong() >> random.nextInt(64);
      column.set(index, value);
      expected.put(index, value);
    }
    expected.forEach((index, value) -> assertEquals(value, column.get(index)));
  }

  @Test
  void allNumbersAreThoseOneByOne() {
    Random random = new Random(43);
    LongColumn column = new LongColumn();
    for (int i = 0; i < 4000; i++) {
      // Blocks of each width, of zeros alone, and a last one that is not full.
      int index = random.nextInt(30_000);
      if (index >>> 12 != 2) {
        column.set(index, random.nextLong() >> (8 * (index >>> 12)));
      }
    }
    for (int[] range : new int[][] {{0, 30_000}, {5000, 20_000}, {8192, 5000}, {29_000, 20_000}}) {
      long[] values = column.values(range[0], range[1]);
      assertEquals(range[1], values.length);
      for (int i = 0; i < values.length; i++) {
        assertEquals(column.get(range[0] + i), values[i]);
      }
    }
    assertEquals(0, column.values(8192, 4096).length);
  }

  @Test
  void theLimitsOfEachWidthAreHeld() {
    LongColumn column = new LongColumn();
    List<Long> limits =
        List.of(127L, 128L, -128L, -129L, 32_767L, 32_768L, -32_769L, 1L << 31, Long.MIN_VALUE);
    for (int i = 0; i < limits.size(); i++) {
      column.set(i, limits.get(i));
      for (int before = 0; before <= i; before++) {
        assertEquals(limits.get(before), column.get(before));
      }
    }
  }
}
