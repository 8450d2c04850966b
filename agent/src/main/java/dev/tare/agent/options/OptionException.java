package dev.tare.agent.options;

/** An option that cannot be; the message names key, value and what would be right. */
public final class OptionException extends Exception {
  private static final long serialVersionUID = 1;

  private final String line;

  /** More of a key or a value tells nobody anything, and what would be right comes after it. */
  private static final int MAX_SHOWN = 200;

  OptionException(String key, String value, String right) {
    this(shown(key) + "=" + shown(value) + ": " + right);
  }

  private OptionException(String line) {
    super(line);
    this.line = line;
  }

  /** Of what is no key and value at all. */
  static OptionException notAnOption(String text, String right) {
    return new OptionException((text.isEmpty() ? "','" : shown(text)) + ": " + right);
  }

  private static String shown(String text) {
    return text.length() <= MAX_SHOWN ? text : text.substring(0, MAX_SHOWN) + "...";
  }

  public String line() {
    return line;
  }
}
