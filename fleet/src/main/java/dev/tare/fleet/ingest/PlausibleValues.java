package dev.tare.fleet.ingest;

import dev.tare.profile.CallTree;
import dev.tare.profile.CpuSamples;
import dev.tare.profile.Profile;
import dev.tare.profile.ThreadProfile;

/** Refuses profiles whose numbers would spoil the sums of all others. */
final class PlausibleValues {
  /** Of all numbers of a kind in one profile: a year of threads' nanoseconds. */
  private static final double MAX_SUM = 1L << 55;

  /** Deeper trees come from recursion without end; {@code recursion=fold} makes them flat. */
  private static final int MAX_DEPTH = 1 << 16;

  private PlausibleValues() {}

  static void check(Profile profile) throws BrokenProfileException {
    double values = 0;
    double calls = 0;
    for (ThreadProfile thread : profile.threads()) {
      CallTree tree = thread.tree();
      checkDepth(tree);
      for (int node = 0; node < tree.size(); node++) {
        long least = Math.min(tree.callsLow(node), Math.min(tree.calls(node), tree.open(node)));
        if (least < 0 || tree.exceptions(node) < 0 || tree.carried(node) < 0) {
          throw new BrokenProfileException("a node has a negative number of calls");
        }
        values += Math.abs((double) tree.self(node)) + Math.abs((double) tree.overhead(node));
        values += Math.abs((double) tree.waiting(node));
        calls += (double) tree.calls(node) + tree.exceptions(node);
        calls += tree.callsHigh(node) == CallTree.UNBOUNDED ? 0 : (double) tree.callsHigh(node);
        calls += (double) tree.open(node) + tree.carried(node) + tree.cut(node) + tree.merged(node);
      }
      CpuSamples samples = thread.cpuSamples();
      if (samples != null) {
        checkDepth(samples.tree());
        for (int node = 0; node < samples.tree().size(); node++) {
          calls += Math.abs((double) samples.tree().samples(node));
        }
      }
    }
    if (values > MAX_SUM || calls > MAX_SUM) {
      throw new BrokenProfileException("its values add up to more than can be");
    }
  }

  private static void checkDepth(CallTree tree) throws BrokenProfileException {
    int[] depths = new int[tree.size()];
    for (int node = 1; node < depths.length; node++) {
      depths[node] = depths[tree.parent(node)] + 1;
      if (depths[node] > MAX_DEPTH) {
        throw new BrokenProfileException(
            "calls are more than " + MAX_DEPTH + " deep: record with recursion=fold");
      }
    }
  }
}
