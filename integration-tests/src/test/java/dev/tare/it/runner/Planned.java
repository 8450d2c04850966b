package dev.tare.it.runner;

/** What a random program throws on purpose; without a stack trace, which would only take time. */
public final class Planned extends RuntimeException {
  /** One to be thrown. */
  public Planned() {
    super(null, null, false, false);
  }
}
