package dev.tare.runtime.thread;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.runtime.calibration.Calibration;
import dev.tare.runtime.calibration.Category;
import dev.tare.runtime.calibration.Kind;
import dev.tare.runtime.calibration.KnownOverheads;
import dev.tare.runtime.calibration.ProbeCostMonitor;
import dev.tare.runtime.clock.Reading;
import dev.tare.runtime.memory.TreeMemory;

/** Calls that {@link CalibratedCallsTest} makes in a runtime that subtracts overhead. */
final class CalibratedCalls {
  private static final double PROBE_COST = 50;

  private CalibratedCalls() {}

  /**
   * What an entry takes beyond its reading is excluded by parts, one after the other: the look for
   * interruptions, a category that is met for the first time, a sample of the probe cost.
   */
  static void theLastReadingIsNotLaterThanTheClock() {
    double[] overhead = new double[Category.KEYS];
    Calibration.publish(new KnownOverheads(overhead, PROBE_COST, 0, 0));
    for (int i = 0; i < 20; i++) {
      ThreadRecorder recorder = Trees.recorder(100);
      while (Reading.now() - recorder.lastReading() < ProbeCostMonitor.BETWEEN_SAMPLES) {
        Thread.onSpinWait();
      }

      recorder.enter(1, Kind.C2_STATIC);

      long ahead = recorder.lastReading() - Reading.now();
      assertTrue(ahead <= 0, "the last reading is " + ahead + " ns later than the clock");
    }
  }

  /** It ends where memory is taken for a category that is met for the first time. */
  static void noIntervalIsLostWhereTheStackEnds() {
    ThreadRecorder recorder = Trees.recorder(100);
    TreeMemory.listen(CalibratedCalls::overflow); // where half of the memory is taken
    TreeMemory.takeAnyway(TreeMemory.limit() / 2 - TreeMemory.taken());

    recorder.enter(1, Kind.C2_STATIC);

    assertTrue(TreeMemory.isScarce());
    assertEquals(recorder.lastReading(), recorder.chargedUpTo(Trees.sumOfMetric(recorder)));
  }

  private static void overflow() {
    throw new StackOverflowError();
  }
}
