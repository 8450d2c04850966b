package dev.tare.agent.weave;

/**
 * A pattern of {@code include} or {@code exclude}: a class name with dots, in which {@code *}
 * stands for any characters, and after {@code #}, where only some methods are meant, a method name
 * of the same form.
 */
final class NamePattern {
  private final String className;
  private final String methodName;

  NamePattern(String pattern) {
    int hash = pattern.indexOf('#');
    className = (hash < 0 ? pattern : pattern.substring(0, hash)).replace('.', '/');
    methodName = hash < 0 ? "*" : pattern.substring(hash + 1);
  }

  /** Whether all methods of a class are meant. */
  boolean everyMethod() {
    return methodName.equals("*");
  }

  /** Whether the pattern begins with a package or class of the JDK, and so names it on purpose. */
  boolean startsWithName() {
    return !className.startsWith("*");
  }

  boolean matchesClass(String internalName) {
    return matches(className, internalName);
  }

  boolean matchesMethod(String name) {
    return matches(methodName, name);
  }

  /**
   * Takes the first place where a part fits, and goes back to the last {@code *} where one does
   * not.
   */
  private static boolean matches(String pattern, String text) {
    int p = 0;
    int t = 0;
    int star = -1;
    int resume = 0;
    while (t < text.length()) {
      if (p < pattern.length() && pattern.charAt(p) == '*') {
        star = p++;
        resume = t;
      } else if (p < pattern.length() && pattern.charAt(p) == text.charAt(t)) {
        p++;
        t++;
      } else if (star >= 0) {
        p = star + 1;
        t = ++resume;
      } else {
        return false;
      }
    }
    while (p < pattern.length() && pattern.charAt(p) == '*') {
      p++;
    }
    return p == pattern.length();
  }
}
