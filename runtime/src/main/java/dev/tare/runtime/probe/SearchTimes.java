package dev.tare.runtime.probe;

import dev.tare.runtime.internal.UnsafeAccess;

/**
 * Extra time of the first search for a call's node over the same search repeated at once, as {@link
 * CallTimer} measures it. It is kept for each power of two of the node's calls, because nodes that
 * are called often stay in the caches.
 */
public final class SearchTimes {
  /** One for each power of two of a node's calls. */
  private static final int BINS = Long.SIZE;

  /** The mean of fewer is not known. */
  private static final int MIN_SEARCHES = 256;

  /** So many searches of the bin before are added to those of a bin, lest a few decide its mean. */
  private static final int OF_BEFORE = 64;

  private static final long[] SEARCHES = new long[BINS];
  private static final long[] NANOS = new long[BINS];

  private static long takenSearches;
  private static long takenNanos;

  private SearchTimes() {}

  /**
   * Adds one search.
   *
   * @param calls of the node, this one included
   */
  static void add(long calls, long nanos) {
    long offset = UnsafeAccess.LONGS + (long) Long.BYTES * bin(calls);
    UnsafeAccess.UNSAFE.getAndAddLong(SEARCHES, offset, 1);
    UnsafeAccess.UNSAFE.getAndAddLong(NANOS, offset, nanos);
  }

  /** The power of two, without the JDK's methods, which may have probes themselves. */
  private static int bin(long calls) {
    int bin = 0;
    while (calls >> bin > 1) {
      bin++;
    }
    return bin;
  }

  /**
   * Nanoseconds, the mean of the searches since this was asked last; not a number while these are
   * too few, and then they are kept. One thread asks.
   */
  public static double takeMean() {
    long searches = sum(SEARCHES) - takenSearches;
    if (searches < MIN_SEARCHES) {
      return Double.NaN;
    }
    long nanos = sum(NANOS) - takenNanos;
    takenSearches += searches;
    takenNanos += nanos;
    return (double) nanos / searches;
  }

  private static long sum(long[] bins) {
    long sum = 0;
    for (long bin : bins) {
      sum += bin;
    }
    return sum;
  }

  /**
   * What searches took so far in nanoseconds, by the power of two of their node's calls: the mean
   * of each. 0 where there were too few. Searches are timed at periods' ends, so slow phases with
   * few calls are overrepresented: the mean of all is too much for nodes that are called often, and
   * few searches are completed from the bin before.
   */
  public static double[] means() {
    double[] means = new double[BINS];
    long all = sum(SEARCHES);
    double before = (double) sum(NANOS) / all;
    for (int bin = 0; bin < BINS && all >= MIN_SEARCHES; bin++) {
      before = Math.max(0, (NANOS[bin] + OF_BEFORE * before) / (SEARCHES[bin] + OF_BEFORE));
      means[bin] = before;
    }
    return means;
  }
}
