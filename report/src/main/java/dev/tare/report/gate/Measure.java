package dev.tare.report.gate;

/** What a rule is about. */
enum Measure {
  /** How often a method was called; exact. */
  CALLS,
  /** The metric in the method itself. */
  SELF,
  /** The metric in the method and in what it called. */
  TOTAL,
  /** As {@link #TOTAL}, of profiles of the metric {@code alloc}. */
  ALLOC;

  /** Whether equal runs have equal values. */
  boolean isExact() {
    return this == CALLS;
  }

  /** Whether a method's value contains those of the methods that it called. */
  boolean isNested() {
    return this == TOTAL || this == ALLOC;
  }
}
