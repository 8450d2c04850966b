package dev.tare.agent.control;

/** What was asked cannot be done; the message is the one line that the user sees. */
public final class CommandRefused extends Exception {
  private static final long serialVersionUID = 1;

  private final boolean comesTooLate;

  /** With the line. */
  public CommandRefused(String line) {
    this(line, false);
  }

  private CommandRefused(String line, boolean comesTooLate) {
    super(line);
    this.comesTooLate = comesTooLate;
  }

  /** Of a JVM that is ending. */
  static CommandRefused tooLate() {
    return new CommandRefused("the JVM is ending, and writes its last profile", true);
  }

  /** Whether the JVM is ending: there will be a profile. */
  public boolean comesTooLate() {
    return comesTooLate;
  }

  /** The line. */
  public String line() {
    return String.valueOf(getMessage());
  }
}
