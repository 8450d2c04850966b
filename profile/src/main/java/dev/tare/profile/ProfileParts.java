package dev.tare.profile;

import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * The parts of a profile, given one after another, so that a profile can be written that is never
 * in memory as a whole.
 *
 * <p>A writer calls each method once, in the order in which they stand here. It asks for the next
 * thread when the one before is written and forgotten. Methods come after the threads: a source may
 * number them as it meets them in the trees.
 */
public interface ProfileParts {

  ProfilerInfo profiler();

  RunInfo run();

  /** The options in force, by their names. */
  Map<String, String> settings();

  Metric metric();

  /** The threads, each made when it is asked for, and known until the next is. */
  Iterator<? extends ThreadParts> threadIterator();

  /** The methods; {@link CallTree#method} is an index into this list. */
  List<MethodInfo> methods();

  CalibrationTable calibration();

  List<SkippedMethod> skipped();

  Limits limits();

  /**
   * Below which subtree's absolute self sum a writer folds the subtree into the node above it, in
   * the metric's unit; 0: nowhere.
   */
  default long foldBelow() {
    return 0;
  }
}
