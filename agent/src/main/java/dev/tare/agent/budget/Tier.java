package dev.tare.agent.budget;

import java.util.Locale;

/** How much is woven into a method; from the dearest to nothing. */
public enum Tier {
  /** Entry and exit as the mode has them, with readings. */
  TIMED,

  /**
   * Calls alone: entry and exit without a reading, or the entry alone where the body calls nothing.
   */
  COUNTED,

  /** Calls without their context: an entry alone. The method's time is its caller's self. */
  FLAT,

  /** Nothing: the method's time is its caller's self. */
  MERGED;

  /** As the profile names it. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether the method has a probe, and its calls an exact count. */
  public boolean hasProbe() {
    return this != MERGED;
  }

  /** Whether its calls have nodes in the call tree. */
  public boolean hasNodes() {
    return this == TIMED || this == COUNTED;
  }

  /** Whether less is woven than of the other. */
  public boolean isBelow(Tier other) {
    return compareTo(other) > 0;
  }
}
