package dev.tare.agent.calibration.training;

import dev.tare.agent.calibration.model.Quartiles;
import dev.tare.runtime.calibration.Category;
import dev.tare.runtime.calibration.CategoryTable;
import dev.tare.runtime.thread.ProfilerSection;
import dev.tare.runtime.thread.ThreadRecorder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Learns how much less overhead an interval holds that begins where the one before was deferred:
 * that takes another path through the probe, and what is left of it after its last reading is as
 * long for all categories that begin with the same event.
 */
final class DeferralCalibration {
  private static final int PASSES = 15;

  /** Turns of a pass: that path takes ten times as long as the other. */
  private static final int TURNS = CalibrationKernels.TURNS / 4;

  private final CalibrationKernels kernels;
  private final CalibrationEffort effort;
  private final ThreadRecorder recorder;
  private final CategoryTable table;
  private final CategoryTable neverTrusted = CategoryTable.neverTrusted();

  DeferralCalibration(ProfilerSection work, CalibrationKernels kernels, CalibrationEffort effort) {
    this.effort = effort;
    this.kernels = kernels;
    this.recorder = work.recorder();
    this.table = recorder.categories();
  }

  /** As {@link dev.tare.runtime.calibration.KnownOverheads} has them. */
  record Deltas(double afterEntry, double afterExit) {}

  /** Measures, in turns, intervals that are deferred and others. */
  Deltas measure() {
    List<KernelMeasurement> usual = new ArrayList<>();
    List<KernelMeasurement> deferred = new ArrayList<>();
    for (int i = 0; i < PASSES && effort.goesOn(i); i++) {
      usual.add(pass(table));
      deferred.add(deferred());
    }
    return new Deltas(
        less(usual, deferred, key -> !Category.beginsWithExit(key)),
        less(usual, deferred, Category::beginsWithExit));
  }

  /** A pass in which all are deferred. */
  KernelMeasurement deferred() {
    recorder.beginOn(neverTrusted);
    try {
      return pass(neverTrusted);
    } finally {
      recorder.beginOn(table);
    }
  }

  private KernelMeasurement pass(CategoryTable booked) {
    int turns = effort.turns(TURNS);
    return KernelMeasurement.of(kernels, CalibrationKernels.LEAF + 1, booked, turns, turns);
  }

  /** The median of the categories; 0 where none was met on both paths. */
  private static double less(
      List<KernelMeasurement> usual, List<KernelMeasurement> deferred, IntPredicate ofKey) {
    double difference =
        Quartiles.median(
            IntStream.range(0, Category.count())
                .filter(category -> ofKey.test(Category.key(category)))
                .mapToDouble(category -> typical(usual, category) - typical(deferred, category)));
    return Double.isNaN(difference) ? 0 : difference;
  }

  private static double typical(List<KernelMeasurement> passes, int category) {
    return Quartiles.lower(passes.stream().mapToDouble(pass -> pass.mean(category)));
  }
}
