package dev.tare.bench.work;

/**
 * The two contexts in which a round runs. Both are instrumented with the work, so that a call tree
 * tells apart what was called while the JVM still warmed up from what was called in the rounds that
 * count.
 */
public final class Rounds {
  private Rounds() {}

  /** One round whose time does not count. */
  static long warmUp(Work work) {
    return work.round();
  }

  /** One round whose time counts. */
  static long measured(Work work) {
    return work.round();
  }
}
