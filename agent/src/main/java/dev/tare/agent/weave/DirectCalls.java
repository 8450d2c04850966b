package dev.tare.agent.weave;

import dev.tare.runtime.memory.Column;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * What is known of calls that methods make by their own instructions to methods without probes, by
 * the methods' numbers: which of them they count, and which run once in each call.
 *
 * <p>Written by threads that weave, read by those that write profiles.
 */
public final class DirectCalls {
  /**
   * Calls that run once in each call of the caller that returns.
   *
   * @param times how many of them there are
   * @param isUncaught whether what the called method throws leaves the caller, too
   * @param areAll whether no other instruction of the caller may call the same
   */
  public record Implied(int times, boolean isUncaught, boolean areAll) {}

  /** Most callers count nothing, and have no sets of their own. */
  private static final class OfCaller {
    private static final int UNCAUGHT = 1;
    private static final int ALL = 2;

    Set<Integer> counted = Set.of();
    Set<Integer> caught = Set.of();

    /** Three numbers for each: the callee, and what {@link Implied} says. */
    int[] implied = {};

    void put(int callee, Implied calls) {
      int at = 0;
      while (at < implied.length && implied[at] != callee) {
        at += 3;
      }
      if (at == implied.length) {
        implied = Arrays.copyOf(implied, at + 3);
        implied[at] = callee;
      }
      implied[at + 1] = calls.times;
      implied[at + 2] = (calls.isUncaught ? UNCAUGHT : 0) | (calls.areAll ? ALL : 0);
    }

    Map<Integer, Implied> implied() {
      Map<Integer, Implied> all = new LinkedHashMap<>();
      for (int at = 0; at < implied.length; at += 3) {
        int flags = implied[at + 2];
        all.put(
            implied[at], new Implied(implied[at + 1], (flags & UNCAUGHT) != 0, (flags & ALL) != 0));
      }
      return all;
    }
  }

  /** Those of which there is anything to tell. */
  private final Map<Integer, OfCaller> callers = new HashMap<>();

  /** The callers that were ever woven with probes. */
  private final BitSet woven = new BitSet();

  private final BitSet implying = new BitSet();
  private final Column codeHashes = new Column(0);
  private final BitSet seen = new BitSet();
  private final BitSet differing = new BitSet();
  private final Set<String> differingClasses = new HashSet<>();

  /**
   * The caller was woven with probes, and counts its calls to these methods. What it did not count
   * each time that it was woven, calls that go on in the meantime may have missed.
   *
   * @param caught those whose exceptions it may catch
   */
  synchronized void counts(int caller, Set<Integer> callees, Set<Integer> caught) {
    boolean isFirst = !woven.get(caller);
    woven.set(caller);
    if (isFirst ? callees.isEmpty() : !callers.containsKey(caller)) {
      return;
    }
    OfCaller known = of(caller);
    known.counted = isFirst ? Set.copyOf(callees) : common(known.counted, callees);
    known.caught = union(known.caught, caught);
  }

  private static Set<Integer> common(Set<Integer> one, Set<Integer> other) {
    Set<Integer> common = new HashSet<>(one);
    common.retainAll(other);
    return Set.copyOf(common);
  }

  private static Set<Integer> union(Set<Integer> one, Set<Integer> other) {
    Set<Integer> all = new HashSet<>(one);
    all.addAll(other);
    return Set.copyOf(all);
  }

  /**
   * This is a method's code. Where classes of the same name differ, or one is redefined, what it
   * implies is not known.
   */
  synchronized void saw(int caller, int codeHash) {
    if (seen.get(caller) && codeHashes.get(caller) != codeHash) {
      differing.set(caller);
    }
    seen.set(caller);
    codeHashes.set(caller, codeHash);
  }

  /** Classes of this name, with dots, differ: one may inherit what another declares. */
  synchronized void differ(String className) {
    differingClasses.add(className);
  }

  /** The names of these classes. */
  public synchronized Set<String> differingClasses() {
    return Set.copyOf(differingClasses);
  }

  /** The caller's code makes these calls once. */
  synchronized void implies(int caller, Map<Integer, Implied> callees) {
    implying.set(caller);
    callees.forEach(of(caller)::put);
  }

  private OfCaller of(int caller) {
    return callers.computeIfAbsent(caller, number -> new OfCaller());
  }

  /** What the caller has counted since it was woven first. */
  synchronized Set<Integer> countedFromTheFirst(int caller) {
    OfCaller known = callers.get(caller);
    return known == null ? Set.of() : known.counted;
  }

  /** Whether the caller has counted all calls to the callee that its own instructions made. */
  public synchronized boolean countsAll(int caller, int callee) {
    OfCaller known = callers.get(caller);
    return known != null && known.counted.contains(callee);
  }

  /** Whether what the callee throws leaves the caller, too, wherever the caller counts the call. */
  public synchronized boolean isUncaught(int caller, int callee) {
    OfCaller known = callers.get(caller);
    return known != null && !known.caught.contains(callee);
  }

  /** The callers whose code implies calls. */
  public synchronized BitSet implying() {
    return (BitSet) implying.clone();
  }

  /** Whether nothing is known of any call. */
  public synchronized boolean isEmpty() {
    return callers.isEmpty();
  }

  /** What each call of the caller that returns calls once, or so many times. */
  public synchronized Map<Integer, Implied> implied(int caller) {
    OfCaller known = callers.get(caller);
    return known == null || differing.get(caller) ? Map.of() : known.implied();
  }
}
