package dev.tare.agent.calibration.training;

import dev.tare.agent.calibration.model.CalibrationStatistics;
import dev.tare.agent.calibration.model.CalibrationStatistics.CategoryStatistic;
import dev.tare.agent.calibration.model.Costs;
import dev.tare.agent.calibration.model.Quartiles;
import dev.tare.runtime.calibration.Category;
import dev.tare.runtime.calibration.Kind;
import dev.tare.runtime.thread.ThreadRecorder;
import dev.tare.runtime.tree.CallNode;
import java.util.List;
import java.util.stream.DoubleStream;

/**
 * Learns what a probe costs that takes no reading, one of sampled mode: by how much longer the
 * kernels run when they are woven.
 */
record CallCalibration(
    ThreadRecorder recorder, CalibrationKernels kernels, CalibrationEffort effort)
    implements CalibrationRun {
  @Override
  public void warmUp(int plainTurns) {
    kernels.warmUp(plainTurns, plainTurns, () -> {});
  }

  @Override
  public CalibrationStatistics measure() {
    DoubleStream.Builder rounds = DoubleStream.builder();
    for (int i = 0; effort.goesOn(i); i++) {
      rounds.add(ofProbe(effort.turns(CalibrationKernels.PLAIN_TURNS)));
    }
    double[] costs = rounds.build().toArray();
    double cost = Math.max(0, Quartiles.lower(DoubleStream.of(costs)));
    double dispersion = Quartiles.upper(DoubleStream.of(costs)) / cost;
    // That of a leaf's interval, which has as much of probes in it as any other.
    CategoryStatistic ofLeaf = new CategoryStatistic(Category.ofLeaf(Kind.C2_STATIC), cost, 0, 1);
    return new CalibrationStatistics(
        List.of(ofLeaf), Costs.NONE, dispersion, effort.convergence(dispersion));
  }

  /** What a probe takes in one round: the median of kernels. */
  private double ofProbe(int turns) {
    DoubleStream.Builder costs = DoubleStream.builder();
    for (int k = CalibrationKernels.LEAF; k < kernels.loaded(); k++) {
      long before = probes();
      long woven = CalibrationKernels.run(kernels.woven[k], turns);
      long plain = CalibrationKernels.run(kernels.plain[k], turns);
      costs.add((double) (woven - plain) / (probes() - before));
    }
    return Quartiles.median(costs.build());
  }

  /** Probes run on this thread so far. */
  private long probes() {
    long probes = 0;
    long[] nodes = recorder.nodes();
    int first = ThreadRecorder.OWN_NODES * CallNode.SIZE;
    for (int node = first; node < recorder.end(); node += CallNode.SIZE) {
      probes += 2 * CallNode.calls(nodes, node);
    }
    return probes;
  }
}
