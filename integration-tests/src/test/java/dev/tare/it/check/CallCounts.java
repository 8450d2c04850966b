package dev.tare.it.check;

import dev.tare.profile.CallTree;
import dev.tare.profile.Profile;
import dev.tare.profile.ThreadProfile;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;

/** Who called whom, and how often, in some of a profile's threads. */
final class CallCounts {
  private final Map<Call, Counts> counts = new LinkedHashMap<>();

  private CallCounts() {}

  /** A call from a method to a method. */
  record Call(MethodName caller, MethodName callee) {
    @Override
    public String toString() {
      return caller + " > " + callee;
    }
  }

  static CallCounts of(Profile profile, Predicate<ThreadProfile> threads) {
    CallCounts result = new CallCounts();
    profile.threads().stream()
        .filter(threads)
        .forEach(thread -> result.add(profile, thread.tree()));
    return result;
  }

  Map<Call, Counts> byCall() {
    return counts;
  }

  private void add(Profile profile, CallTree tree) {
    for (int node = 1; node < tree.size(); node++) {
      if (profile.methods().get(tree.method(node)).className().isEmpty()) {
        continue; // What stands above calls without context is no call.
      }
      Call call = new Call(name(profile, tree, tree.parent(node)), name(profile, tree, node));
      Counts here = new Counts(tree.calls(node), tree.exceptions(node), tree.open(node));
      counts.merge(call, here, Counts::plus);
    }
  }

  private static MethodName name(Profile profile, CallTree tree, int node) {
    return node == 0 ? MethodName.ROOT : MethodName.of(profile.methods().get(tree.method(node)));
  }
}
