package dev.tare.report.export;

/** Names for formats in which a line is a record. */
final class SingleLine {
  private SingleLine() {}

  /** The name, each control character and line separator of any script as {@code ?}. */
  static String of(String name) {
    for (int i = 0; i < name.length(); i++) {
      if (breaks(name.charAt(i))) {
        return replaced(name);
      }
    }
    return name;
  }

  private static String replaced(String name) {
    StringBuilder result = new StringBuilder(name);
    for (int i = 0; i < result.length(); i++) {
      if (breaks(result.charAt(i))) {
        result.setCharAt(i, '?');
      }
    }
    return result.toString();
  }

  private static boolean breaks(char c) {
    return Character.isISOControl(c) || c == '\u2028' || c == '\u2029';
  }
}
