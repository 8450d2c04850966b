package dev.tare.agent.snapshot;

import dev.tare.agent.calibration.model.CategoryName;
import dev.tare.profile.CalibrationTable;
import dev.tare.runtime.calibration.Calibration;
import dev.tare.runtime.calibration.Category;
import dev.tare.runtime.calibration.CategoryTable;
import dev.tare.runtime.calibration.KnownOverheads;
import dev.tare.runtime.thread.Recorders;
import dev.tare.runtime.thread.ThreadRecorder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The categories' statistics of several threads, added up. */
public final class CategoryStatistics {
  /** So that kernels of known cost are inside in nine of ten programs of one to three seconds. */
  private static final double OF_COLD_CODE = 3;

  /**
   * Nine of ten moments' costs are within so many times the root of the mean square by which
   * samples differ: 1.645 standard deviations, of probes that vary half as much again as the
   * fastest batch of a sample.
   */
  private static final double OF_MOMENTS = 2.5;

  private final long[] minimum = new long[Category.KEYS];
  private final long[] observed = new long[Category.KEYS];
  private long driftSamples;
  private double driftSquares;

  public CategoryStatistics() {
    Arrays.fill(minimum, KnownOverheads.UNKNOWN);
  }

  /** Adds what one thread saw. */
  public void add(CategoryTable table) {
    driftSamples += table.driftSamples();
    driftSquares += table.driftSquares();
    for (int category = 0; category < table.count(); category++) {
      add(Category.key(category), table.observed(category), table.minimum(category));
    }
  }

  /** Adds intervals of one category. */
  void add(int key, long observed, long minimum) {
    this.minimum[key] = Math.min(this.minimum[key], minimum);
    this.observed[key] += observed;
  }

  /** Adds what all threads have seen by now. */
  public CategoryStatistics addAll() {
    for (ThreadRecorder recorder = Recorders.last();
        recorder != null;
        recorder = Recorders.before(recorder)) {
      if (!recorder.isOnCarriers()) { // There it is the carrier's.
        add(recorder.categories());
      }
    }
    return this;
  }

  /**
   * What came since an earlier moment; but all of the drift where none was measured since, which is
   * not of the code that ran.
   *
   * @param earlier what there was then
   */
  CategoryStatistics since(CategoryStatistics earlier) {
    CategoryStatistics since = new CategoryStatistics();
    for (int key = 0; key < Category.KEYS; key++) {
      since.add(key, observed[key] - earlier.observed[key], minimum[key]);
    }
    boolean hasDrift = driftSamples > earlier.driftSamples;
    since.driftSamples = driftSamples - (hasDrift ? earlier.driftSamples : 0);
    since.driftSquares = driftSquares - (hasDrift ? earlier.driftSquares : 0);
    return since;
  }

  /** The categories that were met, as a profile names them. */
  public List<CalibrationTable.Category> categories() {
    List<CalibrationTable.Category> categories = new ArrayList<>();
    for (int key = 0; key < Category.KEYS; key++) {
      long seen = observed[key];
      if (seen > 0) {
        categories.add(
            new CalibrationTable.Category(
                CategoryName.events(key),
                CategoryName.methods(key),
                seen,
                minimum[key] == KnownOverheads.UNKNOWN ? 0 : minimum[key]));
      }
    }
    return categories;
  }

  /**
   * By what part overheads of this run may be wrong: those of code that C2 has not compiled are
   * less well known, the more so the shorter the run.
   *
   * @param ofCalibration the same as far as the calibration knows
   */
  double uncertainty(double ofCalibration) {
    double all = 0;
    double cold = 0;
    for (int key = 0; key < Category.KEYS; key++) {
      double overhead = observed[key] * Calibration.known().overhead(key);
      if (overhead > 0) {
        all += overhead;
        cold += Category.isOfC2(key) ? 0 : overhead;
      }
    }
    return all == 0 ? ofCalibration : Math.hypot(ofCalibration, OF_COLD_CODE * cold / all);
  }

  /**
   * By what part probes cost more or less in one moment than was subtracted, in nine of ten
   * moments; NaN where it was not measured, as for counters.
   */
  double fluctuation() {
    return driftSamples == 0 ? Double.NaN : OF_MOMENTS * Math.sqrt(driftSquares / driftSamples);
  }
}
