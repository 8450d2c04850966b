package dev.tare.report.diff;

import dev.tare.report.analysis.MethodNames;
import dev.tare.report.text.Numbers;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToLongFunction;

/** Methods that rose by more than is allowed. */
public final class Regressions {
  private final ProfileDiff diff;
  private final DiffOptions options;

  public Regressions(ProfileDiff diff, DiffOptions options) {
    this.diff = diff;
    this.options = options;
  }

  /**
   * The methods whose self value rose by more than {@code allowed} of what it was, runs evened out,
   * and by more than varies from run to run (of several runs a side: surely), and that make up
   * {@code leastShare} of all at least, before or after; with by how much. A method that was not
   * there before, or had no value, is one of them if it makes up that share now and is more than
   * what varies.
   *
   * @param allowed a part: 0.05 is 5%
   * @param leastShare a part of the sum of all self values that are not negative
   */
  public List<String> above(double allowed, double leastShare) {
    Change.Measure measure = options.measure();
    Noise noise = diff.noise(options.perCall());
    MethodNames names = new MethodNames(diff.methods());
    List<Change> changes = diff.byMethod(measure);
    double sumBefore = sum(changes, Change::selfBefore);
    double sumAfter = sum(changes, Change::selfAfter);
    return changes.stream()
        .filter(
            change ->
                change.selfBefore() >= leastShare * sumBefore
                    || change.selfAfter() >= leastShare * sumAfter)
        .filter(
            change ->
                noise.canBeSure()
                    ? noise.isSure(change.subject()) && !measure.isUncertain(change)
                    : noise.isBeyond(change.subject()))
        .filter(change -> noise.isRisenBy(change.subject(), allowed))
        .map(
            change -> {
              OptionalDouble relative = noise.relative(change.subject());
              String much = relative.isPresent() ? Numbers.relative(relative) : "new";
              return names.of(change.subject()) + " (" + much + ")";
            })
        .toList();
  }

  private static double sum(List<Change> changes, ToLongFunction<Change> self) {
    return changes.stream().mapToLong(self).filter(value -> value > 0).asDoubleStream().sum();
  }
}
