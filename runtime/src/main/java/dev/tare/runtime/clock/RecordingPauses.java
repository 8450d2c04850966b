package dev.tare.runtime.clock;

/**
 * The times in which nothing is recorded, as of one moment; immutable, and replaced at each change.
 *
 * <p>While nothing is recorded, woven code is gone, except in classes that are still to be woven
 * again, and in activations that began before. Entries count nothing then: they open no node, so
 * their exits open the same one again. Exits of calls from before still come, and must not charge
 * what passed meanwhile. Fast paths do not check it. Whoever begins or ends a pause empties the
 * table in which threads find their recorders, so that each thread's next probe misses, and learns
 * of it there; in a pause, each probe does.
 */
public final class RecordingPauses {
  private static volatile RecordingPauses current = new RecordingPauses(0, false, 0, 0);

  /** How many pauses have begun. */
  public final int begun;

  /** Whether nothing is recorded now. */
  public final boolean paused;

  /** How long the pauses took that have ended. */
  private final long ended;

  /** The reading at which the present pause began. */
  private final long since;

  private RecordingPauses(int begun, boolean paused, long ended, long since) {
    this.begun = begun;
    this.paused = paused;
    this.ended = ended;
    this.since = since;
  }

  public static RecordingPauses current() {
    return current;
  }

  /** Whether nothing is recorded now: then a call that begins is not counted. */
  public static boolean isPaused() {
    return current.paused;
  }

  /** How long all pauses took up to a reading, in the metric's unit; of a clock alone. */
  public long until(long reading) {
    return paused ? ended + (reading - since) : ended;
  }

  /**
   * Begins a pause, unless there is one.
   *
   * @return whether one began: then the caller has to tell the threads
   */
  public static synchronized boolean begin() {
    RecordingPauses before = current;
    if (before.paused) {
      return false;
    }
    current = new RecordingPauses(before.begun + 1, true, before.ended, Reading.now());
    return true;
  }

  /**
   * Ends the pause, if there is one.
   *
   * @return whether one ended: then the caller has to tell the threads
   */
  public static synchronized boolean end() {
    RecordingPauses before = current;
    if (!before.paused) {
      return false;
    }
    current = new RecordingPauses(before.begun, false, before.until(Reading.now()), 0);
    return true;
  }
}
