package dev.tare.agent.weave;

import dev.tare.runtime.tree.NameFolding;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * What classes go by in a profile, so that generated ones need no memory without end. A class goes
 * by its own name. Where {@link #MANY} had names that differ in their digits only, any more of them
 * go by one name, with a star for each row of digits ({@code com/acme/Query$*}), as threads do that
 * have ended. Names that were given stay.
 *
 * <p>All names are internal ones.
 */
final class ClassNames {
  /** Nobody writes so many classes whose names differ in their digits only. */
  static final int MANY = 1_000;

  private static final int MAX_PACKAGES = 1_000;
  private static final String ALL_OTHERS = "*";

  /** Of the classes with digits in their names, those that go by them. */
  private final Set<String> own = new HashSet<>();

  /** How many of these are alike. */
  private final Map<String, Integer> alike = new HashMap<>();

  private final Set<String> packages = new HashSet<>();

  /** What a class goes by, from here on. */
  String give(String name) {
    String folded = NameFolding.folded(name);
    if (folded.equals(name) || own.contains(name)) {
      return name;
    }
    if (alike.getOrDefault(folded, 0) == MANY) {
      return folded;
    }
    alike.merge(folded, 1, Integer::sum);
    own.add(name);
    return name;
  }

  /** What a class goes by if it goes by anything; its own name otherwise. */
  String given(String name) {
    String folded = NameFolding.folded(name);
    return alike.getOrDefault(folded, 0) == MANY && !own.contains(name) ? folded : name;
  }

  /** What all those classes of its package go by for which there is no room otherwise. */
  String ofPackage(String name) {
    if (packages.size() < MAX_PACKAGES) {
      packages.add(wholePackage(name));
    }
    return givenPackage(name);
  }

  /** The same, for names that may go by their own. */
  String givenPackage(String name) {
    String all = wholePackage(name);
    return packages.contains(all) ? all : ALL_OTHERS;
  }

  private static String wholePackage(String name) {
    return NameFolding.folded(name.substring(0, name.lastIndexOf('/') + 1)) + "*";
  }
}
