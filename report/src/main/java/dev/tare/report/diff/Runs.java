package dev.tare.report.diff;

import dev.tare.profile.Limits;
import dev.tare.profile.Profile;
import dev.tare.profile.ThreadProfile;
import dev.tare.report.analysis.MethodTotals;
import dev.tare.report.analysis.Uncertainty;
import dev.tare.report.sum.NodeValues;
import dev.tare.report.sum.TreeUnion;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** One side of a comparison: a profile, or several of the same program. */
final class Runs {
  private final NodeValues values = new NodeValues();
  private final List<double[]> self = new ArrayList<>();
  private final List<double[]> overhead = new ArrayList<>();
  private final List<long[]> calls = new ArrayList<>();

  /** What totals have of folded nodes, which no total of nodes has. */
  private final List<double[]> foldedTotals = new ArrayList<>();

  private final List<MeasurementError> errors = new ArrayList<>();
  private final List<Uncertainty> uncertainties = new ArrayList<>();
  private final List<int[]> numbers = new ArrayList<>();
  private final boolean isWall;
  private long foldedNodes;
  private boolean areCallsWhole = true;

  /** None yet; whether self values contain what is known of waiting. */
  Runs(boolean isWall) {
    this.isWall = isWall;
  }

  /**
   * Adds a run.
   *
   * @param numbers the comparison's numbers of the profile's methods
   */
  void add(MeasuredRun run, TreeUnion union, int[] numbers) {
    Profile profile = run.profile();
    for (ThreadProfile thread : profile.threads()) {
      values.add(thread.tree(), union.add(thread.tree(), numbers));
    }
    MethodTotals totals = run.totals();
    int methods = 0;
    for (int number : numbers) {
      methods = Math.max(methods, number + 1);
    }
    double[] selfOfRun = new double[methods];
    double[] overheadOfRun = new double[methods];
    long[] callsOfRun = new long[methods];
    for (int method = 0; method < numbers.length; method++) {
      selfOfRun[numbers[method]] += totals.self(method);
      overheadOfRun[numbers[method]] += totals.overhead(method);
      callsOfRun[numbers[method]] += totals.calls(method);
    }
    self.add(selfOfRun);
    overhead.add(overheadOfRun);
    calls.add(callsOfRun);
    errors.add(MeasurementError.of(run, numbers, methods, isWall));
    uncertainties.add(run.uncertainty());
    this.numbers.add(numbers);
    Limits.Folded folded = profile.limits().folded();
    if (folded.nodes() > 0) {
      foldedNodes += folded.nodes();
      MethodTotals ofNodes =
          run.areCallers() ? totals : MethodTotals.of(profile.threads(), totals.methods());
      areCallsWhole &= totals.areCallsWhole(folded, ofNodes);
      double[] foldedTotalsOfRun = new double[methods];
      for (int method = 0; method < numbers.length; method++) {
        foldedTotalsOfRun[numbers[method]] += totals.total(method) - ofNodes.total(method);
      }
      foldedTotals.add(foldedTotalsOfRun);
    }
  }

  /** How many nodes of all runs are parts of the nodes above them. */
  long foldedNodes() {
    return foldedNodes;
  }

  /** Whether all runs' sums have the calls of such nodes. */
  boolean areCallsWhole() {
    return areCallsWhole;
  }

  /** By how much values of the mean run may be wrong by their overhead. */
  Uncertainty uncertainty(int methods) {
    return Uncertainty.ofMean(uncertainties, numbers, methods);
  }

  int count() {
    return self.size();
  }

  /** The mean of all runs. */
  NodeValues mean() {
    return values.divided(count());
  }

  /** Self values of each run and method; of each call where that is wanted. */
  RunValues values(int methods, boolean perCall) {
    double[][] value = new double[count()][methods];
    double[][] chance = new double[count()][methods];
    double[][] overhead = new double[count()][methods];
    for (int run = 0; run < count(); run++) {
      for (int method = 0; method < methods; method++) {
        double times = perCall ? calls(run, method) : 1;
        if (times != 0) {
          value[run][method] = self(run, method) / times;
          chance[run][method] = errors.get(run).chance(method) / times / times;
          overhead[run][method] = errors.get(run).overhead(method) / times;
        }
      }
    }
    return new RunValues(value, chance, overhead);
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

  private double self(int run, int method) {
    return of(self.get(run), method);
  }

  private static double of(double[] known, int method) {
    return method < known.length ? known[method] : 0;
  }

  /** The self value of a method in the mean run, rounded; of folded calls of it, too. */
  long meanSelf(int method) {
    return mean(self, method);
  }

  /** The overhead of a method in the mean run, rounded; of folded calls of it, too. */
  long meanOverhead(int method) {
    return mean(overhead, method);
  }

  /** What the total of a method in the mean run has of folded nodes, rounded. */
  long meanFoldedTotal(int method) {
    return mean(foldedTotals, method);
  }

  private long mean(List<double[]> runs, int method) {
    return Math.round(runs.stream().mapToDouble(run -> of(run, method)).sum() / count());
  }

  /** The sum of all methods' self values in the mean run, rounded. */
  long meanSelfSum() {
    return Math.round(self.stream().flatMapToDouble(Arrays::stream).sum() / count());
  }

  /** How often a method was called in the mean run, rounded. */
  long meanCalls(int method) {
    long sum = 0;
    for (int run = 0; run < count(); run++) {
      sum += calls(run, method);
    }
    return Math.round((double) sum / count());
  }

  /** How often a method was called in a run. */
  long calls(int run, int method) {
    long[] known = calls.get(run);
    return method < known.length ? known[method] : 0;
  }
}
