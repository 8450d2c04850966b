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
  private final long[] minimum = new long[Category.KEYS];
  private final long[] observed = new long[Category.KEYS];

  public CategoryStatistics() {
    Arrays.fill(minimum, KnownOverheads.UNKNOWN);
  }

  /** Adds what one thread saw. */
  public void add(CategoryTable table) {
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
      if (!recorder.isVirtual()) {
        add(recorder.categories()); // A virtual thread's is its carrier's.
      }
    }
    return this;
  }

  /**
   * The categories that were met, as a profile names them.
   *
   * @param earlier those of before, which are not counted
   */
  public List<CalibrationTable.Category> categories(CategoryStatistics earlier) {
    List<CalibrationTable.Category> categories = new ArrayList<>();
    for (int key = 0; key < Category.KEYS; key++) {
      long seen = observed[key] - earlier.observed[key];
      if (seen > 0) {
        categories.add(
            new CalibrationTable.Category(
                CategoryName.events(key),
                CategoryName.methods(key),
                seen,
                minimum[key] == KnownOverheads.UNKNOWN ? 0 : minimum[key],
                Math.round(Calibration.known().baselineCallCost(key))));
      }
    }
    return categories;
  }
}
