package dev.tare.agent.snapshot;

import dev.tare.profile.Metric;
import dev.tare.runtime.calibration.Corrections;

/** What of the calls' overhead is taken off when a tree is read. */
public enum CallAdjustment {
  /** Nothing: each reading's interval is adjusted. */
  NONE,
  /** What a probe costs on kernels. */
  PROBES,
  /**
   * Also by how much longer it takes in this program to find a call's node, which is measured in
   * nanoseconds.
   */
  PROBES_AND_SEARCHES;

  /** Of sampled mode, by what its readings are of. */
  public static CallAdjustment ofSampled(Metric metric) {
    return metric.unit().equals("ns") && Corrections.SEARCHES ? PROBES_AND_SEARCHES : PROBES;
  }
}
