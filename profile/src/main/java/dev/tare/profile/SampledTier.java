package dev.tare.profile;

/**
 * Where the time of a method went when samples were taken: what a node of a tree of samples says.
 */
public enum SampledTier {
  /** Into the method's own node, or, of a method that never has probes, into that of its caller. */
  OWN(0),
  /**
   * Calls were counted in a node of the method's own; the time went to the nearest timed caller.
   */
  COUNTED(1),
  /** The method was flat or merged: it had no node of its own, and its time went as above. */
  MERGED(2);

  private static final SampledTier[] ALL = values();

  private final int number;

  SampledTier(int number) {
    this.number = number;
  }

  /** What stands for it in a column. */
  public int number() {
    return number;
  }

  /** The tier of this number; {@link #OWN} of one that this version does not know. */
  public static SampledTier of(long number) {
    return number > 0 && number < ALL.length ? ALL[(int) number] : OWN;
  }
}
