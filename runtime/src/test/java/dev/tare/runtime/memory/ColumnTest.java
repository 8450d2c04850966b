package dev.tare.runtime.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Numbers come back as they were set, wherever they stand, and so does the memory. */
class ColumnTest {
  private static final int LARGE = 100_000;

  private long before;

  @BeforeEach
  void takeNoteOfWhatOthersHave() {
    before = OffHeapMemory.taken();
  }

  @AfterEach
  void nothingMoreIsTaken() {
    assertEquals(before, OffHeapMemory.taken());
  }

  @Test
  void isZeroWhereNothingWasSet() {
    Column column = new Column(LARGE);
    for (int index : new int[] {-1, 0, LARGE - 1, LARGE, Integer.MAX_VALUE}) {
      assertEquals(0, column.get(index));
    }
    column.set(LARGE - 1, 0);
    assertEquals(before, OffHeapMemory.taken(), "zeros take nothing");
    column.set(70_000, 7);
    for (int index : new int[] {-1, 0, 69_999, 70_001, LARGE, Integer.MAX_VALUE}) {
      assertEquals(0, column.get(index));
    }
    assertEquals(7, column.get(70_000));
    column.free();
    assertEquals(0, column.get(70_000));
  }

  @Test
  void aSmallOneStaysInTheHeapAndALargeOneOutside() {
    Column small = new Column(1_000);
    small.set(999, 1);
    assertEquals(before, OffHeapMemory.taken());
    Column large = new Column(LARGE);
    large.set(0, 1);
    assertEquals(before + LARGE * 8L, OffHeapMemory.taken());
    large.free();
  }

  /** More than was expected: from the heap it moves outside, and to larger places there. */
  @Test
  void holdsAllNumbersWhileItGrows() {
    Column column = new Column(0);
    long[] expected = new long[3 * LARGE];
    SplittableRandom random = new SplittableRandom(42);
    for (int i = 0; i < expected.length; i += random.nextInt(1, 5)) {
      expected[i] = random.nextLong();
      column.set(i, expected[i] - 1);
      column.add(i, 1);
    }
    assertTrue(OffHeapMemory.taken() > before);
    for (int i = 0; i < expected.length; i++) {
      assertEquals(expected[i], column.get(i));
    }
    column.free();
    column.free();
    column.set(1, 11);
    assertEquals(11, column.get(1), "usable again, as at first");
  }

  @Test
  void placesThatAreNoneAreRefused() {
    Column column = new Column(LARGE);
    column.set(0, 1);
    assertThrows(IndexOutOfBoundsException.class, () -> column.set(-1, 1));
    assertThrows(IndexOutOfBoundsException.class, () -> column.set(Integer.MAX_VALUE, 1));
    column.free();
  }

  /** An eighth of the heap, at most: half of what call trees take. */
  @Test
  void whatFindsNoRoomOutsideStaysInTheHeap() {
    List<Column> columns = new ArrayList<>();
    int length = Math.toIntExact(TreeMemory.limit() / 2 / 10 / Long.BYTES);
    for (int i = 0; i < 11; i++) {
      Column column = new Column(length);
      column.set(length - 1, i + 1);
      columns.add(column);
    }
    assertTrue(OffHeapMemory.taken() <= TreeMemory.limit() / 2);
    for (int i = 0; i < columns.size(); i++) {
      assertEquals(i + 1, columns.get(i).get(length - 1));
      columns.get(i).free();
    }
  }

  @Test
  void whatIsForgottenIsGivenBackOnceItIsCollected() throws InterruptedException {
    forget();
    for (int tries = 0; OffHeapMemory.taken() > before && tries < 1_000; tries++) {
      System.gc();
      Thread.sleep(10); // The cleaner is another thread.
    }
  }

  private void forget() {
    new Column(LARGE).set(LARGE - 1, 1);
    assertEquals(before + LARGE * 8L, OffHeapMemory.taken());
  }
}
