package dev.tare.agent.snapshot;

import dev.tare.profile.CalibrationTable;
import dev.tare.runtime.Calibration;
import dev.tare.runtime.Category;
import dev.tare.runtime.CategoryTable;
import dev.tare.runtime.Kind;
import dev.tare.runtime.KnownOverheads;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The categories' statistics of several threads, added up. */
public final class CategoryStatistics {
  private static final String[] KINDS = {
    "other", "interpreted", "c1-static", "c1-dispatched", "c2-static", "c2-dispatched"
  };

  private final long[] minimum = new long[Category.KEYS];
  private final long[] observed = new long[Category.KEYS];

  public CategoryStatistics() {
    Arrays.fill(minimum, KnownOverheads.UNKNOWN);
  }

  /** Adds what one thread saw. */
  public void add(CategoryTable table) {
    for (int category = 0; category < table.count(); category++) {
      int key = Category.key(category);
      minimum[key] = Math.min(minimum[key], table.minimum(category));
      observed[key] += table.observed(category);
    }
  }

  /** The categories that were met, as a profile names them. */
  public List<CalibrationTable.Category> categories() {
    List<CalibrationTable.Category> categories = new ArrayList<>();
    for (int key = 0; key < Category.KEYS; key++) {
      if (observed[key] > 0) {
        categories.add(
            new CalibrationTable.Category(
                (Category.beginsWithExit(key) ? "exit-" : "entry-")
                    + (Category.endsWithExit(key) ? "exit" : "entry"),
                List.of(
                    kind(Category.from(key)), kind(Category.onTop(key)), kind(Category.to(key))),
                observed[key],
                minimum[key] == KnownOverheads.UNKNOWN ? 0 : minimum[key],
                Math.round(Calibration.known().language(key))));
      }
    }
    return categories;
  }

  private static String kind(int kind) {
    return kind < Kind.COUNT ? KINDS[kind] : "unknown";
  }
}
