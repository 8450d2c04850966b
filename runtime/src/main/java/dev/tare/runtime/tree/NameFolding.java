package dev.tare.runtime.tree;

/** Folds names without end, such as {@code request-4711}, into few. */
public final class NameFolding {
  private NameFolding() {}

  /** The name with a star for each row of digits; the name itself where it has none. */
  public static String folded(String name) {
    int at = 0;
    while (at < name.length() && !isDigit(name.charAt(at))) {
      at++;
    }
    if (at == name.length()) {
      return name;
    }
    StringBuilder folded = new StringBuilder(name.length()).append(name, 0, at);
    boolean inDigits = false;
    for (; at < name.length(); at++) {
      char c = name.charAt(at);
      boolean digit = isDigit(c);
      if (!digit) {
        folded.append(c);
      } else if (!inDigits) {
        folded.append('*');
      }
      inDigits = digit;
    }
    return folded.toString();
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }
}
