package dev.tare.report.division;

import dev.tare.profile.MethodInfo;
import dev.tare.profile.Profile;
import dev.tare.profile.SampledTier;
import dev.tare.profile.ThreadProfile;
import dev.tare.profile.TreeNodes;
import dev.tare.report.analysis.ProbeFrames;
import java.util.BitSet;
import java.util.List;

/** What a method in a stack means for the call tree. */
final class InsideMethods {
  private final BitSet recorded = new BitSet();
  private final BitSet probes;
  private final int beyondMaxnodes;

  InsideMethods(Profile profile) {
    for (ThreadProfile thread : profile.threads()) {
      TreeNodes nodes = thread.tree().nodes();
      while (nodes.next()) {
        if (nodes.depth() > 0) {
          recorded.set(nodes.method());
        }
      }
    }
    List<MethodInfo> methods = profile.methods();
    probes = ProbeFrames.among(methods);
    beyondMaxnodes = methods.indexOf(MethodInfo.BEYOND_MAXNODES);
  }

  /** Whether it is neither in a call tree nor was it left out of one: the JDK's, for example. */
  boolean isOutside(int method, SampledTier tier) {
    return tier == SampledTier.OWN && !recorded.get(method);
  }

  /** The method above calls without a context; below 0 where all have one. */
  int beyondMaxnodes() {
    return beyondMaxnodes;
  }

  /**
   * Whether a method's time is in no self value, but was subtracted as overhead: that of probes.
   *
   * @param isCallerInProbe whether this holds of its caller
   */
  boolean isSubtracted(int method, SampledTier tier, boolean isCallerInProbe) {
    return probes.get(method) || (isCallerInProbe && isOutside(method, tier));
  }
}
