package dev.tare.report.diff;

import dev.tare.report.analysis.MethodNames;
import dev.tare.report.text.Numbers;
import java.util.List;

/** Methods that rose by more than is allowed. */
public final class Regressions {
  private final ProfileDiff diff;
  private final DiffOptions options;

  public Regressions(ProfileDiff diff, DiffOptions options) {
    this.diff = diff;
    this.options = options;
  }

  /**
   * The methods whose self value rose by more than {@code allowed} of what it was, more than what
   * is uncertain about it or varies from run to run (of several runs a side: surely), and that make
   * up {@code leastShare} of all at least, before or after; with by how much. A method that was not
   * there before, or had no value, is one of them if it makes up that share now.
   *
   * @param allowed a part: 0.05 is 5%
   * @param leastShare a part of all methods' self values
   */
  public List<String> above(double allowed, double leastShare) {
    Change.Measure measure = options.measure();
    Noise noise = diff.noise(options.perCall());
    MethodNames names = new MethodNames(diff.methods());
    double sumBefore = diff.totalsBefore().selfSum();
    double sumAfter = diff.totalsAfter().selfSum();
    return diff.byMethod(measure).stream()
        .filter(
            change ->
                change.selfBefore() >= leastShare * sumBefore
                    || change.selfAfter() >= leastShare * sumAfter)
        .filter(change -> measure.difference(change) > 0 && !measure.isUncertain(change))
        .filter(change -> !noise.isWithin(change.subject()))
        .filter(change -> !noise.canBeSure() || noise.isSure(change.subject()))
        .filter(change -> measure.relative(change).orElse(Double.POSITIVE_INFINITY) > allowed)
        .map(
            change ->
                names.of(change.subject())
                    + " ("
                    + (measure.relative(change).isPresent()
                        ? Numbers.relative(measure.relative(change))
                        : "new")
                    + ")")
        .toList();
  }
}
