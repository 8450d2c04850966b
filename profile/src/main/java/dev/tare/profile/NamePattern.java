package dev.tare.profile;

/**
 * Names methods, as the agent's {@code include} does: a class name with dots, in which {@code *}
 * stands for any characters, and after {@code #}, where only some methods are meant, a method name
 * of the same form. {@link NamePatterns} are several.
 */
public final class NamePattern {
  private final String className;
  private final String methodName;

  public NamePattern(String pattern) {
    int hash = pattern.indexOf('#');
    className = (hash < 0 ? pattern : pattern.substring(0, hash)).replace('.', '/');
    methodName = hash < 0 ? "*" : pattern.substring(hash + 1);
  }

  /**
   * Whether there can be a class and a method that it matches. No part of a class name between two
   * dots is empty, and no method has {@code <} or {@code >} in its name but {@code <init>} and
   * {@code <clinit>} (JVMS 4.2). {@code **} may stand for such parts, as it does elsewhere, and not
   * beside other characters, where it would look as if it were more than {@code *}.
   */
  public static boolean canMatch(String pattern) {
    NamePattern name = new NamePattern(pattern);
    for (String part : name.className.split("/", -1)) {
      if (part.isEmpty() || (part.contains("**") && !part.equals("**"))) {
        return false;
      }
    }
    return name.methodName.matches("[^<>]+")
        || name.matchesMethod("<init>")
        || name.matchesMethod("<clinit>");
  }

  /** The class's internal name, if it is exact. */
  public String className() {
    return className;
  }

  public String methodName() {
    return methodName;
  }

  public boolean isExactClass() {
    return className.indexOf('*') < 0;
  }

  public boolean isExactMethod() {
    return methodName.indexOf('*') < 0;
  }

  /** Whether all methods of a class are meant. */
  public boolean everyMethod() {
    return methodName.equals("*");
  }

  /** Whether the pattern begins with a name, and so means classes of the JDK on purpose. */
  public boolean startsWithName() {
    return !className.startsWith("*");
  }

  public boolean matchesClass(String internalName) {
    return matches(className, internalName);
  }

  public boolean matchesMethod(String name) {
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
