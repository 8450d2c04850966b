package dev.tare.runtime;

/** Where all threads find the {@link KnownOverheads} that hold now. */
public final class Calibration {
  private static volatile KnownOverheads known = new KnownOverheads();

  /** Raised when {@link #known} changes, so that threads take the new values over. */
  static int generation;

  private Calibration() {}

  /** Gives all threads, those that run already too, something better to start from. */
  public static synchronized void publish(KnownOverheads better) {
    known = better;
    generation++;
  }

  /** What is known now. */
  public static KnownOverheads known() {
    return known;
  }
}
