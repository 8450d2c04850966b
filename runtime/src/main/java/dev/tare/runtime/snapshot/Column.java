package dev.tare.runtime.snapshot;

import dev.tare.runtime.internal.UnsafeAccess;
import java.lang.ref.Reference;
import org.jspecify.annotations.Nullable;

/**
 * One number per node, 0 where none was set. Holds no more than reaches to the last that is not 0.
 *
 * <p>Large columns stand outside the heap while there is {@link OffHeapMemory}: a tree of a million
 * nodes is read into tens of megabytes, and arrays of such a size are what makes a collector stop
 * the program. G1 begins a collection when they lift the heap over a mark, and others copy them
 * from one generation to the next.
 *
 * <p>For one thread at a time.
 */
public final class Column {
  /** Numbers that are too many for the heap: G1 takes half a megabyte for large, or more. */
  private static final int LARGE = 1 << 15;

  private static final long[] NO_ARRAY = {};

  private final int expected;

  /** Null where the column stands outside the heap. */
  private long @Nullable [] array = NO_ARRAY;

  /** Of {@link #array}, or null. */
  private @Nullable OffHeapMemory memory;

  /** Where the first number stands: in the array, or in memory. */
  private long first = UnsafeAccess.LONGS;

  private int capacity;
  private int length;

  /**
   * A column of zeros.
   *
   * @param expected how many numbers there will be, if there are any
   */
  public Column(int expected) {
    this.expected = expected;
  }

  /** The number of a node. */
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
   * Sets the number of a node.
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

  /** Adds to the number of a node. */
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
    if (now > capacity) {
      grow(Math.max(Math.max(now, expected), capacity + (capacity >> 1)));
    }
    for (int i = length; i < now; i++) {
      UnsafeAccess.UNSAFE.putLong(array, place(i), 0);
    }
    length = now;
  }

  private void grow(int wanted) {
    long bytes = (long) wanted * Long.BYTES;
    OffHeapMemory outside = wanted < LARGE ? null : OffHeapMemory.take(this, bytes);
    long[] inside = outside == null ? new long[wanted] : null;
    long begin = outside == null ? UnsafeAccess.LONGS : outside.address;
    UnsafeAccess.UNSAFE.copyMemory(array, first, inside, begin, (long) length * Long.BYTES);
    freeMemory();
    array = inside;
    memory = outside;
    first = begin;
    capacity = wanted;
  }

  private void freeMemory() {
    OffHeapMemory outside = memory;
    if (outside != null) {
      outside.free();
    }
  }

  /** Makes it a column of zeros that takes no memory. */
  public void free() {
    freeMemory();
    array = NO_ARRAY;
    memory = null;
    first = UnsafeAccess.LONGS;
    capacity = 0;
    length = 0;
  }
}
