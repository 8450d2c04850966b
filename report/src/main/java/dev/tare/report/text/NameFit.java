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
      return name.substring(0, room - told.length() - CUT.length()) + CUT + told;
    }
    int left = room - CUT.length();
    int head = left / 2;
    return told.substring(0, head) + CUT + told.substring(told.length() - (left - head));
  }
}
