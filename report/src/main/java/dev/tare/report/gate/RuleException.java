package dev.tare.report.gate;

/** A rule cannot be read, or not be decided; the message is one line for the user. */
public final class RuleException extends Exception {
  RuleException(String message) {
    super(message);
  }
}
