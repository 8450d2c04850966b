package dev.tare.it.check;

import dev.tare.profile.MethodInfo;

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
   * com.acme.Outer$Inner.work}; a {@code *} at the end stands for anything.
   */
  boolean matches(String pattern) {
    int dot = pattern.lastIndexOf('.');
    String wantedClass = pattern.substring(0, Math.max(dot, 0));
    String wantedName = pattern.substring(dot + 1);
    return matchesName(wantedName) && matchesClass(wantedClass);
  }

  private boolean matchesName(String wanted) {
    return wanted.endsWith("*")
        ? name.startsWith(wanted.substring(0, wanted.length() - 1))
        : name.equals(wanted);
  }

  private boolean matchesClass(String wanted) {
    return wanted.isEmpty()
        || className.equals(wanted)
        || className.endsWith("." + wanted)
        || className.endsWith("$" + wanted);
  }

  @Override
  public String toString() {
    return className.isEmpty()
        ? name
        : className.substring(className.lastIndexOf('.') + 1) + "." + name;
  }
}
