package dev.tare.runtime.calibration;

/** Where all threads find the {@link KnownOverheads} that hold now. */
public final class Calibration {
  private static volatile KnownOverheads known = KnownOverheads.NOTHING;

  /** A comparison would be a branch in probes that compilers have not seen (docs/adr/0148). */
  private static volatile boolean isKnown;

  private Calibration() {}

  /**
   * Tells all threads what is known. Until then, they defer nearly all adjustments; once told, they
   * do not look again.
   */
  public static synchronized void publish(KnownOverheads better) {
    known = better;
    isKnown = true;
  }

  /** Whether anything was published. */
  public static boolean isKnown() {
    return isKnown;
  }

  /** What is known now. */
  public static KnownOverheads known() {
    return known;
  }
}
