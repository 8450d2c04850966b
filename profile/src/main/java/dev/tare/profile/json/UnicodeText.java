package dev.tare.profile.json;

/**
 * Text that UTF-8 can carry. A Java name may hold half of a surrogate pair (JVMS 4.4.7); UTF-8 may
 * not.
 */
final class UnicodeText {
  private static final char REPLACEMENT = '\uFFFD';

  private UnicodeText() {}

  /** The text, with U+FFFD in place of each unpaired surrogate. */
  static String wellFormed(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        return replaceUnpaired(text, i);
      }
    }
    return text;
  }

  private static String replaceUnpaired(String text, int from) {
    StringBuilder result = new StringBuilder(text.length()).append(text, 0, from);
    int i = from;
    while (i < text.length()) {
      int point = text.codePointAt(i);
      i += Character.charCount(point);
      boolean unpaired = point <= Character.MAX_VALUE && Character.isSurrogate((char) point);
      result.appendCodePoint(unpaired ? REPLACEMENT : point);
    }
    return result.toString();
  }
}
