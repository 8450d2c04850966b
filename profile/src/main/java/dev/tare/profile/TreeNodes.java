package dev.tare.profile;

/**
 * The nodes of a call tree one after another, in preorder, for a writer that needs no more of a
 * tree than the node at hand. Stands before the root at first; what it says is of the node to which
 * {@link #next} led last, and as {@link CallTree} says it.
 */
public interface TreeNodes {
  /** Goes on to the next node; false, and nothing more is to be asked, where there is none. */
  boolean next();

  /** How many nodes stand above this one; 0 of the root. */
  int depth();

  int method();

  long calls();

  long exceptions();

  long open();

  long carried();

  long self();

  long overhead();

  long cut();

  long samples();

  /** As {@link CallTree#waiting}; 0 where it is not known. */
  default long waiting() {
    return 0;
  }

  /** As {@link CallTree#tier}. */
  default SampledTier tier() {
    return SampledTier.OWN;
  }

  /** As {@link CallTree#divided}; 0 of what was recorded. */
  default long divided() {
    return 0;
  }

  /** As {@link CallTree#dividedPrice}. */
  default long dividedPrice() {
    return 0;
  }

  /** As {@link CallTree#selfBelow}. */
  default long selfBelow() {
    return 0;
  }

  /** As {@link CallTree#selfAbove}. */
  default long selfAbove() {
    return 0;
  }

  /** As {@link CallTree#callsKind}; exact where every call was counted. */
  default CallsKind callsKind() {
    return CallsKind.EXACT;
  }

  /** As {@link CallTree#callsLow}. */
  default long callsLow() {
    return calls();
  }

  /** As {@link CallTree#callsHigh}. */
  default long callsHigh() {
    return calls();
  }
}
