package dev.tare.agent.weave;

import dev.tare.agent.budget.CodeTraits;
import dev.tare.agent.budget.Tier;
import dev.tare.runtime.memory.Column;
import org.jspecify.annotations.Nullable;

/**
 * What class files say of methods, and their tiers, by number: in eight bytes each, outside the
 * heap where they are many, for a large program has 90,000 of them. Not for several threads at a
 * time.
 */
final class MethodTiers {
  private static final Tier[] TIERS = Tier.values();

  // What a method's number in the column is made of; 0 for a method that is not known.
  private static final int KNOWN = 1;
  private static final int CALLS_NOTHING = 1 << 1;
  private static final int LOOPS = 1 << 2;
  private static final int NAMED = 1 << 3;
  private static final int TIER_SHIFT = 4;
  private static final int LOWEST_SHIFT = 6;
  private static final int TIER_MASK = 3;
  private static final int SIZE_SHIFT = 16;
  private static final int SIZE_MASK = 0xFFFF;
  private static final int CHECKSUM_SHIFT = 32;

  private final Column methods = new Column(1 << 9);
  private int count;

  /** Methods up to this number, exclusive, may be known. */
  int count() {
    return count;
  }

  boolean knows(int method) {
    return methods.get(method) != 0;
  }

  /** Adds a method, with the tier that it begins with. */
  void add(int method, CodeTraits code, Tier tier) {
    long facts =
        KNOWN
            | (code.callsNothing() ? CALLS_NOTHING : 0)
            | (code.loops() ? LOOPS : 0)
            | (code.named() ? NAMED : 0);
    methods.set(
        method,
        (long) code.classChecksum() << CHECKSUM_SHIFT
            | (long) (code.plainSize() & SIZE_MASK) << SIZE_SHIFT
            | tiers(tier, tier)
            | facts);
    count = Math.max(count, method + 1);
  }

  /** Gives a known method another tier. */
  void set(int method, Tier tier) {
    Tier lowest = lowest(method);
    set(method, tier, tier.isBelow(lowest) ? tier : lowest);
  }

  /** Gives a known method these tiers, as {@link #tier} and {@link #lowest}. */
  void set(int method, Tier tier, Tier lowest) {
    long others = methods.get(method) & ~tiers(Tier.MERGED, Tier.MERGED);
    methods.set(method, others | tiers(tier, lowest));
  }

  @SuppressWarnings("EnumOrdinal") // Nothing outside this process sees it.
  private static long tiers(Tier tier, Tier lowest) {
    return (long) tier.ordinal() << TIER_SHIFT | (long) lowest.ordinal() << LOWEST_SHIFT;
  }

  /** Null where it is not known. */
  @Nullable CodeTraits code(int method) {
    long known = methods.get(method);
    return known == 0
        ? null
        : new CodeTraits(
            (int) (known >>> CHECKSUM_SHIFT),
            (int) (known >>> SIZE_SHIFT) & SIZE_MASK,
            (known & CALLS_NOTHING) != 0,
            (known & LOOPS) != 0,
            (known & NAMED) != 0);
  }

  /** Of a known method; as {@link CodeTraits#callsNothing}. */
  boolean callsNothing(int method) {
    return (methods.get(method) & CALLS_NOTHING) != 0;
  }

  /** The tier of a method; {@link Tier#TIMED} where it is not known. */
  Tier tier(int method) {
    return TIERS[(int) (methods.get(method) >>> TIER_SHIFT) & TIER_MASK];
  }

  /** The tier with the fewest probes that it ever had; {@link Tier#TIMED} where it is not known. */
  Tier lowest(int method) {
    return TIERS[(int) (methods.get(method) >>> LOWEST_SHIFT) & TIER_MASK];
  }
}
