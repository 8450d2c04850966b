package dev.tare.bench.work;

/**
 * A method whose cost is set from outside: what is added to it must show in its self value, and
 * nowhere else.
 */
public final class Weight {
  /**
   * System property: turns of the loop in {@link #weigh}; 0 or absent: the work does not call it.
   */
  public static final String TURNS_PROPERTY = "tare.bench.weight";

  /** Turns of the loop in {@link #weigh}. */
  static final int TURNS = Integer.getInteger(TURNS_PROPERTY, 0);

  private Weight() {}

  /**
   * {@link #TURNS} turns of a shift, an exclusive or and a multiplication, each waiting for the one
   * before.
   */
  public static long weigh(long value) {
    long weighed = value;
    for (int turn = 0; turn < TURNS; turn++) {
      weighed = (weighed ^ (weighed >>> 29)) * 0xbf58476d1ce4e5b9L;
    }
    return weighed;
  }
}
