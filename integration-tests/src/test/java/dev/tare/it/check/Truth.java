package dev.tare.it.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.it.launch.Outcome;
import dev.tare.profile.CallTree;
import dev.tare.profile.CallsKind;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.MethodSums;
import dev.tare.profile.Profile;
import dev.tare.profile.ThreadProfile;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The calls that a program counted itself and printed, a line for each method, {@code name calls},
 * and for some pairs, {@code caller>callee calls}; and what of it a profile with a budget has.
 */
public final class Truth {
  private static final String CALL = ">";

  private final Map<String, Long> methods = new HashMap<>();
  private final Map<String, Long> pairs = new HashMap<>();

  /** What a profile tells of a pair's calls: as of its nodes. */
  private record Told(long low, long high, boolean isKnown) {}

  private Truth() {}

  /** What the program printed; other lines say nothing. */
  public static Truth of(List<String> lines) {
    Truth truth = new Truth();
    lines.stream()
        .filter(line -> line.matches("[\\w>]+ \\d+"))
        .map(line -> line.split(" "))
        .forEach(
            word ->
                (word[0].contains(CALL) ? truth.pairs : truth.methods)
                    .put(word[0], Long.valueOf(word[1])));
    assertTrue(!truth.methods.isEmpty(), () -> "no calls in " + lines);
    return truth;
  }

  /** Of a program that ended as it does without a profiler, and had nothing to complain of. */
  public static Truth of(Outcome outcome) {
    assertEquals(List.of(), outcome.succeeded().otherErrorLines());
    return of(outcome.stdout().lines().toList());
  }

  /** How often the program called a method. */
  public long calls(String method) {
    return Objects.requireNonNull(methods.get(method), method);
  }

  /**
   * Checks that the profile has all calls of each method that kept its probes, and no more of any;
   * and that the calls of each pair are those, where it says that they are known, or within what is
   * said.
   *
   * @return the methods that are merged
   */
  public Set<String> check(Profile profile) {
    Set<String> merged = checkMethods(List.of(profile));
    methods.keySet().stream()
        .filter(method -> !merged.contains(method))
        .filter(method -> !kinds(profile, method).equals(Set.of(CallsKind.EXACT)))
        .forEach(method -> assertEquals(MethodInfo.FLAT, tiers(profile).get(method), method));
    pairs.forEach((pair, expected) -> checkPair(profile, pair, expected, merged));
    return merged;
  }

  /**
   * Checks the calls of each method in the same way, for profiles of one period each.
   *
   * @return the methods that are merged in any of them
   */
  public Set<String> checkMethods(List<Profile> profiles) {
    Map<String, Long> calls = new HashMap<>();
    Set<String> merged = new TreeSet<>();
    for (Profile profile : profiles) {
      tiers(profile)
          .forEach(
              (method, tier) -> {
                if (tier.equals(MethodInfo.MERGED) && methods.containsKey(method)) {
                  merged.add(method);
                }
              });
      MethodSums sums = MethodSums.of(profile.threads(), profile.methods().size());
      for (int i = 0; i < sums.methods(); i++) {
        calls.merge(profile.methods().get(i).name(), sums.calls(i), Long::sum);
      }
    }
    methods.forEach(
        (method, expected) -> {
          Long told = calls.get(method);
          assertNotNull(told, method);
          if (merged.contains(method)) {
            assertTrue(told <= expected, () -> method + ": " + told + ", truly " + expected);
          } else {
            assertEquals(expected, told, method);
          }
        });
    return merged;
  }

  private static Map<String, String> tiers(Profile profile) {
    return profile.methods().stream()
        .collect(Collectors.toMap(MethodInfo::name, MethodInfo::tier, (one, other) -> one));
  }

  /** A merged caller's later calls are below its own caller. */
  private static void checkPair(Profile profile, String pair, long expected, Set<String> merged) {
    String caller = pair.substring(0, pair.indexOf(CALL));
    String callee = pair.substring(pair.indexOf(CALL) + 1);
    if (merged.contains(caller)) {
      return;
    }
    Told told = told(profile, caller, callee);
    String text = pair + ": " + told + ", truly " + expected;
    assertTrue(told.low() <= expected && expected <= told.high(), text);
    assertTrue(!told.isKnown() || told.low() == expected, text);
  }

  /** Of all threads; not known where a caller's node has no node of the other below it. */
  private static Told told(Profile profile, String caller, String callee) {
    long low = 0;
    long high = 0;
    boolean isKnown = true;
    for (ThreadProfile thread : profile.threads()) {
      CallTree tree = thread.tree();
      BitSet callers = new BitSet();
      for (int node = 1; node < tree.size(); node++) {
        if (is(profile, tree, node, caller)) {
          callers.set(node);
        } else if (is(profile, tree, node, callee) && callers.get(tree.parent(node))) {
          callers.clear(tree.parent(node));
          long callsHigh = tree.callsHigh(node);
          boolean isBounded = high != CallTree.UNBOUNDED && callsHigh != CallTree.UNBOUNDED;
          low += tree.callsLow(node);
          high = isBounded ? high + callsHigh : CallTree.UNBOUNDED;
          isKnown &= tree.callsKind(node).number() <= CallsKind.DERIVED.number();
        }
      }
      if (!callers.isEmpty()) {
        high = CallTree.UNBOUNDED;
        isKnown = false;
      }
    }
    return new Told(low, high, isKnown);
  }

  private static boolean is(Profile profile, CallTree tree, int node, String method) {
    return profile.methods().get(tree.method(node)).name().equals(method);
  }

  /** How the calls of a method's nodes are known. */
  public static Set<CallsKind> kinds(Profile profile, String method) {
    Set<CallsKind> kinds = EnumSet.noneOf(CallsKind.class);
    for (ThreadProfile thread : profile.threads()) {
      CallTree tree = thread.tree();
      for (int node = 1; node < tree.size(); node++) {
        if (is(profile, tree, node, method)) {
          kinds.add(tree.callsKind(node));
        }
      }
    }
    return kinds;
  }
}
