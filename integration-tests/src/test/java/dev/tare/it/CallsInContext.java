package dev.tare.it;

import dev.tare.profile.CallTree;
import dev.tare.profile.CallsKind;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.MethodSums;
import dev.tare.profile.Profile;
import dev.tare.profile.ThreadProfile;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Calls in a context, of all threads.
 *
 * @param low at least so many
 * @param high at most so many
 * @param isKnown whether both are the number of calls
 */
record CallsInContext(long low, long high, boolean isKnown) {
  static final CallsInContext NONE = new CallsInContext(0, 0, true);

  private CallsInContext plus(CallsInContext other) {
    boolean isBounded = high != CallTree.UNBOUNDED && other.high != CallTree.UNBOUNDED;
    return new CallsInContext(
        low + other.low,
        isBounded ? high + other.high : CallTree.UNBOUNDED,
        isKnown && other.isKnown);
  }

  /**
   * By context: the methods with probes on the way, and those without right above the method, if it
   * has none itself.
   *
   * @param hasNoProbes asked for qualified names
   */
  static Map<String, CallsInContext> of(Profile profile, Predicate<String> hasNoProbes) {
    Map<String, CallsInContext> calls = new HashMap<>();
    for (ThreadProfile thread : profile.threads()) {
      CallTree tree = thread.tree();
      String[] probed = new String[tree.size()];
      String[] whole = new String[tree.size()];
      probed[0] = "";
      whole[0] = "";
      List<MethodInfo> methods = profile.methods();
      for (int node = 1; node < tree.size(); node++) {
        int parent = tree.parent(node);
        String name = methods.get(tree.method(node)).qualifiedName();
        boolean isBare = hasNoProbes.test(name);
        probed[node] = isBare ? probed[parent] : probed[parent] + " " + name;
        whole[node] = isBare ? whole[parent] + " " + name : probed[node];
        boolean isKnown = tree.callsKind(node).number() <= CallsKind.DERIVED.number();
        CallsInContext found =
            new CallsInContext(tree.callsLow(node), tree.callsHigh(node), isKnown);
        calls.merge(whole[node], found, CallsInContext::plus);
      }
    }
    return calls;
  }

  /** Calls in all contexts, by the methods' qualified names. */
  static Map<String, Long> sums(Profile profile) {
    MethodSums sums = MethodSums.of(profile.threads(), profile.methods().size());
    Map<String, Long> calls = new TreeMap<>();
    for (int i = 0; i < sums.methods(); i++) {
      calls.merge(profile.methods().get(i).qualifiedName(), sums.calls(i), Long::sum);
    }
    return calls;
  }
}
