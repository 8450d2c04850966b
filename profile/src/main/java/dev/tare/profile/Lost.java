package dev.tare.profile;

/**
 * What the profile knows that it does not show.
 *
 * @param callsPastMaxnodes calls that were counted in the node where the tree was cut, since the
 *     thread had as many nodes as {@code maxnodes} allows
 */
public record Lost(long callsPastMaxnodes) {

  /** Nothing was lost. */
  public static final Lost NOTHING = new Lost(0);
}
