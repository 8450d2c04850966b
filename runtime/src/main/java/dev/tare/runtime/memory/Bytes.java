package dev.tare.runtime.memory;

import dev.tare.runtime.internal.UnsafeAccess;
import java.lang.ref.Reference;

/**
 * Bytes, one after the other, that are added at the end.
 *
 * <p>For one thread at a time.
 */
public final class Bytes extends GrowingMemory {
  private int length;

  /** How many there are. */
  public int length() {
    return length;
  }

  /**
   * One of them.
   *
   * @throws IndexOutOfBoundsException where it was not added
   */
  public byte get(int index) {
    check(index, 1);
    try {
      return UnsafeAccess.UNSAFE.getByte(array, first + index);
    } finally {
      Reference.reachabilityFence(this); // Its memory is not to be given back before.
    }
  }

  /**
   * Adds some.
   *
   * @throws ArithmeticException where there would be more than an {@code int} counts
   */
  public void add(byte[] bytes) {
    int now = Math.addExact(length, bytes.length);
    reserve(now, length);
    try {
      UnsafeAccess.UNSAFE.copyMemory(
          bytes, UnsafeAccess.BYTES, array, first + length, bytes.length);
    } finally {
      Reference.reachabilityFence(this);
    }
    length = now;
  }

  /**
   * A copy of some of them.
   *
   * @throws IndexOutOfBoundsException where not all of them were added
   */
  public byte[] copy(int from, int count) {
    check(from, count);
    byte[] copy = new byte[count];
    try {
      UnsafeAccess.UNSAFE.copyMemory(array, first + from, copy, UnsafeAccess.BYTES, count);
    } finally {
      Reference.reachabilityFence(this);
    }
    return copy;
  }

  private void check(int from, int count) {
    if (from < 0 || count < 0 || from > length - count) {
      throw new IndexOutOfBoundsException(from);
    }
  }
}
