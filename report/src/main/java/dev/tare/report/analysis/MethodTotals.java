package dev.tare.report.analysis;

import dev.tare.profile.CallTree;
import dev.tare.profile.CallsKind;
import dev.tare.profile.Limits;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.MethodSums;
import dev.tare.profile.Profile;
import dev.tare.profile.ThreadProfile;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What each method adds up to over the trees of several threads.
 *
 * <p>A method's total is the sum over the subtrees that begin with it, where a subtree inside
 * another subtree of the same method is not counted again: a recursive method's total is no more
 * than what really passed.
 */
public final class MethodTotals {
  private final long[] calls;
  private final long[] calleeCalls;
  private final long[] self;
  private final long[] overhead;
  private final long[] total;
  private final long[] waiting;
  private final long[] totalWaiting;
  private final int[] callsKind;
  private final long[] divided;
  private final long[] dividedPrice;
  private final double[] selfBelow;
  private final double[] selfAbove;
  private final boolean areCallers;
  private boolean areAtLeast;
  private long outside;

  private MethodTotals(int methods, boolean areCallers) {
    this.areCallers = areCallers;
    calls = new long[methods];
    calleeCalls = new long[methods];
    self = new long[methods];
    overhead = new long[methods];
    total = new long[methods];
    waiting = new long[methods];
    totalWaiting = new long[methods];
    callsKind = new int[methods];
    divided = new long[methods];
    dividedPrice = new long[methods];
    selfBelow = new double[methods];
    selfAbove = new double[methods];
  }

  /**
   * The sums over these threads of a profile; as the profile has them, where it does and these are
   * all of its threads. What samples divided, trees alone tell.
   */
  public static MethodTotals of(Profile profile, List<ThreadProfile> threads) {
    MethodSums sums = profile.sums();
    if (sums == null || !threads.equals(profile.threads())) {
      return ofNodes(profile, threads);
    }
    List<ThreadProfile> read =
        threads.stream().filter(thread -> thread.tree() != CallTree.UNREAD).toList();
    MethodTotals totals = of(read, sums.methods());
    Limits.Folded folded = profile.limits().folded();
    long callsOfNodes = totals.callsSum();
    for (int method = 0; method < sums.methods(); method++) {
      totals.calls[method] = sums.calls(method);
      totals.calleeCalls[method] = sums.calleeCalls(method);
      totals.self[method] = sums.self(method);
      totals.total[method] = sums.total(method);
      totals.overhead[method] = sums.overhead(method);
      totals.waiting[method] = sums.waiting(method);
      totals.totalWaiting[method] = sums.totalWaiting(method);
    }
    totals.outside = threads.stream().mapToLong(thread -> thread.sums().outside()).sum();
    totals.areAtLeast =
        folded.calls() > 0
            && read.size() == threads.size()
            && !totals.areCallsWhole(folded, callsOfNodes);
    return totals;
  }

  /** The sums over the nodes of these threads of a profile, which may have been folded. */
  public static MethodTotals ofNodes(Profile profile, List<ThreadProfile> threads) {
    MethodTotals totals = of(threads, profile.methods().size());
    totals.areAtLeast = profile.limits().folded().calls() > 0;
    return totals;
  }

  /** Adds up these threads' trees, whose methods are numbered below {@code methods}. */
  public static MethodTotals of(List<ThreadProfile> threads, int methods) {
    return new MethodTotals(methods, false).plus(threads);
  }

  /**
   * The sums over trees whose children are callers. All nodes of such a path have the same calls,
   * so that a method's calls are those of its first node on a path, as its total is.
   */
  public static MethodTotals ofCallers(Profile profile) {
    MethodTotals totals = new MethodTotals(profile.methods().size(), true).plus(profile.threads());
    totals.areAtLeast = profile.limits().folded().calls() > 0;
    return totals;
  }

  private MethodTotals plus(List<ThreadProfile> threads) {
    int[] onPath = new int[methods()];
    for (ThreadProfile thread : threads) {
      add(thread.tree(), onPath);
    }
    return this;
  }

  /** Adds up one tree. */
  public static MethodTotals of(CallTree tree, int methods) {
    MethodTotals totals = new MethodTotals(methods, false);
    totals.add(tree, new int[methods]);
    return totals;
  }

  private void add(CallTree tree, int[] onPath) {
    NodeTotals totals = NodeTotals.ofSelf(tree);
    NodeTotals waits = NodeTotals.ofWaiting(tree);
    outside += tree.self(0);
    boolean[] outermost = TreeWalk.outermost(tree, onPath);
    for (int node = 1; node < outermost.length; node++) {
      int method = tree.method(node);
      if (outermost[node] || !areCallers) {
        calls[method] += tree.calls(node);
      }
      callsKind[method] = Math.max(callsKind[method], tree.callsKind(node).number());
      int caller = tree.parent(node);
      if (caller > 0) {
        calleeCalls[tree.method(caller)] += tree.calls(node);
      }
      self[method] += tree.self(node);
      overhead[method] += tree.overhead(node);
      waiting[method] += tree.waiting(node);
      divided[method] += tree.divided(node);
      dividedPrice[method] += tree.dividedPrice(node);
      selfBelow[method] = Math.hypot(selfBelow[method], (double) tree.selfBelow(node));
      selfAbove[method] = Math.hypot(selfAbove[method], (double) tree.selfAbove(node));
      if (outermost[node]) {
        total[method] += totals.total(node);
        totalWaiting[method] += waits.total(node);
      }
    }
  }

  /** Number of methods that there are values of. */
  public int methods() {
    return calls.length;
  }

