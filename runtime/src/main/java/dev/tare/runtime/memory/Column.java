package dev.tare.runtime.memory;

import dev.tare.runtime.internal.UnsafeAccess;
import java.lang.ref.Reference;

/**
 * One number per index, 0 where none was set. Holds numbers only up to the last that is not 0.
 *
 * <p>For one thread at a time.
 */
public final class Column extends GrowingMemory {
  private final int expected;
  private int length;

  /**
   * A column of zeros.
   *
   * @param expected how many numbers there will be, if there are any
   */
  public Column(int expected) {
    this.expected = expected;
  }

  /** A column of these numbers. */
  public static Column of(long[] numbers) {
    Column column = new Column(numbers.length);
    for (int index = numbers.length - 1; index >= 0; index--) {
      column.set(index, numbers[index]);
    }
    return column;
  }

  /** The first so many numbers. */
  public long[] numbers(int count) {
    long[] numbers = new long[count];
    for (int index = 0; index < count; index++) {
      numbers[index] = get(index);
    }
    return numbers;
  }

  /** The number at an index. */
  public long get(int index) {
    if (index < 0 || index >= length) {
      return 0;
    }
    try {
      return UnsafeAccess.UNSAFE.getLong(array, place(index));
    } finally {
      Reference.reachabilityFence(this); // Its memory is not to be given back before.
    }
  }

  /**
   * Sets the number at an index.
   *
   * @param index 0 or more
   */
  public void set(int index, long value) {
    if (index < 0 || index >= length) {
      if (value == 0) {
        return;
      }
      lengthen(index);
    }
    try {
      UnsafeAccess.UNSAFE.putLong(array, place(index), value);
    } finally {
      Reference.reachabilityFence(this);
    }
  }

  /** Adds to the number at an index. */
  public void add(int index, long value) {
    set(index, get(index) + value);
  }

  private long place(int index) {
    return first + (long) index * Long.BYTES;
  }

  private void lengthen(int index) {
    if (index < 0 || index == Integer.MAX_VALUE) {
      throw new IndexOutOfBoundsException(index);
    }
    int now = index + 1;
    reserve((long) Math.max(now, expected) * Long.BYTES, (long) length * Long.BYTES);
    for (int i = length; i < now; i++) {
      UnsafeAccess.UNSAFE.putLong(array, place(i), 0);
    }
    length = now;
  }

  /** Makes it a column of zeros that takes no memory. */
  @Override
  public void free() {
    super.free();
    length = 0;
  }
}
