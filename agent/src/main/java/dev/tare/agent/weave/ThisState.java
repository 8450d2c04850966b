package dev.tare.agent.weave;

/** What is known of {@code this} before an instruction of a constructor. */
enum ThisState {
  /** Not initialised, and in local 0. */
  UNINITIALISED,
  /** Initialised. */
  INITIALISED,
  /**
   * The instruction itself initialises it, or it depends on the way here, or local 0 holds
   * something else, or no way leads here.
   */
  UNKNOWN
}
