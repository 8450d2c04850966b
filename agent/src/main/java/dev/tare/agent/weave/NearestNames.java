package dev.tare.agent.weave;

import dev.tare.agent.options.EditDistance;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What somebody may have meant by a pattern that matches no class. */
public final class NearestNames {
  private static final int MOST = 3;

  /** One letter in so many may be wrong, and a few in any case. */
  private static final int LETTERS_PER_ERROR = 3;

  private static final int MIN_ERRORS = 2;

  private NearestNames() {}

  /**
   * The patterns nearest to one that was given, the nearest first: names of classes, {@code
   * package.*} and {@code class#method}. Empty where nothing is near.
   *
   * @param patterns as the options give them
   * @param classNames names with dots, as {@link Class#getName}
   */
  public static List<String> to(List<String> patterns, Collection<String> classNames) {
    Map<String, Integer> near = new HashMap<>();
    for (String pattern : patterns) {
      String wanted = plain(pattern.replaceFirst("#.*", ""));
      int mostErrors = Math.max(MIN_ERRORS, wanted.length() / LETTERS_PER_ERROR);
      int end = pattern.lastIndexOf('.');
      String owner = plain(pattern.substring(0, Math.max(end, 0)));
      for (String name : classNames) {
        if (!pattern.contains("#") && plain(name).equals(owner)) {
          near.put(name + "#" + pattern.substring(end + 1), 1); // As reports write methods.
        }
        add(near, name, wanted, mostErrors);
        int dot = name.lastIndexOf('.');
        if (dot > 0) {
          add(near, name.substring(0, dot) + ".*", wanted, mostErrors);
        }
      }
    }
    return near.entrySet().stream()
        .sorted(Map.Entry.<String, Integer>comparingByValue().thenComparing(Map.Entry::getKey))
        .limit(MOST)
        .map(Map.Entry::getKey)
        .toList();
  }

  private static void add(Map<String, Integer> near, String name, String wanted, int mostErrors) {
    String plain = plain(name);
    // Who leaves the package out knows the name.
    int errors = plain.endsWith("." + wanted) ? 1 : EditDistance.of(wanted, plain, mostErrors);
    if (errors <= mostErrors) {
      near.merge(name, errors, Math::min);
    }
  }

  /** Slashes, dollars and capitals are often taken for others. */
  private static String plain(String name) {
    return name.replace('/', '.').replace('$', '.').toLowerCase(Locale.ROOT);
  }
}
