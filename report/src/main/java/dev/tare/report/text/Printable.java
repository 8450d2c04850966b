package dev.tare.report.text;

/**
 * Names from a profile, made fit for a terminal. They come from the application, so that one could
 * hold an escape sequence, a line break, or a character that turns the writing direction around.
 */
public final class Printable {
  private Printable() {}

  /** The text, each character that a terminal could act on as its number ({@code \u001b}). */
  public static String text(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (acts(text.charAt(i))) {
        return escaped(text);
      }
    }
    return text;
  }

  private static String escaped(String text) {
    StringBuilder result = new StringBuilder(text.length() + 5);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (acts(c)) {
        result.append(String.format("\\u%04x", (int) c));
      } else {
        result.append(c);
      }
    }
    return result.toString();
  }

  private static boolean acts(char c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          true;
      default -> false;
    };
  }
}
