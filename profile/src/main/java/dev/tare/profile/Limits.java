package dev.tare.profile;

/**
 * What the profile knows that it does not show.
 *
 * @param callsPastMaxnodes calls that were counted for their method, and without their context,
 *     since the thread had as many nodes as {@code maxnodes} allows
 * @param folded the nodes that were folded into their parents when it was written ({@code
 *     minshare})
 * @param missedInclude what became of an {@code include} that matched nothing, in words; empty: it
 *     matched
 */
public record Limits(long callsPastMaxnodes, Folded folded, String missedInclude) {

  /** Nothing is left out. */
  public static final Limits NONE = new Limits(0);

  /** Nothing but calls past {@code maxnodes} is left out. */
  public Limits(long callsPastMaxnodes) {
    this(callsPastMaxnodes, Folded.NOTHING, "");
  }

  /**
   * Nodes of a small share that were folded into their parents. Sums by method and by thread have
   * all of them.
   *
   * @param nodes how many
   * @param calls their calls, which no node of the profile has
   * @param self their self values, which the nodes above them have
   */
  public record Folded(long nodes, long calls, long self) {
    /** No node was folded. */
    public static final Folded NOTHING = new Folded(0, 0, 0);

    /** Both together. */
    public Folded plus(Folded other) {
      return new Folded(nodes + other.nodes, calls + other.calls, self + other.self);
    }
  }
}
