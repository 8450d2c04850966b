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

  /** In bytes. */
  private static final long LIMIT = Runtime.getRuntime().maxMemory() / SHARE;

  /** The limit with overflow parts, which begin only when trees are full. */
  private static final long LIMIT_WITH_OVERFLOW = LIMIT + LIMIT / SHARE;

  /** In its one place, the bytes that are taken. */
  private static final long[] TAKEN = new long[1];

  private static volatile boolean full;
  private static volatile boolean refused;
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
