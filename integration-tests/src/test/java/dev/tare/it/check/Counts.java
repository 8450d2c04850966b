package dev.tare.it.check;

/** Calls from one method to another, added up over every context in which they were made. */
record Counts(long calls, long exceptions, long open) {
  static final Counts NONE = new Counts(0, 0, 0);

  Counts plus(Counts other) {
    return new Counts(calls + other.calls, exceptions + other.exceptions, open + other.open);
  }

  @Override
  public String toString() {
    return calls
        + (exceptions == 0 ? "" : ", exceptions " + exceptions)
        + (open == 0 ? "" : ", open " + open);
  }
}
