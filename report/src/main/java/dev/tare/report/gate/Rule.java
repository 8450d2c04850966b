package dev.tare.report.gate;

import dev.tare.profile.MethodInfo;
import dev.tare.profile.NamePatterns;

/**
 * One rule: {@code calls com.acme.Dao#* <= base}. The bound is {@code factor * base + constant}.
 *
 * @param text as it was written
 * @param line in its file, from 1
 * @param measure what is compared
 * @param isSum whether all methods together are compared, and not each one
 * @param methods which methods: of several patterns, all that one of them means. A rule has to mean
 *     the same methods in every profile, so nothing is matched by a part of its name
 * @param relation how they have to compare
 * @param factor what the base's value is multiplied by; 0: the base does not matter
 * @param constant what is added to that, in {@code unit}
 * @param unit of the constant; empty: the metric's own, or calls
 */
record Rule(
    String text,
    int line,
    Measure measure,
    boolean isSum,
    NamePatterns methods,
    Relation relation,
    double factor,
    double constant,
    String unit) {

  boolean needsBase() {
    return factor != 0;
  }

  boolean isAbout(MethodInfo method) {
    return methods.matchesMethod(method.className().replace('.', '/'), method.name(), false);
  }

  /** The bound that a base value makes. */
  double bound(double base) {
    return factor * base + constant;
  }

  /** With this rule's line before the reason. */
  RuleException refused(String reason) {
    return new RuleException(text, line, reason);
  }
}
