package dev.tare.profile;

import java.util.List;

/** The columns of a {@link NodeTable}; {@link CallTree} says what their values mean. */
public enum NodeColumn {
  /** Distance to the parent, in nodes; 0 for a root. */
  PARENT(0, "parent", false),
  /** Index of the method; {@link CallTree#NONE} for a root. */
  METHOD(1, "method", false),
  CALLS(2, "calls", false),
  SELF(3, "self", false),
  OVERHEAD(4, "overhead", false),
  /** The only value of a table of samples. */
  SAMPLES(5, "samples", false),
  EXCEPTIONS(6, "exceptions", true),
  OPEN(7, "open", true),
  CARRIED(8, "carried", true),
  CUT(9, "cut", true),
  /** {@link CallsKind#number}. */
  CALLS_KIND(10, "kind", true),
  CALLS_LOW(11, "low", true),
  CALLS_HIGH(12, "high", true),
  /** Of the metric {@code time}. */
  WAITING(13, "waiting", true),
  /** Of samples: {@link SampledTier#number}. */
  TIER(14, "tier", true),
  /** Of a tree whose self values were divided; in memory alone. */
  DIVIDED(15, "divided", true),
  SELF_BELOW(16, "self_below", true),
  SELF_ABOVE(17, "self_above", true),
  DIVIDED_PRICE(18, "divided_price", true);

  /** What a table of calls has for each of its nodes. */
  public static final List<NodeColumn> OF_CALLS = List.of(PARENT, METHOD, CALLS, SELF, OVERHEAD);

  /** What a table of samples has for each of its nodes. */
  public static final List<NodeColumn> OF_SAMPLES = List.of(PARENT, METHOD, SAMPLES);

  /** What a table of calls has for few of its nodes, each by itself. */
  public static final List<NodeColumn> RARE = List.of(EXCEPTIONS, OPEN, CARRIED, CUT, WAITING);

  /** What a table of samples has for few of its nodes. */
  public static final List<NodeColumn> RARE_OF_SAMPLES = List.of(TIER);

  private final int place;
  private final String key;
  private final boolean isSparse;

  NodeColumn(int place, String key, boolean isSparse) {
    this.place = place;
    this.key = key;
    this.isSparse = isSparse;
  }

  /** Where a table has it. */
  int place() {
    return place;
  }

  /** Its name in a file. */
  public String key() {
    return key;
  }

  /** Whether nearly all of its values are 0, so that a file names only the others. */
  public boolean isSparse() {
    return isSparse;
  }
}
