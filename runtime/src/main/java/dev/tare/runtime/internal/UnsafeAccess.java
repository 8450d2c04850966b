package dev.tare.runtime.internal;

import jdk.internal.misc.Unsafe;

/**
 * The JDK's {@link Unsafe}: fences, atomic operations, fields by offset, memory outside the heap.
 */
public final class UnsafeAccess {
  public static final Unsafe UNSAFE = Unsafe.getUnsafe();

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
