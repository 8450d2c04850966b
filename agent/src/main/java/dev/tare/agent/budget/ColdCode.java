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

  /**
   * Nothing counts for less: a call in code that is being compiled takes ten times as long as in
   * compiled code, and the backlog's price is another ten. Reached where few calls are known.
   */
  static final double MIN_SHARE = 0.01;

  /** From this age on, the file keeps what work counts for; see {@link StretchWork#learnt}. */
  static final long LEARNT_FROM_NANOS = 30 * Looks.SECOND;

  private ColdCode() {}

  /**
   * What some work counts for.
   *
   * @param work in nanoseconds
   * @param calls of all methods in this work
   * @return nanoseconds, from {@link #MIN_SHARE} of the work to all of it
   */
  static double countedWork(double work, double calls) {
    return Math.max(MIN_SHARE * work, Math.min(work, calls * CALL_NANOS));
  }
}
