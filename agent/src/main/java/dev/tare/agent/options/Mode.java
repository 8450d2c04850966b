package dev.tare.agent.options;

import java.util.Locale;

/** When a probe takes a reading; decides which of the runtime's probes woven code calls. */
public enum Mode {
  /** At every entry and exit. */
  FULL,
  /** At the first probe after each sampling period. */
  SAMPLED,
  /** Never: nothing is woven. */
  NONE;

  /** The value of the option. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }
}
