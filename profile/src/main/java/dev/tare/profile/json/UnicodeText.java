package dev.tare.profile.json;

/**
 * Text that UTF-8 can carry. A Java name may hold half of a surrogate pair (JVMS 4.4.7); UTF-8 may
 * not.
 */
final class UnicodeText {
  private UnicodeText() {}

  /**
   * The text, each unpaired surrogate as a backslash, {@code u} and its number: names that differ
   * in nothing else stay two. That is no escape of JSON, whose readers replace such a half or
   * refuse it.
   */
  static String wellFormed(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        return numberUnpaired(text, i);
      }
    }
    return text;
  }

  private static String numberUnpaired(String text, int from) {
    StringBuilder result = new StringBuilder(text.length()).append(text, 0, from);
    int i = from;
    while (i < text.length()) {
      int point = text.codePointAt(i);
      i += Character.charCount(point);
      if (point <= Character.MAX_VALUE && Character.isSurrogate((char) point)) {
        result.append("\\u").append(Integer.toHexString(point));
      } else {
        result.appendCodePoint(point);
      }
    }
    return result.toString();
  }
}
