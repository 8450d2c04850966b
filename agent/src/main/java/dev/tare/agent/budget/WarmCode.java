package dev.tare.agent.budget;

/** Whether the code that a program ran in a stretch was compiled. */
final class WarmCode {
  /** Code is warm in a stretch in which compilers worked for no more than this share of it. */
  private static final double WARM_SHARE = 0.1;

  /** Where the JVM does not say when its compilers work, code is warm after so much CPU time. */
  private static final long WARM_NANOS = 30 * Looks.SECOND;

  /** A stretch of this part of the CPU time so far tells whether code is warm, ... */
  private static final int TELLING_SHARE = 16;

  /** ... and so does one of this length. */
  private static final long TELLING_NANOS = 8 * Looks.SECOND;

  private WarmCode() {}

  /**
   * Whether code was warm between two readings.
   *
   * @param zeroNanos CPU time when the program began
   * @param before what was known before; the answer where the stretch is too short to tell
   */
  static boolean isWarm(
      ProgramView.Reading begin, ProgramView.Reading end, long zeroNanos, boolean before) {
    long age = end.cpuNanos - zeroNanos;
    if (end.cpuNanos - begin.cpuNanos < Math.min(age / TELLING_SHARE, TELLING_NANOS)) {
      return before;
    }
    if (end.compilerNanos == ProgramView.Reading.NOT_KNOWN) {
      return begin.cpuNanos - zeroNanos > WARM_NANOS;
    }
    return end.compilerNanos - begin.compilerNanos < WARM_SHARE * (end.cpuNanos - begin.cpuNanos);
  }
}
