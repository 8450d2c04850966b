package dev.tare.profile;

/** How a node's number of calls is known. */
public enum CallsKind {
  /** Each call was counted. */
  EXACT(0, "exact"),
  /**
   * Calls by the caller's own instructions, implied by what was counted and as exact as that; what
   * came by reflection or from native code went unseen.
   */
  DERIVED(1, "derived"),
  /** Not known but for the least number that it can be, and the greatest, or the least alone. */
  BOUNDED(2, "bounded"),
  /** An estimate with an interval. */
  ESTIMATED(3, "estimated");

  private static final CallsKind[] ALL = values();

  private final int number;
  private final String key;

  CallsKind(int number, String key) {
    this.number = number;
    this.key = key;
  }

  /** The kind of this number; the greater, the less is known. */
  public static CallsKind of(int number) {
    return ALL[number];
  }

  /** What stands for it in a column. */
  public int number() {
    return number;
  }

  /** Its name in a file. */
  public String key() {
    return key;
  }
}
