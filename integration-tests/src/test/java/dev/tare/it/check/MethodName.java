package dev.tare.it.check;

import dev.tare.profile.MethodInfo;
import java.util.regex.Pattern;

/**
 * A method as an expectation knows it: class and name, without the descriptor.
 *
 * @param className binary name of the class, with dots; empty for the root of a tree
 * @param name name of the method; {@code root} for the root of a tree
 */
record MethodName(String className, String name) {
  /** Whoever calls a thread's outermost methods. */
  static final MethodName ROOT = new MethodName("", "root");

  static MethodName of(MethodInfo method) {
    return new MethodName(method.className(), method.name());
  }

  /**
   * Whether this method is meant by {@code work}, {@code Inner.work}, {@code
   * com.acme.Outer$Inner.work}; a {@code *} stands for anything.
   */
  boolean matches(String pattern) {
    int dot = pattern.lastIndexOf('.');
    String wantedName = regex(pattern.substring(dot + 1));
    return name.matches(wantedName)
        && (dot < 0 || className.matches("(.*[.$])?" + regex(pattern.substring(0, dot))));
  }

  private static String regex(String pattern) {
    return Pattern.quote(pattern).replace("*", "\\E.*\\Q");
  }

  @Override
  public String toString() {
    return className.isEmpty()
        ? name
        : className.substring(className.lastIndexOf('.') + 1) + "." + name;
  }
}
