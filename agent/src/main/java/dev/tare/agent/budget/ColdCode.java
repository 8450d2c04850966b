package dev.tare.agent.budget;

/**
 * What a program's work comes to once its code is compiled. A large program on few processors is
 * compiled for minutes, and needs ten times the CPU time for the same work meanwhile. Measured
 * against that, its probes seem cheap, and a next run would begin with too many.
 */
final class ColdCode {
  /**
   * What a call takes of the CPU time of a compiled program, all its work included. H2: 2.3 ns; a
   * Spring Boot service with JPA: 17 ns, and 160 to 200 while it is being compiled.
   */
  static final double CALL_NANOS = 15;

  /** Programs that end earlier are compiled to their end, and are measured as they are. */
  static final long FROM_NANOS = 30 * Looks.SECOND;

  private ColdCode() {}

  /**
   * What is left of some work when code is compiled.
   *
   * @param age CPU time of the program in nanoseconds
   * @param isWarm whether it is compiled already
   * @param work in nanoseconds
   * @param calls of all methods in this work
   * @return a share, 1 or less
   */
  static double remainingWork(long age, boolean isWarm, double work, double calls) {
    return isWarm || age < FROM_NANOS ? 1 : Math.min(1, calls * CALL_NANOS / work);
  }
}
