package dev.tare.runtime;

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

  private static final long TAKEN_OFFSET = Recorders.arrayConstant("ARRAY_LONG_BASE_OFFSET");

  /** In its one place, the bytes that are taken. */
  private static final long[] TAKEN = new long[1];

  private static volatile boolean full;
  private static volatile boolean refused;

  private TreeMemory() {}

  /** Whether a tree may take so many bytes more. They are taken then. */
  static boolean take(long bytes) {
    if (full) {
      return false;
    }
    if (takeAnyway(bytes) + bytes <= LIMIT) {
      return true;
    }
    giveBack(bytes);
    refused = true;
    return false;
  }

  /** Takes bytes that no recorder can do without, and returns how many were taken before. */
  static long takeAnyway(long bytes) {
    long before = add(bytes);
    if (before <= LIMIT / 2 && isScarce()) {
      EndedThreads.seek();
    }
    return before;
  }

  /** Bytes that are another's to take again. */
  static void giveBack(long bytes) {
    add(-bytes);
  }

  private static long add(long bytes) {
    return ThreadRecorder.UNSAFE.getAndAddLong(TAKEN, TAKEN_OFFSET, bytes);
  }

  /** The heap has no room: from here on no tree grows, in whatever thread. */
  static void heapIsFull() {
    full = true;
  }

  /** Whether half of what may be taken is. */
  static boolean isScarce() {
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
    return ThreadRecorder.UNSAFE.getLongVolatile(TAKEN, TAKEN_OFFSET);
  }
}
