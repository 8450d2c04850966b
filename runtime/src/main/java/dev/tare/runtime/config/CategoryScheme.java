package dev.tare.runtime.config;

/**
 * How finely overheads are told apart. The coarser schemes are earlier steps of JPROF, for
 * comparison.
 */
public enum CategoryScheme {
  /** Both events and the kinds of all methods involved. */
  FULL,
  /** The first event, and the kinds of caller and callee. */
  PAIRS,
  /** The first event, and the kind of the method on top. */
  KINDS,
  /** The first event. */
  BASIC
}
