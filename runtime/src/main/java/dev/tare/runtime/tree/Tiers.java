package dev.tare.runtime.tree;

import dev.tare.runtime.internal.UnsafeAccess;
import jdk.internal.vm.annotation.ForceInline;

/**
 * Which methods are counted and not timed, by number: read by full mode's probes, so that a method
 * changes from one to the other while its code stays.
 *
 * <p>Guarantees:
 *
 * <ol>
 *   <li>A table is only ever replaced by a longer copy. A method beyond the table that a thread
 *       sees is timed.
 *   <li>Writers exclude each other; probes read without any order. A probe that sees an old value
 *       does what was right a moment before: entries and exits of a call agree by what its entry
 *       returned, not by what stands here.
 * </ol>
 */
public final class Tiers {
  private static final int FIRST_LENGTH = 1 << 12;

  private static boolean[] counted = new boolean[FIRST_LENGTH];

  private static int changes;

  private Tiers() {}

  /** A number that grows with each change, so that what was found before can be told from it. */
  static int changes() {
    int seen = changes;
    UnsafeAccess.UNSAFE.loadFence();
    return seen;
  }

  /** Whether calls of a method are counted without a reading. */
  @ForceInline
  public static boolean isCounted(int methodId) {
    boolean[] table = counted;
    int method = methodId >> 1;
    return method >= 0 && method < table.length && table[method];
  }

  /**
   * Lets a method's calls be counted without a reading, or timed.
   *
   * @param method its number, less the probe's bit (see {@link CallNode#child})
   */
  public static synchronized void setCounted(int method, boolean isCounted) {
    if (method >= counted.length) {
      if (!isCounted) {
        return;
      }
      boolean[] longer = new boolean[Math.max(method + 1, 2 * counted.length)];
      System.arraycopy(counted, 0, longer, 0, counted.length);
      longer[method] = true;
      UnsafeAccess.UNSAFE.storeFence(); // guarantee 1
      counted = longer;
    } else {
      counted[method] = isCounted;
    }
    UnsafeAccess.UNSAFE.storeFence(); // Whoever sees the number sees the change.
    changes++;
  }
}
