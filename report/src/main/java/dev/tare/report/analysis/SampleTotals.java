package dev.tare.report.analysis;

import dev.tare.profile.CallTree;
import dev.tare.profile.CpuSamples;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.Profile;
import dev.tare.profile.SampledTier;
import dev.tare.profile.ThreadProfile;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What the samples of several threads add up to, method by method. A sample whose stack ends in
 * methods that are not instrumented is also counted for the instrumented one that led to them:
 * there the call tree has what they took. So it does with methods without readings, unless the tree
 * is divided.
 */
public final class SampleTotals {
  private static final int NONE = -1;

  private final boolean[] instrumented;
  private final boolean areDivided;
  private final BitSet probes;
  private final long[] onTop;
  private final long[] folded;
  private final long[] total;
  private long taken;
  private long missing;
  private long inProbes;

  private SampleTotals(MethodTotals calls, List<MethodInfo> methods) {
    int count = methods.size();
    instrumented = new boolean[count];
    onTop = new long[count];
    folded = new long[count];
    total = new long[count];
    for (int method = 0; method < count; method++) {
      instrumented[method] = calls.isMet(method);
    }
    probes = ProbeFrames.among(methods);
    areDivided = calls.areDivided();
  }

  /**
   * Adds up the samples of these threads of a profile.
   *
   * @param calls what the methods add up to in these threads' calls: those that are there are
   *     instrumented
   */
  public static SampleTotals of(Profile profile, List<ThreadProfile> threads, MethodTotals calls) {
    List<MethodInfo> methods = profile.methods();
    SampleTotals totals = new SampleTotals(calls, methods);
    int[] onPath = new int[methods.size()];
    for (ThreadProfile thread : threads) {
      CpuSamples samples = thread.cpuSamples();
      if (samples != null) {
        totals.add(samples.tree(), onPath);
        totals.missing += samples.failed() + samples.lost();
      }
    }
    return totals;
  }

  private void add(CallTree tree, int[] onPath) {
    taken += tree.samples(0);
    long[] totals = new long[tree.size()];
    int[] home = new int[tree.size()];
    boolean[] inProbe = new boolean[tree.size()];
    home[0] = NONE;
    for (int node = 1; node < tree.size(); node++) {
      int method = tree.method(node);
      int parent = tree.parent(node);
      long samples = tree.samples(node);
      boolean hasSelf = areDivided || tree.tier(node) == SampledTier.OWN;
      home[node] = instrumented[method] && hasSelf ? method : home[parent];
      inProbe[node] = probes.get(method) || (inProbe[parent] && !instrumented[method]);
      taken += samples;
      onTop[method] += samples;
      if (inProbe[node]) {
        inProbes += samples;
      } else if (home[node] != NONE) {
        folded[home[node]] += samples;
      }
    }
    boolean[] outermost = TreeWalk.outermost(tree, onPath);
    for (int node = tree.size() - 1; node > 0; node--) {
      totals[node] += tree.samples(node);
      totals[tree.parent(node)] += totals[node];
      if (outermost[node]) {
        total[tree.method(node)] += totals[node];
      }
    }
  }

  /** Samples with this method on top. */
  public long onTop(int method) {
    return onTop[method];
  }

  /**
   * Samples in this instrumented method and in what it called that is not instrumented, those in
   * probes left out.
   */
  public long folded(int method) {
    return folded[method];
  }

  /** Samples with this method anywhere in the stack. */
  public long total(int method) {
    return total[method];
  }

  /** All samples with a stack. */
  public long taken() {
    return taken;
  }

  /** Samples that were due and have no stack: which method was on top is not known. */
  public long missing() {
    return missing;
  }

  /** All samples that were due. */
  public long due() {
    return taken + missing;
  }

  /** Samples with a probe on top: what instrumentation costs, and no method's. */
  public long inProbes() {
    return inProbes;
  }

  /**
   * Samples in neither: outside of instrumented methods, or in the profiler's own work in a thread,
   * such as weaving, which has no stack.
   */
  public long elsewhere() {
    return taken - foldedSum() - inProbes;
  }

  /** The sum of {@link #folded} over all methods. */
  public long foldedSum() {
    return Arrays.stream(folded).sum();
  }

  /** Samples due that may have been in instrumented methods: all whose stack says no other. */
  public long foldedDue() {
    return foldedSum() + missing;
  }

  /** Whether samples are all that there is, because no method is instrumented. */
  public boolean areAll() {
    for (boolean is : instrumented) {
      if (is) {
        return false;
      }
    }
    return taken > 0;
  }

  /** The instrumented methods that were met, by falling {@link #folded}, then by self value. */
  public int[] byFolded(MethodTotals calls) {
    return IntStream.of(calls.bySelf())
        .boxed()
        .sorted(Comparator.comparingLong((Integer method) -> folded[method]).reversed())
        .mapToInt(Integer::intValue)
        .toArray();
  }

  /** The methods with samples on top, by falling number of them. */
  public int[] byOnTop() {
    return IntStream.range(0, onTop.length)
        .filter(method -> onTop[method] != 0)
        .boxed()
        .sorted(Comparator.comparingLong((Integer method) -> onTop[method]).reversed())
        .mapToInt(Integer::intValue)
        .toArray();
  }
}
