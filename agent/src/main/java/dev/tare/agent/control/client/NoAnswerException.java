package dev.tare.agent.control.client;

/** A JVM did not do what it was told: it does not listen, or it is ending. */
final class NoAnswerException extends CommandException {
  private static final long serialVersionUID = 1;

  NoAnswerException(String line) {
    super(line);
  }
}
