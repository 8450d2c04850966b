package dev.tare.runtime;

/**
 * What is known of the categories' overheads before a thread has seen any: from training, or from
 * an earlier run. In the metric's unit, for every key. Not changed once it is published.
 */
public final class KnownOverheads {
  /** The minimum of a category that nobody has measured. */
  public static final long UNKNOWN = Long.MAX_VALUE;

  private final long[] minimum = new long[Category.KEYS];
  private final long[] spread = new long[Category.KEYS];
  private final long[] language = new long[Category.KEYS];

  /** Nothing is known yet. */
  public KnownOverheads() {
    for (int key = 0; key < Category.KEYS; key++) {
      minimum[key] = UNKNOWN;
    }
  }

  /**
   * Says what is known of a category.
   *
   * @param minimum the smallest interval, or {@link #UNKNOWN}
   * @param spread how far the mean of empty intervals lies above the smallest
   * @param language what the bare call costs without instrumentation
   */
  public void set(int key, long minimum, long spread, long language) {
    this.minimum[key] = minimum;
    this.spread[key] = spread;
    this.language[key] = language;
  }

  public long minimum(int key) {
    return minimum[key];
  }

  public long spread(int key) {
    return spread[key];
  }

  public long language(int key) {
    return language[key];
  }

  /**
   * What is taken off an interval of the category, given the smallest that was seen: never less
   * than 0.
   */
  public long adjustment(int key, long smallest) {
    return smallest == UNKNOWN ? 0 : Math.max(0, smallest + spread[key] - language[key]);
  }
}
