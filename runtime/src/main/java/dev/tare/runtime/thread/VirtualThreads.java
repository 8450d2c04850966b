package dev.tare.runtime.thread;

import dev.tare.runtime.internal.UnsafeAccess;
import org.jspecify.annotations.Nullable;

/** What JDKs from 21 on have, asked in a way that runs on earlier ones. */
public final class VirtualThreads {
  /** What all virtual threads are; null before JDK 21. */
  private static final @Nullable Class<?> ANY = classOf("java.lang.BaseVirtualThread");

  /** Those that run on carriers; null before JDK 21. */
  private static final @Nullable Class<?> ON_CARRIERS = classOf("java.lang.VirtualThread");

  private static final long CARRIER =
      ON_CARRIERS == null ? 0 : UnsafeAccess.UNSAFE.objectFieldOffset(ON_CARRIERS, "carrierThread");

  private VirtualThreads() {}

  private static @Nullable Class<?> classOf(String name) {
    try {
      return Class.forName(name, false, null);
    } catch (ClassNotFoundException e) {
      return null;
    }
  }

  static boolean isOne(Thread thread) {
    return ANY != null && ANY.isInstance(thread);
  }

  /** Not with {@code -XX:-VMContinuations}, where each has a thread of the system to itself. */
  static boolean isOnCarriers(Thread thread) {
    return thread.getClass() == ON_CARRIERS;
  }

  /** The carrier that a virtual thread is on; null if it is on none, or is no such thread. */
  public static @Nullable Thread carrier(Thread thread) {
    return isOnCarriers(thread)
        ? (Thread) UnsafeAccess.UNSAFE.getReferenceVolatile(thread, CARRIER)
        : null;
  }
}
