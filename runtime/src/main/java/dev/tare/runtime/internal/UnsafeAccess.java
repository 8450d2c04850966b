package dev.tare.runtime.internal;

import jdk.internal.misc.Unsafe;

/**
 * The JDK's {@link Unsafe}: fences, atomic operations, fields by offset, memory outside the heap.
 */
public final class UnsafeAccess {
  public static final Unsafe UNSAFE = Unsafe.getUnsafe();

  /** Where the elements of such an array begin, in bytes. */
  public static final long BYTES = arrayConstant("ARRAY_BYTE_BASE_OFFSET");

  /** As {@link #BYTES}. */
  public static final long SHORTS = arrayConstant("ARRAY_SHORT_BASE_OFFSET");

  /** As {@link #BYTES}. */
  public static final long INTS = arrayConstant("ARRAY_INT_BASE_OFFSET");

  /** As {@link #BYTES}. */
  public static final long LONGS = arrayConstant("ARRAY_LONG_BASE_OFFSET");

  private UnsafeAccess() {}

  /**
   * A constant of {@link Unsafe} that is an {@code int} in some JDKs and a {@code long} in others.
   *
   * @param name of its field, {@code ARRAY_LONG_BASE_OFFSET} for example
   */
  public static long arrayConstant(String name) {
    try {
      return Unsafe.class.getField(name).getLong(null);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }
}
