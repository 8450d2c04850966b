package dev.tare.agent.weave;

import dev.tare.agent.budget.CodeTraits;
import dev.tare.agent.budget.Tier;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What class files say of methods, and their tiers, by number: in eleven bytes each, for a large
 * program has 90,000 of them. Not for several threads at a time.
 */
final class MethodTiers {
  private static final Tier[] TIERS = Tier.values();

  // Bits of a method's facts; 0 for one that is not known.
  private static final int KNOWN = 1;
  private static final int CALLS_NOTHING = 1 << 1;
  private static final int LOOPS = 1 << 2;
  private static final int NAMED = 1 << 3;

  private byte[] facts = new byte[0];
  private int[] classCrcs = new int[0];
  private char[] plainSizes = new char[0];
  private byte[] tiers = new byte[0];
  private byte[] lowest = new byte[0];
  private int count;

  /** Methods up to this number, exclusive, may be known. */
  int count() {
    return count;
  }

  boolean knows(int method) {
    return method < count && facts[method] != 0;
  }

  /** Adds a method, with the tier that it begins with. */
  void add(int method, CodeTraits code, Tier tier) {
    if (method >= facts.length) {
      int length = Math.max(method + 1, 2 * facts.length);
      facts = Arrays.copyOf(facts, length);
      classCrcs = Arrays.copyOf(classCrcs, length);
      plainSizes = Arrays.copyOf(plainSizes, length);
      tiers = Arrays.copyOf(tiers, length);
      lowest = Arrays.copyOf(lowest, length);
    }
    count = Math.max(count, method + 1);
    facts[method] =
        (byte)
            (KNOWN
                | (code.callsNothing() ? CALLS_NOTHING : 0)
                | (code.loops() ? LOOPS : 0)
                | (code.named() ? NAMED : 0));
    classCrcs[method] = code.classCrc();
    plainSizes[method] = (char) code.plainSize();
    tiers[method] = number(tier);
    lowest[method] = tiers[method];
  }

  /** Gives a known method another tier. */
  void set(int method, Tier tier) {
    tiers[method] = number(tier);
    lowest[method] = tier.isBelow(lowest(method)) ? tiers[method] : lowest[method];
  }

  @SuppressWarnings("EnumOrdinal") // Nothing outside this process sees it.
  private static byte number(Tier tier) {
    return (byte) tier.ordinal();
  }

  /** Null where it is not known. */
  @Nullable CodeTraits code(int method) {
    return knows(method)
        ? new CodeTraits(
            classCrcs[method],
            plainSizes[method],
            callsNothing(method),
            (facts[method] & LOOPS) != 0,
            (facts[method] & NAMED) != 0)
        : null;
  }

  /** Of a known method; as {@link CodeTraits#callsNothing}. */
  boolean callsNothing(int method) {
    return (facts[method] & CALLS_NOTHING) != 0;
  }

  /** The tier of a method; {@link Tier#TIMED} where it is not known. */
  Tier tier(int method) {
    return knows(method) ? TIERS[tiers[method]] : Tier.TIMED;
  }

  /** The tier with the fewest probes that it ever had; {@link Tier#TIMED} where it is not known. */
  Tier lowest(int method) {
    return knows(method) ? TIERS[lowest[method]] : Tier.TIMED;
  }
}
