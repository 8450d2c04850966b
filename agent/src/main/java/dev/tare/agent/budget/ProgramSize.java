package dev.tare.agent.budget;

/**
 * How large a program is. It decides how much of what probes cost is time in probes: in a small
 * program the processor does other work during a probe. In a large one, probes keep C2 from
 * inlining, and caches from holding both the program and its call tree.
 */
enum ProgramSize {
  SMALL(0.9, 0.5),
  LARGE(1.9, 0.35);

  /** Programs that were measured have less than 100, or more than 2,000. */
  private static final int LARGE_METHODS = 200;

  /** Overhead / what samples show, once code is compiled. */
  final double bySamples;

  /** Standard deviation of its logarithm, from program to program. */
  final double deviation;

  ProgramSize(double bySamples, double deviation) {
    this.bySamples = bySamples;
    this.deviation = deviation;
  }

  /**
   * Of a program.
   *
   * @param called how many of its methods were called, of those with probes
   */
  static ProgramSize of(int called) {
    return called < LARGE_METHODS ? SMALL : LARGE;
  }
}
