package dev.tare.runtime.memory;

import dev.tare.runtime.internal.UnsafeAccess;
import org.jspecify.annotations.Nullable;

/**
 * How much of the heap all call trees take together: a share of it at most, and nothing more once
 * the heap was found full. An application that is short of memory needs it more than its profile
 * does.
 */
public final class TreeMemory {
  /** Trees take this share of the heap that the JVM may have. */
  private static final int SHARE = 4;

  private static final Runtime RUNTIME = Runtime.getRuntime();

  /** In bytes. */
  private static final long MAX_HEAP = RUNTIME.maxMemory();

  /** In bytes. */
  private static final long LIMIT = MAX_HEAP / SHARE;

  /** What is left to the application where an {@link OutOfMemoryError} is fatal, in bytes. */
  private static final long RESERVE = MAX_HEAP / 16;

  /** The limit with overflow parts, which begin only when trees are full. */
  private static final long LIMIT_WITH_OVERFLOW = LIMIT + LIMIT / SHARE;

  /** In its one place, the bytes that are taken. */
  private static final long[] TAKEN = new long[1];

  private static volatile boolean full;
  private static volatile boolean refused;
  private static volatile boolean errorIsFatal;
  private static volatile @Nullable ScarcityListener scarcityListener;

  private TreeMemory() {}

  /** Told when half of what trees may take is taken, within a probe. */
  public interface ScarcityListener {
    void memoryIsScarce();
  }

  /** Says who is to be told; at once, if it is so already. */
  public static void listen(ScarcityListener listener) {
    scarcityListener = listener;
    if (isScarce()) {
      listener.memoryIsScarce();
    }
  }

  /**
   * Whether a tree may take so many bytes more. They are taken then.
   *
   * @param inOverflow whether for an overflow part: these may take more
   */
  public static boolean take(long bytes, boolean inOverflow) {
    if (full) {
      return false;
    }
    if (takeAnyway(bytes) + bytes <= (inOverflow ? LIMIT_WITH_OVERFLOW : LIMIT)) {
      return true;
    }
    giveBack(bytes);
    refused = true;
    return false;
  }

  /** From here on the JVM acts on an {@link OutOfMemoryError} before anything can catch it. */
  public static void errorIsFatal() {
    errorIsFatal = true;
  }

  /**
   * Whether an array of so many bytes may be allocated. Where an {@link OutOfMemoryError} is fatal,
   * the heap must have room for two, since its generations have not all of it, and a reserve. What
   * is free is known after a collection only. If that leaves less than twice as much, {@linkplain
   * #heapIsFull the heap is full}: otherwise there might be a collection each time.
   */
  public static boolean isRoomFor(long bytes) {
    long needed = 2 * bytes + RESERVE;
    if (!errorIsFatal || freeHeap() >= needed) {
      return true;
    }
    RUNTIME.gc();
    if (freeHeap() < 2 * needed) {
      heapIsFull();
      return false;
    }
    return true;
  }

  /**
   * Whether so many bytes can be had without a collection that may be in vain: the heap was never
   * found full, or has room again. An attempt at each call would be a collection at each call.
   */
  public static boolean isFree(long bytes) {
    return !full || freeHeap() >= 2 * bytes + RESERVE;
  }

  private static long freeHeap() {
    return MAX_HEAP - RUNTIME.totalMemory() + RUNTIME.freeMemory();
  }

  /** Takes bytes that no recorder can do without, and returns how many were taken before. */
  public static long takeAnyway(long bytes) {
    long before = add(bytes);
    if (before <= LIMIT / 2 && isScarce()) {
      ScarcityListener listener = scarcityListener;
      if (listener != null) {
        listener.memoryIsScarce();
      }
    }
    return before;
  }

  /** Gives bytes back, which others may take again. */
  public static void giveBack(long bytes) {
    add(-bytes);
  }

  private static long add(long bytes) {
    return UnsafeAccess.UNSAFE.getAndAddLong(TAKEN, UnsafeAccess.LONGS, bytes);
  }

  /** The heap has no room: from here on no tree grows, in whatever thread. */
  public static void heapIsFull() {
    full = true;
  }

  /** Whether half of what may be taken is. */
  public static boolean isScarce() {
    return taken() > LIMIT / 2;
  }

  /** Whether the heap was found full, and recording of new call paths was given up. */
  public static boolean wasFull() {
    return full;
  }

  /** Whether a tree was refused more, since all have taken {@link #limit} together. */
  public static boolean wasRefused() {
    return refused;
  }

  /** What all trees may take together, in bytes. */
  public static long limit() {
    return LIMIT;
  }

  /** What they take now, in bytes. */
  public static long taken() {
    return UnsafeAccess.UNSAFE.getLongVolatile(TAKEN, UnsafeAccess.LONGS);
  }
}
