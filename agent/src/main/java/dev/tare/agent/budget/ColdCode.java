package dev.tare.agent.budget;

/**
 * What a program's work counts for as long as its code is being compiled. A large program on few
 * processors is compiled for minutes. Meanwhile it needs ten times the CPU time for the same work,
 * so its probes seem cheap; but each method with probes makes the compilers' backlog longer, and
 * with it the time in which all of the code is slow.
 */
final class ColdCode {
  /**
   * Nanoseconds of work that one call stands for, with the work of the methods around it. It is a
   * tenth of the time of a call in a compiled Spring Boot service (10 to 17 ns; H2: 2.3), because
   * probes cost a service ten times their price while it is being compiled
   * (docs/results/2026-11-23-service-2.md).
   */
  static final double CALL_NANOS = 1.5;

  /**
   * Least share of the work that counts: a factor of ten because cold code is slower, and another
   * one for the compilers' backlog. It matters where few calls are known.
   */
  static final double MIN_SHARE = 0.01;

  /** From this age on, the file keeps what work counts for; see {@link StretchWork#learnt}. */
  static final long LEARNT_FROM_NANOS = 30 * Looks.SECOND;

  /**
   * How many times {@link ProbePrices#coldOverhead} may be too large or too small: 43 of 46 runs
   * were within (docs/results/2026-11-30-cold-2.md).
   */
  static final double OVERHEAD_ERROR = 3;

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
