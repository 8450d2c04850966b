package dev.tare.profile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The patterns of an option, or of a rule. Names without {@code *} are looked up by hash, for tools
 * write lists of thousands of them; the others are tried one after the other.
 */
public final class NamePatterns {
  private static final String SEPARATOR = ":";

  private final Set<String> classes = new HashSet<>();
  private final Map<String, Set<String>> methods = new HashMap<>();
  private final List<NamePattern> others = new ArrayList<>();

  /** The patterns of a text that joins them by {@code :}, none of them checked. */
  public static List<String> split(String joined) {
    return List.of(joined.split(SEPARATOR, -1));
  }

  public NamePatterns(List<String> patterns) {
    for (String text : patterns) {
      NamePattern pattern = new NamePattern(text);
      if (!pattern.isExactClass() || !(pattern.everyMethod() || pattern.isExactMethod())) {
        others.add(pattern);
      } else if (pattern.everyMethod()) {
        classes.add(pattern.className());
      } else {
        methods
            .computeIfAbsent(pattern.className(), name -> new HashSet<>())
            .add(pattern.methodName());
      }
    }
  }

  public boolean isEmpty() {
    return classes.isEmpty() && methods.isEmpty() && others.isEmpty();
  }

  /**
   * Whether one matches the class, or some of its methods.
   *
   * @param named whether only those count that begin with a name and not with {@code *}
   */
  public boolean matchesClass(String internalName, boolean named) {
    if (classes.contains(internalName) || methods.containsKey(internalName)) {
      return true;
    }
    for (NamePattern pattern : others) {
      if (pattern.matchesClass(internalName) && (!named || pattern.startsWithName())) {
        return true;
      }
    }
    return false;
  }

  /** Whether one matches all methods of the class. */
  public boolean matchesEveryMethod(String internalName) {
    if (classes.contains(internalName)) {
      return true;
    }
    for (NamePattern pattern : others) {
      if (pattern.everyMethod() && pattern.matchesClass(internalName)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether one matches a method of the class.
   *
   * @param named whether only patterns count that begin with a name
   */
  public boolean matchesMethod(String internalName, String method, boolean named) {
    if (classes.contains(internalName)
        || methods.getOrDefault(internalName, Set.of()).contains(method)) {
      return true;
    }
    for (NamePattern pattern : others) {
      if ((!named || pattern.startsWithName())
          && pattern.matchesClass(internalName)
          && pattern.matchesMethod(method)) {
        return true;
      }
    }
    return false;
  }

  /** Whether one matches a method of the class, and not all of its methods. */
  public boolean namesMethod(String internalName, String method) {
    if (methods.getOrDefault(internalName, Set.of()).contains(method)) {
      return true;
    }
    for (NamePattern pattern : others) {
      if (!pattern.everyMethod()
          && pattern.matchesClass(internalName)
          && pattern.matchesMethod(method)) {
        return true;
      }
    }
    return false;
  }
}
