package dev.tare.report.analysis;

/**
 * How far a value can be trusted, as far as a profile tells: by the overhead that was taken off it.
 * What varies from run to run is not in it.
 */
public final class Uncertainty {
  /**
   * The part of an overhead by which it may be wrong. An assumption, not a measurement: the
   * calibration knows the overhead of a category, and sites of one category differ among each
   * other.
   */
  public static final double OF_OVERHEAD = 0.1;

  private Uncertainty() {}

  /** By how much a self value may be wrong that this overhead was taken off from. */
  public static double of(long overhead) {
    return OF_OVERHEAD * Math.abs((double) overhead);
  }

  /**
   * By how much the difference of two self values may be wrong; the two errors taken as
   * independent.
   */
  public static double ofDifference(long overheadBefore, long overheadAfter) {
    return Math.hypot(of(overheadBefore), of(overheadAfter));
  }
}
