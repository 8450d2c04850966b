package dev.tare.fleet;

/** A command cannot do what was asked; the message is the one line that the user sees. */
public final class FleetException extends Exception {
  public FleetException(String message) {
    super(message);
  }

  public FleetException(String message, Throwable cause) {
    super(message, cause);
  }
}
