package dev.tare.report.diff;

import dev.tare.profile.CallTree;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.Profile;
import dev.tare.profile.RunInfo;
import dev.tare.profile.ThreadProfile;
import dev.tare.report.analysis.MethodTotals;
import dev.tare.report.sum.MethodTable;
import dev.tare.report.sum.NodeValues;
import dev.tare.report.sum.TreeUnion;
import dev.tare.report.text.Numbers;
import dev.tare.report.text.ReportHeader;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * Two profiles laid over each other, all threads as one. Methods are the same by class, name and
 * descriptor; paths are the same by their methods.
 */
public final class ProfileDiff {
  private final Profile before;
  private final Profile after;
  private final List<MethodInfo> methods;
  private final CallTree treeBefore;
  private final CallTree treeAfter;
  private final MethodTotals totalsBefore;
  private final MethodTotals totalsAfter;

  /**
   * Compares all threads of two profiles.
   *
   * @throws NotComparableException where their values are of different metrics, or with and without
   *     overhead
   */
  public ProfileDiff(Profile before, Profile after) throws NotComparableException {
    requireSame("metric", before.metric().name(), after.metric().name());
    requireSame("unit", before.metric().unit(), after.metric().unit());
    requireSame("overhead taken off", isCalibrated(before), isCalibrated(after));
    this.before = before;
    this.after = after;
    MethodTable table = new MethodTable();
    int[] numbersBefore = table.numbers(before.methods());
    int[] numbersAfter = table.numbers(after.methods());
    methods = table.methods();
    TreeUnion union = new TreeUnion();
    NodeValues valuesBefore = added(before.threads(), union, numbersBefore);
    NodeValues valuesAfter = added(after.threads(), union, numbersAfter);
    int[] ranks = IntStream.range(0, methods.size()).toArray();
    treeBefore = union.tree(ranks, valuesBefore);
    treeAfter = union.tree(ranks, valuesAfter);
    totalsBefore = MethodTotals.of(treeBefore, methods.size());
    totalsAfter = MethodTotals.of(treeAfter, methods.size());
  }

  private static NodeValues added(List<ThreadProfile> threads, TreeUnion union, int[] numbers) {
    NodeValues values = new NodeValues();
    for (ThreadProfile thread : threads) {
      values.add(thread.tree(), union.add(thread.tree(), numbers));
    }
    return values;
  }

  private static String isCalibrated(Profile profile) {
    return profile.calibration().isTakenOff() ? "yes" : "no";
  }

  private static void requireSame(String what, String before, String after)
      throws NotComparableException {
    if (!before.equals(after)) {
      throw new NotComparableException(what + " is " + before + " before and " + after + " after");
    }
  }

  public Profile before() {
    return before;
  }

  public Profile after() {
    return after;
  }

  /** The methods of both. */
  public List<MethodInfo> methods() {
    return methods;
  }

  /** All threads before; of the same shape as {@link #treeAfter}. */
  public CallTree treeBefore() {
    return treeBefore;
  }

  /** All threads after; of the same shape as {@link #treeBefore}. */
  public CallTree treeAfter() {
    return treeAfter;
  }

  /** What a reader has to know before the numbers. */
  public ReportHeader heading() {
    long selfBefore = totalsBefore.selfSum();
    long selfAfter = totalsAfter.selfSum();
    OptionalDouble relative =
        selfBefore <= 0
            ? OptionalDouble.empty()
            : OptionalDouble.of((double) (selfAfter - selfBefore) / selfBefore);
    String unit = after.metric().unit();
    return new ReportHeader(
        List.of(
            new ReportHeader.Line("before", run(before)),
            new ReportHeader.Line("after", run(after)),
            new ReportHeader.Line("metric", after.metric().name() + " in " + unit),
            new ReportHeader.Line(
                "self",
                Numbers.formatInt(selfBefore)
                    + " -> "
                    + Numbers.formatInt(selfAfter)
                    + " "
                    + unit
                    + ", "
                    + Numbers.relative(relative))));
  }

  private static String run(Profile profile) {
    RunInfo run = profile.run();
    return run.command()
        + ", "
        + Numbers.instant(run.started())
        + ", "
        + Numbers.duration(run.durationNanos())
        + ", mode "
        + profile.settings().getOrDefault("mode", "unknown");
  }

  MethodTotals totalsBefore() {
    return totalsBefore;
  }

  MethodTotals totalsAfter() {
    return totalsAfter;
  }

  /** What changed, method by method, the greatest change first. */
  List<Change> byMethod(Change.Measure measure) {
    return IntStream.range(0, methods.size())
        .mapToObj(
            method ->
                new Change(
                    method,
                    totalsBefore.calls(method),
                    totalsAfter.calls(method),
                    totalsBefore.self(method),
                    totalsAfter.self(method),
                    totalsBefore.overhead(method),
                    totalsAfter.overhead(method)))
        .filter(Change::isAny)
        .sorted(measure.greatestFirst())
        .toList();
  }

  /** What changed, node by node of the call tree, the greatest change first. */
  List<Change> byPath(Change.Measure measure) {
    return IntStream.range(1, treeBefore.size())
        .mapToObj(
            node ->
                new Change(
                    node,
                    treeBefore.calls(node),
                    treeAfter.calls(node),
                    treeBefore.self(node),
                    treeAfter.self(node),
                    treeBefore.overhead(node),
                    treeAfter.overhead(node)))
        .filter(Change::isAny)
        .sorted(measure.greatestFirst())
        .toList();
  }

  /** The profiles' values cannot be compared. */
  public static final class NotComparableException extends Exception {
    NotComparableException(String message) {
      super(message);
    }
  }
}
