package dev.tare.report.gate;

import dev.tare.profile.CallTree;
import dev.tare.profile.Profile;
import dev.tare.profile.ThreadProfile;
import dev.tare.report.analysis.MethodTotals;
import dev.tare.report.analysis.TreeWalk;
import dev.tare.report.analysis.Uncertainty;

/**
 * By how much the totals of a profile's methods may be wrong by the overhead that was subtracted,
 * from a method's own value and from those of all that it called. Recursion counts once, as in the
 * totals.
 */
final class TotalErrors {
  private final double[] prices;
  private final double[] overheads;

  private TotalErrors(int methods) {
    prices = new double[methods];
    overheads = new double[methods];
  }

  /** Of a profile whose nodes were read. */
  static double[] of(Profile profile, MethodTotals totals, Uncertainty uncertainty) {
    TotalErrors errors = new TotalErrors(totals.methods());
    int[] onPath = new int[totals.methods()];
    for (ThreadProfile thread : profile.threads()) {
      errors.add(thread.tree(), uncertainty, onPath);
    }
    double[] wrong = new double[totals.methods()];
    for (int method = 0; method < wrong.length; method++) {
      wrong[method] =
          uncertainty.ofPrice(
              errors.prices[method], (double) totals.total(method), errors.overheads[method]);
    }
    return wrong;
  }

  private void add(CallTree tree, Uncertainty uncertainty, int[] onPath) {
    double[] price = new double[tree.size()];
    double[] overhead = new double[tree.size()];
    for (int node = price.length - 1; node > 0; node--) {
      double own = (double) tree.overhead(node);
      price[node] += Math.abs(uncertainty.priced(tree.method(node), own));
      overhead[node] += own;
      price[tree.parent(node)] += price[node];
      overhead[tree.parent(node)] += overhead[node];
    }
    boolean[] outermost = TreeWalk.outermost(tree, onPath);
    for (int node = 1; node < outermost.length; node++) {
      int method = tree.method(node);
      if (outermost[node]) {
        prices[method] += price[node];
        overheads[method] += overhead[node];
      }
    }
  }
}
