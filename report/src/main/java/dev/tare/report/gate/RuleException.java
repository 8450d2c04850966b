package dev.tare.report.gate;

/** A rule cannot be read, or not be decided; the message is one line for the user. */
public final class RuleException extends Exception {
  private final String reason;

  RuleException(String reason) {
    super(reason);
    this.reason = reason;
  }

  /** Of the rule in this line of its file, from 1. */
  RuleException(String rule, int line, String reason) {
    super("rule '" + rule + "' (line " + line + "): " + reason);
    this.reason = reason;
  }

  /** The message without the rule. */
  String reason() {
    return reason;
  }
}
