package dev.tare.agent.snapshot;

import dev.tare.profile.CallTree;
import dev.tare.profile.CallsKind;

/**
 * How often a node was called, as far as that is known.
 *
 * @param low the least that it can be: what is told, so that sums are never too large
 * @param high the greatest; {@link CallTree#UNBOUNDED} where that is not known
 */
record KnownCalls(CallsKind kind, long low, long high) {
  static KnownCalls exactly(long calls) {
    return new KnownCalls(CallsKind.EXACT, calls, calls);
  }

  /** Not counted, but between these bounds, which may be one. */
  static KnownCalls between(long low, long high) {
    long least = Math.max(0, low);
    long most = Math.max(least, high);
    return new KnownCalls(least == most ? CallsKind.DERIVED : CallsKind.BOUNDED, least, most);
  }

  /** There may be more of them, if there are any at all. */
  KnownCalls atLeast() {
    return high == 0 ? this : between(low, CallTree.UNBOUNDED);
  }

  /**
   * Calls that each of these makes, if it returns.
   *
   * @param times how many
   * @param allReturned whether each of them is known to have returned
   */
  KnownCalls times(int times, boolean allReturned) {
    return between(allReturned ? low * times : 0, high == CallTree.UNBOUNDED ? high : high * times);
  }
}
