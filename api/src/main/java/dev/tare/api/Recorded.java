package dev.tare.api;

/** What is recorded of some methods' calls. */
public enum Recorded {
  /** No class that is meant is loaded, or there is no agent. */
  NOTHING,
  /**
   * A class that is meant is loaded and has no such method with probes: it may be misspelt, or
   * called without being recorded.
   */
  WITHOUT_PROBES,
  /**
   * Only some of them: one of the methods has no probes, since a budget took them out or put none
   * in, or since it could not be woven, as the profile's list of skipped methods tells.
   */
  SOME_CALLS,
  /** All of them, but for one of the methods no time of its own. */
  ALL_CALLS,
  /** All of them, and values. */
  CALLS_AND_VALUES
}
