package dev.tare.agent.budget;

/**
 * The fields of a text, parted by tabs, line by line. {@link String#split} takes twice as long,
 * which counts at a start.
 */
final class TabbedFields {
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
}
