package dev.tare.report.text;

/** Shortens names in the middle: the class and the method are what tells them. */
final class NameFit {
  private static final String CUT = "…";

  private NameFit() {}

  /** The name, or so many characters of it. */
  static String fitted(String name, int room) {
    if (name.length() <= room) {
      return name;
    }
    int parameters = name.indexOf('(');
    String path = parameters < 0 ? name : name.substring(0, parameters);
    int method = path.lastIndexOf('.');
    int className = path.lastIndexOf('.', method - 1) + 1;
    String told = name.substring(method < 0 ? 0 : className);
    if (told.length() + CUT.length() <= room) {
      return beginning(name, room - told.length() - CUT.length()) + CUT + told;
    }
    int left = room - CUT.length();
    int head = left / 2;
    return beginning(told, head) + CUT + end(told, left - head);
  }

  /** So many characters, or one less where that would cut a pair of surrogates. */
  private static String beginning(String text, int length) {
    boolean isPairCut = length > 0 && Character.isHighSurrogate(text.charAt(length - 1));
    return text.substring(0, isPairCut ? length - 1 : length);
  }

  private static String end(String text, int length) {
    int from = text.length() - length;
    boolean isPairCut = length > 0 && Character.isLowSurrogate(text.charAt(from));
    return text.substring(isPairCut ? from + 1 : from);
  }
}
