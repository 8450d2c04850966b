package dev.tare.runtime.memory;

import dev.tare.runtime.internal.UnsafeAccess;
import org.jspecify.annotations.Nullable;

/**
 * A piece of memory that grows. Where it is large it stands outside the heap while there is {@link
 * OffHeapMemory}: a tree of a million nodes is read into tens of megabytes, and arrays of such a
 * size are what makes a collector stop the program. G1 begins a collection when they lift the heap
 * over a mark, and others copy them from one generation to the next.
 *
 * <p>For one thread at a time.
 */
abstract class GrowingMemory {
  /** In bytes, too much for the heap: G1 takes half a megabyte for large, or more. */
  private static final int LARGE = 1 << 18;

  private static final long[] NO_ARRAY = {};

  /** Null where it stands outside the heap. */
  long @Nullable [] array = NO_ARRAY;

  /** Where the first byte stands: in the array, or in memory. */
  long first = UnsafeAccess.LONGS;

  /** Of {@link #array}, or null. */
  private @Nullable OffHeapMemory memory;

  /** In bytes. */
  private long capacity;

  /**
   * Makes room for so many bytes, or more.
   *
   * @param used bytes to keep; those after them have any value
   */
  final void reserve(long bytes, long used) {
    if (bytes > capacity) {
      grow(Math.max(bytes, capacity + (capacity >> 1)), used);
    }
  }

  private void grow(long wanted, long used) {
    OffHeapMemory outside = wanted < LARGE ? null : OffHeapMemory.take(this, wanted);
    long[] inside = outside == null ? new long[longs(wanted)] : null;
    long begin = outside == null ? UnsafeAccess.LONGS : outside.address;
    UnsafeAccess.UNSAFE.copyMemory(array, first, inside, begin, used);
    freeMemory();
    array = inside;
    memory = outside;
    first = begin;
    capacity = wanted;
  }

  private static int longs(long bytes) {
    return Math.toIntExact((bytes + Long.BYTES - 1) / Long.BYTES);
  }

  private void freeMemory() {
    OffHeapMemory outside = memory;
    if (outside != null) {
      outside.free();
    }
  }

  /** Gives all memory back. */
  public void free() {
    freeMemory();
    array = NO_ARRAY;
    memory = null;
    first = UnsafeAccess.LONGS;
    capacity = 0;
  }
}
