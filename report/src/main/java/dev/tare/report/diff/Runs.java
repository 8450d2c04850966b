package dev.tare.report.diff;

import dev.tare.profile.Profile;
import dev.tare.profile.ThreadProfile;
import dev.tare.report.analysis.MethodTotals;
import dev.tare.report.sum.NodeValues;
import dev.tare.report.sum.TreeUnion;
import java.util.ArrayList;
import java.util.List;

/** One side of a comparison: a profile, or several of the same program. */
final class Runs {
  private final NodeValues values = new NodeValues();
  private final List<double[]> self = new ArrayList<>();
  private final List<long[]> calls = new ArrayList<>();

  /**
   * Adds a run.
   *
   * @param numbers the comparison's numbers of the profile's methods
   */
  void add(Profile profile, TreeUnion union, int[] numbers) {
    for (ThreadProfile thread : profile.threads()) {
      values.add(thread.tree(), union.add(thread.tree(), numbers));
    }
    MethodTotals totals = MethodTotals.of(profile, profile.threads());
    int methods = 0;
    for (int number : numbers) {
      methods = Math.max(methods, number + 1);
    }
    double[] selfOfRun = new double[methods];
    long[] callsOfRun = new long[methods];
    for (int method = 0; method < numbers.length; method++) {
      selfOfRun[numbers[method]] += totals.self(method);
      callsOfRun[numbers[method]] += totals.calls(method);
    }
    self.add(selfOfRun);
    calls.add(callsOfRun);
  }

  int count() {
    return self.size();
  }

  /** The mean of all runs. */
  NodeValues mean() {
    return values.divided(count());
  }

  /** Self values of each run and method; of each call where that is wanted. */
  double[][] values(int methods, boolean perCall) {
    double[][] result = new double[count()][methods];
    for (int run = 0; run < count(); run++) {
      double[] known = self.get(run);
      for (int method = 0; method < known.length; method++) {
        long called = calls.get(run)[method];
        result[run][method] = !perCall ? known[method] : called == 0 ? 0 : known[method] / called;
      }
    }
    return result;
  }

  /** The sum of all methods' self values in each run. */
  double[] sums() {
    return self.stream().mapToDouble(Runs::sum).toArray();
  }

  private static double sum(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum;
  }

  /** Whether a method was called as often in all these runs and those. */
  boolean areCallsAs(Runs others, int method) {
    long first = calls(0, method);
    for (int run = 0; run < count(); run++) {
      if (calls(run, method) != first) {
        return false;
      }
    }
    for (int run = 0; run < others.count(); run++) {
      if (others.calls(run, method) != first) {
        return false;
      }
    }
    return true;
  }

  private long calls(int run, int method) {
    long[] known = calls.get(run);
    return method < known.length ? known[method] : 0;
  }
}
