package dev.tare.report.export;

import dev.tare.profile.CallTree;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.Profile;
import dev.tare.profile.ThreadProfile;
import dev.tare.report.analysis.MethodNames;
import java.util.List;

/**
 * Names for formats that have no other place for what a budget left of a method: {@code
 * com.acme.Order.size [counted]}, {@code com.acme.Order.total [12 merged inside]}. The number is
 * the greatest of the method's nodes, so that a method has one name.
 */
final class MarkedNames {
  private final List<MethodInfo> methods;
  private final MethodNames names;
  private final long[] mergedInside;

  MarkedNames(Profile profile) {
    methods = profile.methods();
    names = new MethodNames(methods);
    mergedInside = mergedInside(profile.threads(), methods.size());
  }

  /** Of each method, how many methods without probes have their values in one of its nodes. */
  static long[] mergedInside(List<ThreadProfile> threads, int methods) {
    long[] inside = new long[methods];
    for (ThreadProfile thread : threads) {
      CallTree tree = thread.tree();
      for (int node = 1; node < tree.size(); node++) {
        int method = tree.method(node);
        inside[method] = Math.max(inside[method], tree.merged(node));
      }
    }
    return inside;
  }

  /** The name of the method of this index. */
  String of(int method) {
    String tier = methods.get(method).tier();
    String name = names.of(method);
    if (!tier.equals(MethodInfo.TIMED)) {
      name += " [" + tier + "]";
    }
    return mergedInside[method] == 0
        ? name
        : name + " [" + mergedInside[method] + " merged inside]";
  }
}
