package dev.tare.agent.budget;

import java.util.HexFormat;

/**
 * The fields of a text, parted by tabs, line by line. {@link String#split} takes twice as long,
 * which counts at a start.
 *
 * <p>In names, which may have any characters (JVMS 4.2.2), those that would end a field, and those
 * that UTF-8 has none for, are written as a backslash and four hexadecimal digits.
 */
final class TabbedFields {
  private static final char ESCAPE = '\\';
  private static final int DIGITS = 4;
  private static final int RADIX = 16;

  private final String text;
  private int at;
  private int end;

  TabbedFields(String text) {
    this.text = text;
    end = endOfLine();
  }

  private int endOfLine() {
    int found = text.indexOf('\n', at);
    return found < 0 ? text.length() : found;
  }

  /** Goes to the line behind this one, if there is one. */
  boolean nextLine() {
    at = end + 1;
    if (at >= text.length()) {
      return false;
    }
    end = endOfLine();
    return true;
  }

  /** The next field of the line. */
  String next() {
    if (at > end) {
      throw new IllegalArgumentException("a field is missing");
    }
    int tab = text.indexOf('\t', at);
    int to = tab < 0 || tab > end ? end : tab;
    String field = text.substring(at, to);
    at = to + 1;
    return field;
  }

  /** The next field, a name that was {@link #escaped}. */
  String nextName() {
    String field = next();
    if (field.indexOf(ESCAPE) < 0) {
      return field;
    }
    StringBuilder name = new StringBuilder();
    for (int i = 0; i < field.length(); i++) {
      char c = field.charAt(i);
      if (c == ESCAPE) {
        c = (char) Integer.parseInt(field, i + 1, i + 1 + DIGITS, RADIX);
        i += DIGITS;
      }
      name.append(c);
    }
    return name.toString();
  }

  /** A name as a field. */
  static String escaped(String name) {
    if (name.chars().allMatch(TabbedFields::isPlain)) {
      return name;
    }
    StringBuilder field = new StringBuilder();
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (isPlain(c)) {
        field.append(c);
      } else {
        field.append(ESCAPE).append(HexFormat.of().toHexDigits(c));
      }
    }
    return field.toString();
  }

  /** Pairs of surrogates need no escape, which does them no harm. */
  private static boolean isPlain(int c) {
    return c >= ' ' && c != ESCAPE && !Character.isSurrogate((char) c);
  }
}
