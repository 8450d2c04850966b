package dev.tare.report.diff;

import dev.tare.profile.CallTree;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.MethodSums;
import dev.tare.profile.Profile;
import dev.tare.profile.RunInfo;
import dev.tare.report.analysis.MethodTotals;
import dev.tare.report.analysis.Uncertainty;
import dev.tare.report.sum.MethodTable;
import dev.tare.report.sum.TreeUnion;
import dev.tare.report.text.Numbers;
import dev.tare.report.text.ReportHeader;
import dev.tare.report.text.ValueFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.function.IntToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Two programs' profiles laid over each other, all threads as one. Methods are the same by class,
 * name and descriptor; paths are the same by their methods.
 */
public final class ProfileDiff {
  private final Profile before;
  private final Profile after;
  private final Set<String> modesBefore;
  private final Set<String> modesAfter;
  private final List<MethodInfo> methods;
  private final CallTree treeBefore;
  private final CallTree treeAfter;
  private final MethodTotals totalsBefore;
  private final MethodTotals totalsAfter;
  private final Uncertainty uncertaintyBefore;
  private final Uncertainty uncertaintyAfter;
  private final Runs runsBefore;
  private final Runs runsAfter;
  private final String rolledUp;

  /**
   * Compares all threads of profiles of two programs, the means of several runs of each.
   *
   * @param isWall whether self values contain what is known of waiting
   * @param rolledUp what was done to make them alike ({@link
   *     dev.tare.report.view.CommonMethods#rolledUp}); empty: nothing
   * @throws NotComparableException where their values are of different metrics, or with and without
   *     overhead
   */
  public ProfileDiff(
      List<MeasuredRun> before, List<MeasuredRun> after, boolean isWall, String rolledUp)
      throws NotComparableException {
    this.before = before.get(0).profile();
    this.after = after.get(0).profile();
    modesBefore = modes(before);
    modesAfter = modes(after);
    MethodTable table = new MethodTable();
    TreeUnion union = new TreeUnion();
    this.rolledUp = rolledUp;
    runsBefore = new Runs(isWall);
    runsAfter = new Runs(isWall);
    add(runsBefore, before, table, union);
    add(runsAfter, after, table, union);
    methods = table.methods();
    int[] ranks = IntStream.range(0, methods.size()).toArray();
    treeBefore = union.tree(ranks, runsBefore.mean());
    treeAfter = union.tree(ranks, runsAfter.mean());
    totalsBefore = MethodTotals.of(treeBefore, methods.size());
    totalsAfter = MethodTotals.of(treeAfter, methods.size());
    uncertaintyBefore = runsBefore.uncertainty(methods.size());
    uncertaintyAfter = runsAfter.uncertainty(methods.size());
  }

