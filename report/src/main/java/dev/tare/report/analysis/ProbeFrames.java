package dev.tare.report.analysis;

import dev.tare.profile.MethodInfo;
import java.util.BitSet;
import java.util.List;

/** The profiler's own methods in stacks: what they take is overhead, and no method's. */
public final class ProbeFrames {
  /** Stands for all of them where methods are grouped. */
  public static final MethodInfo GROUP =
      new MethodInfo(MethodInfo.PROBE_FACADE, "probes", "", null, 0);

  private ProbeFrames() {}

  /** The indices of those that are probes. */
  public static BitSet among(List<MethodInfo> methods) {
    BitSet probes = new BitSet(methods.size());
    for (int method = 0; method < methods.size(); method++) {
      probes.set(method, methods.get(method).isProbe());
    }
    return probes;
  }
}
