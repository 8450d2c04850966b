package dev.tare.runtime.calibration;

import dev.tare.runtime.config.Settings;
import dev.tare.runtime.internal.UnsafeAccess;
import org.jspecify.annotations.Nullable;

/**
 * JPROF's {@code WARMUPDELAY}: the calibration's warm-up begins when so many instrumented methods
 * have been compiled, as far as their calls are seen to run compiled code. Before that a run is
 * interpreted, and says nothing of how the rest of it will be.
 *
 * <p>Threads take methods down together, by compare and set: no probe waits for another's.
 */
public final class CompilationDelay {
  /** A page has a bit for each of 65,536 methods, in 8 KB. */
  private static final int PAGE_SHIFT = 16;

  private static final int PAGE_LONGS = 1 << (PAGE_SHIFT - 6);

  /** For more methods than a JVM can hold. Of those beyond, none is waited for. */
  private static final int PAGES = 1 << 10;

  private static final long LEFT =
      UnsafeAccess.UNSAFE.objectFieldOffset(CompilationDelay.class, "left");

  private static final long LONG_BASE = UnsafeAccess.arrayConstant("ARRAY_LONG_BASE_OFFSET");
  private static final long PAGE_BASE = UnsafeAccess.arrayConstant("ARRAY_OBJECT_BASE_OFFSET");
  private static final long PAGE_STEP = UnsafeAccess.arrayConstant("ARRAY_OBJECT_INDEX_SCALE");

  private static final CompilationDelay OF_THE_RUN = new CompilationDelay(Settings.warmUpDelay());

  /** Methods seen to run compiled code, a bit each; a page is made for its first method. */
  private final long @Nullable [][] pages = new long @Nullable [PAGES][];

  private volatile int left;

  /** Waits for so many methods. */
  CompilationDelay(int methods) {
    left = methods;
  }

  public static boolean isOver() {
    return OF_THE_RUN.hasSeenAll();
  }

  /** Says that the method runs compiled code. Out of memory, it is not taken down. */
  public static void sawCompiled(int methodId) {
    OF_THE_RUN.saw(methodId);
  }

  boolean hasSeenAll() {
    return left <= 0;
  }

  /** Takes a method down, once. */
  void saw(int methodId) {
    int page = methodId >>> PAGE_SHIFT;
    if (hasSeenAll() || page >= PAGES) {
      return; // What stands for no method has a negative number.
    }
    long[] bits = page(page);
    long offset = LONG_BASE + (long) (methodId >>> 6 & (PAGE_LONGS - 1)) * Long.BYTES;
    long bit = 1L << methodId;
    long seen;
    do {
      seen = UnsafeAccess.UNSAFE.getLongVolatile(bits, offset);
      if ((seen & bit) != 0) {
        return;
      }
    } while (!UnsafeAccess.UNSAFE.compareAndSetLong(bits, offset, seen, seen | bit));
    UnsafeAccess.UNSAFE.getAndAddInt(this, LEFT, -1);
  }

  private long[] page(int page) {
    long offset = PAGE_BASE + page * PAGE_STEP;
    long[] bits = (long[]) UnsafeAccess.UNSAFE.getReferenceAcquire(pages, offset);
    if (bits != null) {
      return bits;
    }
    long[] made = new long[PAGE_LONGS];
    boolean first = UnsafeAccess.UNSAFE.compareAndSetReference(pages, offset, null, made);
    return first ? made : page(page);
  }
}
