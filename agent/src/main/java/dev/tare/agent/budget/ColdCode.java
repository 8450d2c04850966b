package dev.tare.agent.budget;

/**
 * What a program's work counts for as long as its code is being compiled. A large program on few
 * processors is compiled for minutes. Meanwhile it needs ten times the CPU time for the same work,
 * so its probes seem cheap; but each method with probes makes the compilers' backlog longer, and
 * with it the time in which all of the code is slow.
 */
final class ColdCode {
  /**
   * A call counts as so much work, that of other methods included. A tenth of what it takes in a
   * compiled program (H2: 2.3 ns, a Spring Boot service: 10 to 17), for probes cost a service that
   * is being compiled so much more than their price (docs/results/2026-11-23-service-2.md).
   */
  static final double CALL_NANOS = 1.5;

  /** From this CPU time on. Most programs are compiled by then. */
  static final long FROM_NANOS = 10 * Looks.SECOND;

  private ColdCode() {}

  /**
   * What is left of some work if it counts by its calls.
   *
   * @param work in nanoseconds
   * @param calls of all methods in this work
   * @return a share, 1 or less
   */
  static double countedShare(double work, double calls) {
    return Math.min(1, calls * CALL_NANOS / work);
  }
}
