package dev.tare.runtime;

/**
 * The times in which nothing is recorded, as of one moment; immutable, and replaced at each change.
 *
 * <p>While nothing is recorded, woven code is gone, but for activations that began before: their
 * exits still come, and must not charge what passed meanwhile. No probe's fast path asks for it. At
 * each change the table in which threads find their recorders is emptied ({@link
 * Recorders#forgetAll}), so that each thread's next probe misses, and learns of it there.
 */
public final class Pauses {
  private static volatile Pauses current = new Pauses(false, 0, 0);

  /** Whether nothing is recorded now. */
  final boolean paused;

  /** How long the pauses took that have ended. */
  private final long ended;

  /** The reading at which the present pause began. */
  private final long since;

  private Pauses(boolean paused, long ended, long since) {
    this.paused = paused;
    this.ended = ended;
    this.since = since;
  }

  static Pauses current() {
    return current;
  }

  /** How long all pauses took up to a reading, in the metric's unit; of a clock alone. */
  long until(long reading) {
    return paused ? ended + (reading - since) : ended;
  }

  /** Begins a pause, unless there is one. */
  public static synchronized void begin() {
    Pauses before = current;
    if (!before.paused) {
      current = new Pauses(true, before.ended, Reading.now());
      Recorders.forgetAll();
    }
  }

  /** Ends the pause, if there is one. */
  public static synchronized void end() {
    Pauses before = current;
    if (before.paused) {
      current = new Pauses(false, before.until(Reading.now()), 0);
      Recorders.forgetAll();
    }
  }
}
