package dev.tare.fleet.query;

import org.jspecify.annotations.Nullable;

/**
 * A method in two versions.
 *
 * @param method its name
 * @param relative the change, as a part of what was before, cells evened out; null where it is not
 *     tested
 * @param uncertainty by how much that may be wrong, as a part of what was before; null where it is
 *     not known
 * @param isSure whether it is more than what varies
 * @param before the value, as it is
 * @param after the same
 * @param callsBefore calls for each call of the anchor, as a whole number or a fraction; null
 *     without an anchor
 * @param callsAfter the same
 * @param callsVerdict whether these are the same; null without an anchor
 * @param tier what of the method was recorded
 * @param isOfSamples whether values are those of CPU-time samples, not of readings
 */
record Comparison(
    String method,
    @Nullable Double relative,
    @Nullable Double uncertainty,
    boolean isSure,
    double before,
    double after,
    @Nullable String callsBefore,
    @Nullable String callsAfter,
    @Nullable String callsVerdict,
    String tier,
    boolean isOfSamples) {

  /** In a word. */
  String verdict() {
    if (relative == null || uncertainty == null) {
      return "not tested";
    }
    return !isSure ? "within noise" : relative > 0 ? "slower" : "faster";
  }
}
