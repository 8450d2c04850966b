package dev.tare.report.gate;

import dev.tare.profile.CallTree;
import dev.tare.profile.CallsKind;
import dev.tare.profile.Limits;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.Profile;
import dev.tare.profile.ThreadProfile;
import dev.tare.report.analysis.MethodTotals;
import dev.tare.report.analysis.SampledReading;
import dev.tare.report.analysis.Uncertainty;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** One profile's sums, by method. */
public final class ProfileRun {
  private static final Values NOT_CALLED = new Values(0, 0, 0, 0, 0, false, false);

  private final String file;
  private final String metric;
  private final String unit;
  private final String mode;
  private final boolean isSampled;
  private final String whyNothing;
  private final boolean isSubtracted;
  private final boolean isExact;
  private final boolean isWaitingKnown;
  private final double selfSum;
  private final Map<Key, Values> values = new HashMap<>();

  /** A method, whichever class loader or line it was in. */
  record Key(String className, String name, String descriptor) {
    static Key of(MethodInfo method) {
      return new Key(method.className(), method.name(), method.descriptor());
    }

    String shown() {
      return className + "#" + name;
    }

    MethodInfo info() {
      return new MethodInfo(className, name, descriptor, null, 0);
    }
  }

  /**
   * What a method adds up to, and by how much its self value and its total may be wrong by the
   * overhead; whether only some of its calls were counted, and whether its time is among its
   * callers'.
   */
  record Values(
      long calls,
      long self,
      long total,
      double selfWrong,
      double totalWrong,
      boolean isPartial,
      boolean isUntimed) {
    double wrong(Measure measure) {
      return measure.isNested() ? totalWrong : selfWrong;
    }

    double of(Measure measure) {
      return switch (measure) {
        case CALLS -> calls;
        case SELF -> self;
        case TOTAL, ALLOC -> total;
      };
    }
  }

  /**
   * Sums of a profile, of its values without what is known of waiting.
   *
   * @param file what messages call it
   * @param inFile whose sums alone are enough for rules that need no nodes, unless {@link
   *     #needsNodes}; then no total has an error
   */
  public ProfileRun(String file, Profile inFile) {
    this.file = file;
    Profile profile = inFile.working();
    isWaitingKnown = profile.metric().waitingKnown();
    metric = profile.metric().name();
    unit = profile.metric().unit();
    isSampled = SampledReading.isIn(profile);
    mode = profile.settings().getOrDefault("mode", "unknown");
    whyNothing = profile.whyNothing();
    isSubtracted = profile.calibration().isSubtracted();
    MethodTotals totals = MethodTotals.of(profile, profile.threads());
    isExact = areCallsWhole(profile, totals);
    selfSum = totals.selfSum();
    Uncertainty uncertainty = Uncertainty.of(profile, totals);
    BitSet partial = partial(profile);
    double[] totalErrors =
        areNodesRead(profile)
            ? TotalErrors.of(profile, totals, uncertainty)
            : new double[totals.methods()];
    for (int i = 0; i < profile.methods().size(); i++) {
      MethodInfo method = profile.methods().get(i);
      boolean isTimed = method.tier().equals(MethodInfo.TIMED);
      if (isTimed && !totals.isMet(i)) {
        continue; // Only samples met it: it may have no probes.
      }
      Values own =
          new Values(
              totals.calls(i),
              totals.self(i),
              totals.total(i),
              uncertainty.of(i, totals.self(i), totals.overhead(i)),
              totalErrors[i],
              partial.get(i),
              !isTimed);
      // Methods of one name from two class loaders may stand in it apart.
      values.merge(Key.of(method), own, ProfileRun::sum);
    }
  }

  private static Values sum(Values a, Values b) {
    return new Values(
        a.calls + b.calls,
        a.self + b.self,
        a.total + b.total,
        a.selfWrong + b.selfWrong,
        a.totalWrong + b.totalWrong,
        a.isPartial || b.isPartial,
        a.isUntimed || b.isUntimed);
  }

  /** Whether a profile's nodes have to be read, and not its sums alone. */
  public static boolean needsNodes(Profile sums) {
    return hasBudget(sums) || sums.limits().folded().nodes() > 0;
  }

  private static boolean hasBudget(Profile profile) {
    return !profile.settings().getOrDefault("budget", "off").equals("off");
  }

  /**
   * Whether the sums have the calls of nodes that {@code minshare} folded into their callers. With
   * a budget it is not known whether all of these calls were counted.
   */
  private static boolean areCallsWhole(Profile profile, MethodTotals totals) {
    Limits.Folded folded = profile.limits().folded();
    if (folded.nodes() == 0) {
      return true;
    }
    if (hasBudget(profile) || !areNodesRead(profile)) {
      return false;
    }
    return totals.areCallsWhole(folded, MethodTotals.of(profile.threads(), totals.methods()));
  }

  private static BitSet partial(Profile profile) {
    BitSet partial = new BitSet();
    List<MethodInfo> methods = profile.methods();
    for (int i = 0; i < methods.size(); i++) {
      partial.set(i, methods.get(i).tier().equals(MethodInfo.MERGED));
    }
    if (hasBudget(profile) && areNodesRead(profile)) {
      for (ThreadProfile thread : profile.threads()) {
        CallTree tree = thread.tree();
        for (int node = 1; node < tree.size(); node++) {
          int method = tree.method(node);
          if (tree.callsKind(node).number() > CallsKind.DERIVED.number()
              && !methods
                  .get(method)
                  .tier()
                  .equals(MethodInfo.FLAT)) { // All of its calls are known.
            partial.set(method);
          }
        }
      }
    }
    return partial;
  }

  private static boolean areNodesRead(Profile profile) {
    return profile.threads().stream().noneMatch(thread -> thread.tree() == CallTree.UNREAD);
  }

  String file() {
    return file;
  }

  String metric() {
    return metric;
  }

  String unit() {
    return unit;
  }

  String mode() {
    return mode;
  }

  /** As {@link SampledReading#isIn}. */
  boolean isSampled() {
    return isSampled;
  }

  /** As {@link Profile#whyNothing}. */
  String whyNothing() {
    return whyNothing;
  }

  boolean isExact() {
    return isExact;
  }

  /** Whether its values are without overhead. */
  boolean isSubtracted() {
    return isSubtracted;
  }

  /** Whether its values are without waiting. */
  boolean isWaitingKnown() {
    return isWaitingKnown;
  }

  double selfSum() {
    return selfSum;
  }

  Iterable<Key> methods() {
    return values.keySet();
  }

  /** What a method adds up to; nothing where it was never called. */
  Values of(Key method) {
    return values.getOrDefault(method, NOT_CALLED);
  }
}
