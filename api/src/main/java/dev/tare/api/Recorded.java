package dev.tare.api;

/** What is recorded of some methods' calls. */
public enum Recorded {
  /** No loaded class has such a method with probes in it, or there is no agent. */
  NOTHING,
  /** Only some of them: a budget took the probes out of one of the methods, or put none in. */
  SOME_CALLS,
  /** All of them, but for one of the methods no time of its own. */
  ALL_CALLS,
  /** All of them, and values. */
  CALLS_AND_VALUES
}
