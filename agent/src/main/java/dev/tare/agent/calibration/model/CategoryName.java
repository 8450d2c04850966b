package dev.tare.agent.calibration.model;

import dev.tare.runtime.calibration.Category;
import java.util.List;

/**
 * How files name the categories: by two events, with {@code -searched} where the second is an entry
 * whose node was looked up, and by how the methods involved were running.
 */
public final class CategoryName {
  private static final List<String> KINDS =
      List.of("other", "interpreted", "c1-static", "c1-dispatched", "c2-static", "c2-dispatched");

  private CategoryName() {}

  /** The two events that bound its intervals. */
  public static String events(int key) {
    return (Category.beginsWithExit(key) ? "exit" : "entry")
        + (Category.endsWithExit(key) ? "-exit" : "-entry")
        + (Category.hasLookup(key) ? "-searched" : "");
  }

  /** How the method that the first event came from, the one on top, and the next were running. */
  public static List<String> methods(int key) {
    return List.of(
        KINDS.get(Category.from(key)), KINDS.get(Category.onTop(key)), KINDS.get(Category.to(key)));
  }
}
