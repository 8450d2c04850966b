package dev.tare.agent.calibration;

import dev.tare.agent.calibration.TrainedOverheads.LessIfDeferred;
import dev.tare.runtime.AgentWork;
import dev.tare.runtime.Category;
import dev.tare.runtime.CategoryTable;
import dev.tare.runtime.ThreadRecorder;
import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Learns how much less overhead an interval holds that begins where the one before was put off:
 * that takes another path through the probe, and what is left of it after its last reading is as
 * long for all categories that begin with the same event.
 */
final class DeferralTraining {
  private static final int PASSES = 15;

  /** Turns of a pass: that path takes ten times as long as the other. */
  private static final int TURNS = TrainingKernels.TURNS / 4;

  private final TrainingKernels kernels;
  private final ThreadRecorder recorder;
  private final CategoryTable table;
  private final CategoryTable neverTrusted = CategoryTable.neverTrusted();

  DeferralTraining(AgentWork work, TrainingKernels kernels) {
    this.kernels = kernels;
    this.recorder = work.recorder();
    this.table = recorder.categories();
  }

  /** Measures, in turns, intervals that are put off and others. */
  LessIfDeferred measure() {
    Pass[] usual = new Pass[PASSES];
    Pass[] deferred = new Pass[PASSES];
    for (int i = 0; i < PASSES; i++) {
      usual[i] = pass(table);
      deferred[i] = deferred();
    }
    return new LessIfDeferred(
        less(usual, deferred, key -> !Category.beginsWithExit(key)),
        less(usual, deferred, Category::beginsWithExit));
  }

  /** A pass in which all are put off. */
  Pass deferred() {
    recorder.beginOn(neverTrusted);
    try {
      return pass(neverTrusted);
    } finally {
      recorder.beginOn(table);
    }
  }

  private Pass pass(CategoryTable booked) {
    return Pass.of(kernels, TrainingKernels.LEAF + 1, booked, TURNS, TURNS);
  }

  /** The median of the categories; 0 where none was met on both paths. */
  private static double less(Pass[] usual, Pass[] deferred, IntPredicate ofKey) {
    double difference =
        Quartiles.median(
            IntStream.range(0, Category.count())
                .filter(category -> ofKey.test(Category.key(category)))
                .mapToDouble(category -> typical(usual, category) - typical(deferred, category)));
    return Double.isNaN(difference) ? 0 : difference;
  }

  private static double typical(Pass[] passes, int category) {
    return Quartiles.lower(Arrays.stream(passes).mapToDouble(pass -> pass.mean(category)));
  }
}
