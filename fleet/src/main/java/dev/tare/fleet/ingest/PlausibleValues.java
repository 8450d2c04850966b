package dev.tare.fleet.ingest;

import dev.tare.profile.CallTree;
import dev.tare.profile.CpuSamples;
import dev.tare.profile.NodeColumn;
import dev.tare.profile.Profile;
import dev.tare.profile.RunInfo;
import dev.tare.profile.ThreadProfile;

/** Refuses profiles whose numbers would spoil the sums of all others. */
final class PlausibleValues {
  /** Of all numbers of a kind in one profile: a year of threads' nanoseconds. */
  private static final double MAX_SUM = 1L << 55;

  /** Deeper trees come from recursion without end; {@code recursion=fold} makes them flat. */
  private static final int MAX_DEPTH = 1 << 16;

  private PlausibleValues() {}

  static void check(Profile profile) throws BrokenProfileException {
    checkTimes(profile.run());
    double values = 0;
    double calls = 0;
    for (ThreadProfile thread : profile.threads()) {
      CallTree tree = thread.tree();
      checkDepth(tree);
      values += sum(tree, NodeColumn.SELF) + sum(tree, NodeColumn.OVERHEAD);
      values += sum(tree, NodeColumn.WAITING);
      calls += number(tree, NodeColumn.CALLS) + number(tree, NodeColumn.EXCEPTIONS);
      calls += number(tree, NodeColumn.OPEN) + number(tree, NodeColumn.CARRIED);
      calls += sum(tree, NodeColumn.CUT);
      calls += number(tree, NodeColumn.CALLS_LOW) + number(tree, NodeColumn.CALLS_HIGH);
      CpuSamples samples = thread.cpuSamples();
      if (samples != null) {
        checkDepth(samples.tree());
        calls += sum(samples.tree(), NodeColumn.SAMPLES);
      }
    }
    if (values > MAX_SUM || calls > MAX_SUM) {
      throw new BrokenProfileException("its values add up to more than can be");
    }
  }

  private static void checkTimes(RunInfo run) throws BrokenProfileException {
    boolean canBe = run.durationNanos() <= MAX_SUM;
    for (RunInfo.Window window : run.windows()) {
      canBe &= Identity.canBe(window.started()) && window.durationNanos() <= MAX_SUM;
    }
    if (!canBe) {
      throw new BrokenProfileException("it has times that cannot be");
    }
  }

  private static double number(CallTree tree, NodeColumn column) throws BrokenProfileException {
    for (long value : tree.values(column)) {
      if (value < 0) {
        throw new BrokenProfileException("a node has a negative number of calls");
      }
    }
    return sum(tree, column);
  }

  private static double sum(CallTree tree, NodeColumn column) {
    double sum = 0;
    for (long value : tree.values(column)) {
      boolean isUnbounded = column == NodeColumn.CALLS_HIGH && value == CallTree.UNBOUNDED;
      sum += isUnbounded ? 0 : Math.abs((double) value);
    }
    return sum;
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
