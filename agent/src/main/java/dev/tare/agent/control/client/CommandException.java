package dev.tare.agent.control.client;

/** A command cannot do what was asked. The message is the one line that the user sees. */
class CommandException extends Exception {
  private static final long serialVersionUID = 1;

  private final int status;

  CommandException(int status, String line) {
    super(line);
    this.status = status;
  }

  CommandException(String line) {
    this(1, line);
  }

  /** The exit status. */
  int status() {
    return status;
  }
}
