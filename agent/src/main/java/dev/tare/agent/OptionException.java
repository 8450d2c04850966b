package dev.tare.agent;

/** An option that cannot be; the message names key, value and what would be right. */
final class OptionException extends Exception {
  private static final long serialVersionUID = 1;

  private final String line;

  OptionException(String key, String value, String right) {
    this(key + "=" + value + ": " + right);
  }

  private OptionException(String line) {
    super(line);
    this.line = line;
  }

  String line() {
    return line;
  }
}