  public long calls(int method) {
    return calls[method];
  }

  /**
   * How {@link #calls} are known: of a method by what a budget left of it, of a group of methods by
   * those of its calls that came from outside, of a caller by the calls that it led to. Where
   * folded calls are missing, none are exact.
   */
  public CallsKind callsKind(int method, MethodInfo info) {
    boolean areNodesAsked =
        info.className().isEmpty() || (areCallers && callsKind[method] > info.callsKind().number());
    CallsKind known = areNodesAsked ? CallsKind.of(callsKind[method]) : info.callsKind();
    return areAtLeast && known.number() < CallsKind.BOUNDED.number() ? CallsKind.BOUNDED : known;
  }

  /** Whether {@link #calls} lack those of nodes that {@code minshare} folded. */
  public boolean areAtLeast() {
    return areAtLeast;
  }

  /**
   * Whether {@link #self} is that of all {@link #calls}, so that a call's can be told: not of a
   * method that a budget left without readings for some time, unless samples tell what it took
   * then. In sampled mode a counted method that calls others has readings as a timed one. Nor of a
   * group whose calls are not all known.
   */
  public boolean isSelfOfCalls(int method, MethodInfo info, boolean isSampled) {
    if (info.className().isEmpty()) {
      return callsKind[method] < CallsKind.BOUNDED.number();
    }
    return switch (info.tier()) {
      case MethodInfo.FLAT, MethodInfo.MERGED -> false;
      case MethodInfo.COUNTED ->
          divided[method] > 0 || (isSampled && (isDivided(method) || callsOthers(method)));
      default -> true;
    };
  }

  /** Whether it called methods that have nodes. */
  public boolean callsOthers(int method) {
    return calleeCalls[method] > 0;
  }

  /** How many intervals between two probes are a method's own: calls of it, and by it. */
  public long probeRuns(int method) {
    return calls[method] + calleeCalls[method];
  }

  /** The overhead of such an interval, of all methods together; 0 where there is none. */
  public double probePrice() {
    double sum = 0;
    double count = 0;
    for (int method = 0; method < calls.length; method++) {
      sum += overhead[method];
      count += probeRuns(method);
    }
    return count == 0 ? 0 : Math.max(0, sum / count);
  }

  public long self(int method) {
    return self[method];
  }

  public long overhead(int method) {
    return overhead[method];
  }

  public long total(int method) {
    return total[method];
  }

  /**
   * Whether these sums have the calls of nodes that {@code minshare} folded into their callers. The
   * agent's sums have them, those that {@code merge} makes of the other nodes do not.
   *
   * @param ofNodes the sums over the nodes that were left
   */
  public boolean areCallsWhole(Limits.Folded folded, MethodTotals ofNodes) {
    return areCallsWhole(folded, ofNodes.callsSum());
  }

  private boolean areCallsWhole(Limits.Folded folded, long callsOfNodes) {
    return callsSum() == callsOfNodes + folded.calls();
  }

  private long callsSum() {
    return Arrays.stream(calls).sum();
  }

  /** How much of {@link #self} threads waited; 0 where that is not known. */
  public long waiting(int method) {
    return waiting[method];
  }

  /** How much of {@link #total} threads waited; 0 where that is not known. */
  public long totalWaiting(int method) {
    return totalWaiting[method];
  }

  /** What samples added to {@link #self} or subtracted from it; see {@link CallTree#divided}. */
  public long divided(int method) {
    return divided[method];
  }

  /** What of {@link #overhead} came from others, or went to them; {@link CallTree#dividedPrice}. */
  public long dividedPrice(int method) {
    return dividedPrice[method];
  }

  /** Whether {@link #self} is not as it was measured, or might have to be divided. */
  public boolean isDivided(int method) {
    return divided[method] != 0 || selfBelow[method] != 0 || selfAbove[method] != 0;
  }

  /**
   * The least that {@link #self} may be where it was divided, in 95 of 100 cases. The errors of a
   * sum's parts are independent, so their squares add up (Newcombe, Statistics in Medicine 17,
   * 1998, method 10).
   */
  public long selfLow(int method) {
    return self[method] - Math.round(selfBelow[method]);
  }

  /** The most that {@link #self} may be where it was divided; see {@link #selfLow}. */
  public long selfHigh(int method) {
    return self[method] + Math.round(selfAbove[method]);
  }

  /**
   * The metric in instrumented methods, overhead subtracted: the whole that shares are shares of.
   */
  public long selfSum() {
    return Arrays.stream(self).sum();
  }

  /** The metric outside every instrumented method. */
  public long outside() {
    return outside;
  }

  /** Whether {@link #isDivided} holds of any method. */
  public boolean areDivided() {
    return IntStream.range(0, methods()).anyMatch(this::isDivided);
  }

  /** Whether it was called, or has a value: calls before the window may have one, too. */
  public boolean isMet(int method) {
    return calls[method] != 0
        || self[method] != 0
        || overhead[method] != 0
        || total[method] != 0
        || waiting[method] != 0;
  }

  /** The methods that were called, by falling self; equal ones in the profile's order. */
  public int[] bySelf() {
    return by(self);
  }

  /** The same by falling total. */
  public int[] byTotal() {
    return by(total);
  }

  private int[] by(long[] values) {
    return IntStream.range(0, calls.length)
        .filter(this::isMet)
        .boxed()
        .sorted(Comparator.comparingLong((Integer method) -> values[method]).reversed())
        .mapToInt(Integer::intValue)
        .toArray();
  }
}
