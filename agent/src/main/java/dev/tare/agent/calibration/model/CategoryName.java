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

  /** Both, as one name. */
  public static String of(int key) {
    return events(key) + ' ' + String.join(" ", methods(key));
  }

  /**
   * The key of the category that is called so.
   *
   * @throws IllegalArgumentException where none is
   */
  public static int key(String name) {
    List<String> parts = List.of(name.split(" ", -1));
    if (parts.size() == 4 && KINDS.containsAll(parts.subList(1, 4))) {
      String events = parts.get(0);
      int key =
          Category.key(
              events.startsWith("exit-"),
              KINDS.indexOf(parts.get(1)),
              KINDS.indexOf(parts.get(2)),
              events.contains("-exit"),
              KINDS.indexOf(parts.get(3)));
      int looked = events.endsWith("-searched") ? Category.withLookup(key) : key;
      if (events.equals(events(looked))) {
        return looked;
      }
    }
    throw new IllegalArgumentException("no category is called " + name);
  }
}
