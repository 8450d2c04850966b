package dev.tare.agent.control;

/** What was asked cannot be done; the message is the one line that the user sees. */
public final class CommandRefused extends Exception {
  private static final long serialVersionUID = 1;

  /** With the line. */
  public CommandRefused(String line) {
    super(line);
  }

  /** The line. */
  public String line() {
    return String.valueOf(getMessage());
  }
}