  private static Set<String> modes(List<MeasuredRun> measured) {
    return measured.stream()
        .map(run -> mode(run.profile()))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String mode(Profile profile) {
    return profile.settings().getOrDefault("mode", "unknown");
  }

  private void add(Runs runs, List<MeasuredRun> measured, MethodTable table, TreeUnion union)
      throws NotComparableException {
    for (MeasuredRun run : measured) {
      Profile profile = run.profile();
      requireSame("metric", before.metric().name(), profile.metric().name());
      requireSame("unit", before.metric().unit(), profile.metric().unit());
      requireSame("overhead subtracted", isCalibrated(before), isCalibrated(profile));
      runs.add(run, union, table.numbers(profile.methods()));
    }
  }

  /** How much the methods' values vary. */
  public Noise noise(boolean perCall) {
    RunValues values =
        runsBefore.values(methods.size(), perCall).and(runsAfter.values(methods.size(), perCall));
    RunValues ofEqualWork =
        perCall ? values : values.dividedBy(Work.of(runsBefore, runsAfter, methods.size()));
    return Noise.of(ofEqualWork, runsBefore.count(), methods.size());
  }

  /** How many methods were called more often, or less, in any of the runs. */
  long methodsWithOtherCalls() {
    return IntStream.range(0, methods.size())
        .filter(method -> !runsBefore.areCallsAs(runsAfter, method))
        .count();
  }

  private static String isCalibrated(Profile profile) {
    return profile.calibration().isSubtracted() ? "yes" : "no";
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
    long selfBefore = runsBefore.meanSelfSum();
    long selfAfter = runsAfter.meanSelfSum();
    OptionalDouble relative =
        selfBefore <= 0
            ? OptionalDouble.empty()
            : OptionalDouble.of((double) (selfAfter - selfBefore) / selfBefore);
    String unit = after.metric().unit();
    ValueFormat values = ValueFormat.human(unit);
    List<ReportHeader.Line> lines = new ArrayList<>();
    if (modesBefore.size() > 1 || !modesBefore.equals(modesAfter)) {
      lines.add(
          new ReportHeader.Line(
              "warning",
              "mode="
                  + String.join(", ", modesBefore)
                  + " before and "
                  + String.join(", ", modesAfter)
                  + " after: compare calls alone"));
    }
    if (!rolledUp.isEmpty()) {
      lines.add(new ReportHeader.Line("rolled up", rolledUp));
    }
    lines.addAll(
        List.of(
            new ReportHeader.Line("before", run(before, runsBefore)),
            new ReportHeader.Line("after", run(after, runsAfter)),
            new ReportHeader.Line("metric", after.metric().name() + " in " + unit),
            new ReportHeader.Line(
                "self",
                values.text(selfBefore)
                    + " -> "
                    + values.text(selfAfter)
                    + ", "
                    + Numbers.relative(relative))));
    return new ReportHeader(lines);
  }

  private static String run(Profile profile, Runs runs) {
    RunInfo run = profile.run();
    String others = runs.count() == 1 ? "" : "mean of " + runs.count() + " runs, the first: ";
    return others
        + Numbers.command(run.command())
        + ", "
        + Numbers.instant(run.started())
        + ", "
        + Numbers.duration(run.durationNanos())
        + ", mode "
        + mode(profile);
  }

  /** How many nodes of all runs are parts of the nodes above them. */
  public long foldedNodes() {
    return runsBefore.foldedNodes() + runsAfter.foldedNodes();
  }

  /** Whether the sums of both sides have the calls of such nodes. */
  public boolean areCallsWhole() {
    return runsBefore.areCallsWhole() && runsAfter.areCallsWhole();
  }

  /** What methods add up to before, in the mean run; as the runs' sums, of folded nodes, too. */
  public MethodSums sumsBefore() {
    return sums(runsBefore, totalsBefore);
  }

  /** The same after. */
  public MethodSums sumsAfter() {
    return sums(runsAfter, totalsAfter);
  }

  private static MethodSums sums(Runs runs, MethodTotals totals) {
    int methods = totals.methods();
    return new MethodSums(
        column(methods, runs::meanCalls),
        new long[methods],
        column(methods, runs::meanSelf),
        column(methods, method -> totals.total(method) + runs.meanFoldedTotal(method)),
        column(methods, runs::meanOverhead),
        new long[methods],
        column(methods, totals::waiting),
        column(methods, totals::totalWaiting));
  }

  private static long[] column(int methods, IntToLongFunction value) {
    return IntStream.range(0, methods).mapToLong(value).toArray();
  }

  /** By how much values before may be wrong by their overhead, method by method. */
  public Uncertainty uncertaintyBefore() {
    return uncertaintyBefore;
  }

  /** The same after. */
  public Uncertainty uncertaintyAfter() {
    return uncertaintyAfter;
  }

  /** What changed in self values, method by method, the greatest change first. */
  List<Change> byMethod(Change.Measure measure) {
    return changes(
        IntStream.range(0, methods.size()),
        measure,
        method ->
            change(
                method,
                runsBefore.meanSelf(method),
                runsAfter.meanSelf(method),
                wrong(runsBefore, uncertaintyBefore, method),
                wrong(runsAfter, uncertaintyAfter, method)));
  }

  /** By how much a mean self value may be wrong by the overhead that was subtracted. */
  private static double wrong(Runs runs, Uncertainty uncertainty, int method) {
    return uncertainty.of(method, runs.meanSelf(method), runs.meanOverhead(method));
  }

  /** The same of totals, of which no error is known. */
  List<Change> totalsByMethod(Change.Measure measure) {
    return changes(
        IntStream.range(0, methods.size()),
        measure,
        method -> change(method, totalsBefore.total(method), totalsAfter.total(method), 0, 0));
  }

  private Change change(
      int method, long before, long after, double wrongBefore, double wrongAfter) {
    return new Change(
        method,
        runsBefore.meanCalls(method),
        runsAfter.meanCalls(method),
        before,
        after,
        wrongBefore,
        wrongAfter);
  }

  /** What changed, node by node of the call tree, the greatest change first. */
  List<Change> byPath(Change.Measure measure) {
    return changes(
        IntStream.range(1, treeBefore.size()),
        measure,
        node ->
            new Change(
                node,
                treeBefore.calls(node),
                treeAfter.calls(node),
                treeBefore.self(node),
                treeAfter.self(node),
                uncertaintyBefore.of(
                    treeBefore.method(node), treeBefore.self(node), treeBefore.overhead(node)),
                uncertaintyAfter.of(
                    treeAfter.method(node), treeAfter.self(node), treeAfter.overhead(node))));
  }

  private static List<Change> changes(
      IntStream places, Change.Measure measure, IntFunction<Change> change) {
    return places.mapToObj(change).filter(Change::isAny).sorted(measure.greatestFirst()).toList();
  }

  /** The profiles' values cannot be compared. */
  public static final class NotComparableException extends Exception {
    NotComparableException(String message) {
      super(message);
    }
  }
}
