package dev.tare.agent.calibration.model;

import dev.tare.runtime.calibration.Category;
import dev.tare.runtime.calibration.Kind;
import java.util.List;

/**
 * How files name the categories: by two events, with {@code -searched} where the second is an entry
 * whose node was looked up, and by how the methods involved were running.
 */
public final class CategoryName {
  private static final String[] KINDS = {
    "other", "interpreted", "c1-static", "c1-dispatched", "c2-static", "c2-dispatched"
  };

  private static final String[] EVENTS = {"entry-entry", "entry-exit", "exit-entry", "exit-exit"};

  private static final String LOOKUP = "-searched";

  /** What {@link #key} returns where no category is called so. */
  public static final int NONE = -1;

  private CategoryName() {}

  /** The two events that bound its intervals. */
  public static String events(int key) {
    return EVENTS[(Category.beginsWithExit(key) ? 2 : 0) + (Category.endsWithExit(key) ? 1 : 0)]
        + (Category.hasLookup(key) ? LOOKUP : "");
  }

  /** How the method that the first event came from, the one on top, and the next were running. */
  public static List<String> methods(int key) {
    return List.of(kind(Category.from(key)), kind(Category.onTop(key)), kind(Category.to(key)));
  }

  private static String kind(int kind) {
    return kind < Kind.COUNT ? KINDS[kind] : "unknown";
  }

  /** The key of the category that is called so, or {@link #NONE}. */
  public static int key(String events, List<String> methods) {
    boolean withLookup = events.endsWith("entry" + LOOKUP);
    int pair =
        List.of(EVENTS)
            .indexOf(withLookup ? events.substring(0, events.length() - LOOKUP.length()) : events);
    if (pair < 0 || methods.size() != 3) {
      return NONE;
    }
    List<String> kinds = List.of(KINDS);
    int from = kinds.indexOf(methods.get(0));
    int onTop = kinds.indexOf(methods.get(1));
    int to = kinds.indexOf(methods.get(2));
    if (from < 0 || onTop < 0 || to < 0) {
      return NONE;
    }
    int key = Category.key(pair >= 2, from, onTop, (pair & 1) == 1, to);
    return withLookup ? Category.withLookup(key) : key;
  }
}
