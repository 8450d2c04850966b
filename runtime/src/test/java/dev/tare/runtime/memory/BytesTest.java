package dev.tare.runtime.memory;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class BytesTest {
  private static final int MANY = 1_000_000;

  private final Bytes bytes = new Bytes();

  /** From the heap they move outside, and to larger places there. */
  @Test
  void areAsTheyWereAdded() {
    byte[] expected = new byte[MANY];
    SplittableRandom random = new SplittableRandom(42);
    random.nextBytes(expected);
    for (int from = 0; from < MANY; from = bytes.length()) {
      int to = Math.min(MANY, from + random.nextInt(100));
      bytes.add(Arrays.copyOfRange(expected, from, to));
      assertEquals(to, bytes.length());
    }
    assertArrayEquals(expected, bytes.copy(0, MANY));
    assertArrayEquals(Arrays.copyOfRange(expected, 5, 5 + 77), bytes.copy(5, 77));
    for (int i = 0; i < MANY; i++) {
      assertEquals(expected[i], bytes.get(i));
    }
    long taken = OffHeapMemory.taken();
    bytes.free();
    assertTrue(taken - OffHeapMemory.taken() >= MANY);
  }

  @Test
  void othersAreNone() {
    bytes.add(new byte[3]);
    assertThrows(IndexOutOfBoundsException.class, () -> bytes.get(3));
    assertThrows(IndexOutOfBoundsException.class, () -> bytes.get(-1));
    assertThrows(IndexOutOfBoundsException.class, () -> bytes.copy(1, 3));
    assertThrows(IndexOutOfBoundsException.class, () -> bytes.copy(1, -1));
    assertEquals(0, bytes.copy(3, 0).length);
  }
}
