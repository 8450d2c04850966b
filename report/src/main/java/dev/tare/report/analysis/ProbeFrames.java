package dev.tare.report.analysis;

import dev.tare.profile.MethodInfo;
import java.util.BitSet;
import java.util.List;

/** The profiler's own methods in stacks: what they take is overhead, and no method's. */
public final class ProbeFrames {
  private static final String PROBES = "dev.tare.runtime.";
  private static final String FACADE = "java.lang.invoke.$Tare";

  /** Stands for all of them where methods are grouped. */
  public static final MethodInfo GROUP = new MethodInfo(FACADE, "probes", "", null, 0);

  private ProbeFrames() {}

  /** The indices of those that are probes. */
  public static BitSet among(List<MethodInfo> methods) {
    BitSet probes = new BitSet(methods.size());
    for (int method = 0; method < methods.size(); method++) {
      String className = methods.get(method).className();
      probes.set(method, className.startsWith(PROBES) || className.equals(FACADE));
    }
    return probes;
  }
}
