package dev.tare.profile;

/**
 * For how long a thread was kept from running, though it wanted to. It is in no method's values.
 *
 * @param switchedOutNanos wall nanoseconds in which it waited for a processor
 * @param collectedNanos wall nanoseconds for which collections of garbage had it stopped
 */
public record Interruptions(long switchedOutNanos, long collectedNanos) {
  /** None, or none known of. */
  public static final Interruptions NONE = new Interruptions(0, 0);

  /** All together, in nanoseconds. */
  public long nanos() {
    return switchedOutNanos + collectedNanos;
  }

  /** Those of two threads, or of two times. */
  public Interruptions plus(Interruptions other) {
    return new Interruptions(
        switchedOutNanos + other.switchedOutNanos, collectedNanos + other.collectedNanos);
  }
}
