package dev.tare.agent.calibration.model;

import java.util.Locale;

/** How far a training came; those that came further first. */
public enum Convergence {
  /** To its end, and its rounds agreed. */
  COMPLETE,

  /** To its end, and its rounds did not agree: others used the machine too much. */
  UNSTEADY,

  /** Not to its end: its time was up before. */
  CUT;

  /** As files name it. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }
}
