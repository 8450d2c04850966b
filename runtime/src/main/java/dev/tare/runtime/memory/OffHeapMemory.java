package dev.tare.runtime.memory;

import dev.tare.runtime.internal.UnsafeAccess;
import java.lang.ref.Cleaner;
import jdk.internal.ref.CleanerFactory;
import org.jspecify.annotations.Nullable;

/**
 * A piece of memory outside the heap. All pieces together take at most half of what call trees may
 * take of the heap; an owner that gets none uses the heap, or does without.
 *
 * <p>A piece is given back when its owner says so. Where an owner was forgotten over an error, the
 * JVM's own cleaner does that once nobody can reach the owner any more.
 */
public final class OffHeapMemory implements Runnable {
  private static final long LIMIT = TreeMemory.limit() / 2;

  /** In its one place, the bytes that are taken. */
  private static final long[] TAKEN = new long[1];

  /** Where it begins; 0 as long as there is none. */
  long address;

  private final long bytes;
  private final Cleaner.Cleanable end;

  private OffHeapMemory(Object owner, long bytes) {
    this.bytes = bytes;
    end = CleanerFactory.cleaner().register(owner, this);
  }

  /** Some memory, of any content; null where there is none to be had. */
  static @Nullable OffHeapMemory take(Object owner, long bytes) {
    if (add(bytes) + bytes > LIMIT) {
      add(-bytes);
      return null;
    }
    try {
      OffHeapMemory memory = new OffHeapMemory(owner, bytes);
      memory.address = UnsafeAccess.UNSAFE.allocateMemory(bytes);
      return memory;
    } catch (OutOfMemoryError e) {
      add(-bytes);
      return null;
    }
  }

  /** A copy of these bytes; null where there is no memory to be had. */
  public static @Nullable OffHeapMemory copyOf(Object owner, byte[] bytes) {
    OffHeapMemory memory = take(owner, bytes.length);
    if (memory != null) {
      UnsafeAccess.UNSAFE.copyMemory(bytes, UnsafeAccess.BYTES, null, memory.address, bytes.length);
    }
    return memory;
  }

  /** A copy of what it holds. */
  public byte[] copy() {
    byte[] copy = new byte[(int) bytes];
    UnsafeAccess.UNSAFE.copyMemory(null, address, copy, UnsafeAccess.BYTES, bytes);
    return copy;
  }

  /** Gives it back. */
  void free() {
    end.clean();
  }

  /** What {@link #free} or the cleaner does, whichever comes first. */
  @Override
  public void run() {
    if (address != 0) {
      UnsafeAccess.UNSAFE.freeMemory(address);
      add(-bytes);
    }
  }

  private static long add(long bytes) {
    return UnsafeAccess.UNSAFE.getAndAddLong(TAKEN, UnsafeAccess.LONGS, bytes);
  }

  /** What all take now, in bytes. */
  public static long taken() {
    return UnsafeAccess.UNSAFE.getLongVolatile(TAKEN, UnsafeAccess.LONGS);
  }
}
