package dev.tare.agent.weave;

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
   * The patterns nearest to one that was given, the nearest first: names of classes and {@code
   * package.*}. Empty where nothing is near.
   *
   * @param patterns as the options give them
   * @param classNames names with dots, as {@link Class#getName}
   */
  public static List<String> to(List<String> patterns, Collection<String> classNames) {
    Map<String, Integer> near = new HashMap<>();
    for (String pattern : patterns) {
      String wanted = plain(pattern.replaceFirst("#.*", ""));
      int mostErrors = Math.max(MIN_ERRORS, wanted.length() / LETTERS_PER_ERROR);
      for (String name : classNames) {
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
    int errors = plain.endsWith("." + wanted) ? 1 : errors(wanted, plain, mostErrors);
    if (errors <= mostErrors) {
      near.merge(name, errors, Math::min);
    }
  }

  /** Slashes, dollars and capitals are often taken for others. */
  private static String plain(String name) {
    return name.replace('/', '.').replace('$', '.').toLowerCase(Locale.ROOT);
  }

  /**
   * Letters to be added, left out or replaced (Levenshtein, 1966); more than the most: any more.
   */
  private static int errors(String one, String other, int most) {
    if (Math.abs(one.length() - other.length()) > most) {
      return most + 1;
    }
    int[] above = new int[other.length() + 1];
    for (int j = 0; j < above.length; j++) {
      above[j] = j;
    }
    for (int i = 1; i <= one.length(); i++) {
      int[] row = new int[above.length];
      row[0] = i;
      for (int j = 1; j < row.length; j++) {
        int replaced = above[j - 1] + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(replaced, 1 + Math.min(above[j], row[j - 1]));
      }
      above = row;
    }
    return above[other.length()];
  }
}
