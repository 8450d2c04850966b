package dev.tare.agent.calibration.training;

import dev.tare.agent.calibration.model.CalibrationStatistics;
import dev.tare.agent.calibration.model.CalibrationStatistics.CategoryStatistic;
import dev.tare.agent.calibration.model.CalibrationStatistics.Costs;
import dev.tare.agent.calibration.model.Convergence;
import dev.tare.agent.calibration.model.Quartiles;
import dev.tare.runtime.calibration.Category;
import dev.tare.runtime.calibration.Kind;
import dev.tare.runtime.thread.ProfilerSection;
import dev.tare.runtime.thread.ThreadRecorder;
import dev.tare.runtime.tree.CallNode;
import dev.tare.trainer.BaselineCostSolver;
import java.util.List;

/**
 * Learns what probes cost that take no reading, those of sampled mode: by how much longer the
 * kernels run when they are woven, for each probe of a bound and of a virtual method, by least
 * squares over the kernels.
 */
final class CallCalibration implements CalibrationRun {
  private static final int ROUNDS = 15;
  private static final int BOUND = 0;
  private static final int VIRTUAL = 1;

  private final ThreadRecorder recorder;
  private final CalibrationKernels kernels;
  private final CalibrationEffort effort;
  private double dispersion = Double.POSITIVE_INFINITY;

  CallCalibration(ProfilerSection work, CalibrationKernels kernels, CalibrationEffort effort) {
    this.recorder = work.recorder();
    this.kernels = kernels;
    this.effort = effort;
  }

  @Override
  public CalibrationStatistics measure() {
    double[][] probes = new double[kernels.count()][];
    double[][] added = new double[kernels.count()][ROUNDS];
    int turns = effort.turns(CalibrationKernels.MORE_TURNS);
    int rounds = 0;
    for (; rounds < ROUNDS && effort.goesOn(rounds); rounds++) {
      for (int k = 0; k < kernels.count(); k++) {
        double[] before = probes();
        long woven = kernels.runWoven(k, turns);
        probes[k] = probes();
        probes[k][BOUND] -= before[BOUND];
        probes[k][VIRTUAL] -= before[VIRTUAL];
        added[k][rounds] = woven - kernels.runPlain(k, turns);
      }
    }
    double[] typical = new double[kernels.count()];
    double[] spread = new double[kernels.count()];
    for (int k = 0; k < kernels.count(); k++) {
      typical[k] = Quartiles.lower(added[k], rounds);
      spread[k] = Quartiles.upper(added[k], rounds) / typical[k];
    }
    dispersion = Quartiles.median(spread, spread.length);
    double[] cost = BaselineCostSolver.solve(probes, typical);
    return new CalibrationStatistics(
        List.of(
            trained(Kind.C2_STATIC, probes, BOUND, cost, rounds),
            trained(Kind.C2_VIRTUAL, probes, VIRTUAL, cost, rounds)),
        Costs.NONE,
        dispersion,
        Convergence.COMPLETE);
  }

  /** Under the category of a leaf's interval, which has as much of probes in it as any other. */
  private static CategoryStatistic trained(
      int kind, double[][] probes, int which, double[] cost, int rounds) {
    long observed = 0;
    for (double[] ofKernel : probes) {
      observed += Math.round(ofKernel[which]) * rounds;
    }
    return new CategoryStatistic(
        Category.ofLeaf(kind), observed, Math.round(cost[which]), cost[which], 0);
  }

  /** Probes run on this thread so far, of bound methods and of virtual ones. */
  private double[] probes() {
    double[] probes = new double[2];
    int end = recorder.end();
    long[] nodes = recorder.nodes();
    for (int node = ThreadRecorder.OWN_NODES * CallNode.SIZE; node < end; node += CallNode.SIZE) {
      probes[CallNode.method(nodes, node) & 1] += 2 * CallNode.calls(nodes, node);
    }
    return probes;
  }

  @Override
  public double dispersion() {
    return dispersion;
  }
}
