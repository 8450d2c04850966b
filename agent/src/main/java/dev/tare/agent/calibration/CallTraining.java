package dev.tare.agent.calibration;

import dev.tare.agent.calibration.TrainedOverheads.LessIfDeferred;
import dev.tare.agent.calibration.TrainedOverheads.Trained;
import dev.tare.runtime.AgentWork;
import dev.tare.runtime.CallNode;
import dev.tare.runtime.Category;
import dev.tare.runtime.Kind;
import dev.tare.runtime.ThreadRecorder;
import dev.tare.trainer.LanguageOverhead;
import java.util.List;

/**
 * Learns what probes cost that take no reading, those of sampled mode: by how much longer the
 * kernels run when they are woven, for each probe of a bound and of a dispatched method, by least
 * squares over the kernels.
 */
final class CallTraining implements Training {
  private static final int ROUNDS = 15;
  private static final int BOUND = 0;
  private static final int DISPATCHED = 1;

  private final ThreadRecorder recorder;
  private final TrainingKernels kernels;
  private double unsteadiness = Double.POSITIVE_INFINITY;

  CallTraining(AgentWork work, TrainingKernels kernels) {
    this.recorder = work.recorder();
    this.kernels = kernels;
  }

  @Override
  public TrainedOverheads measure() {
    double[][] probes = new double[kernels.count()][];
    double[][] added = new double[kernels.count()][ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
      for (int k = 0; k < kernels.count(); k++) {
        double[] before = probes();
        long woven = kernels.runWoven(k, TrainingKernels.MORE_TURNS);
        probes[k] = probes();
        probes[k][BOUND] -= before[BOUND];
        probes[k][DISPATCHED] -= before[DISPATCHED];
        added[k][round] = woven - kernels.runPlain(k, TrainingKernels.MORE_TURNS);
      }
    }
    double[] typical = new double[kernels.count()];
    double[] spread = new double[kernels.count()];
    for (int k = 0; k < kernels.count(); k++) {
      typical[k] = Quartiles.lower(added[k], ROUNDS);
      spread[k] = Quartiles.upper(added[k], ROUNDS) / typical[k];
    }
    unsteadiness = Quartiles.median(spread, spread.length);
    double[] cost = LanguageOverhead.solve(probes, typical);
    return new TrainedOverheads(
        List.of(
            trained(Kind.C2_STATIC, probes, BOUND, cost),
            trained(Kind.C2_DISPATCHED, probes, DISPATCHED, cost)),
        LessIfDeferred.NOTHING,
        Double.NaN);
  }

  /** Under the category of a leaf's interval, which has as much of probes in it as any other. */
  private static Trained trained(int kind, double[][] probes, int which, double[] cost) {
    long observed = 0;
    for (double[] ofKernel : probes) {
      observed += Math.round(ofKernel[which]) * ROUNDS;
    }
    return new Trained(
        Category.ofLeaf(kind),
        observed,
        Math.round(cost[which]),
        cost[which],
        0,
        Double.NaN,
        Double.NaN);
  }

  /** Probes run on this thread so far, of bound methods and of dispatched ones. */
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
  public double unsteadiness() {
    return unsteadiness;
  }
}
