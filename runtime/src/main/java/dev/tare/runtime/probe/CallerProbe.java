package dev.tare.runtime.probe;

import dev.tare.runtime.thread.Recorders;
import dev.tare.runtime.thread.ThreadRecorder;
import dev.tare.runtime.tree.CallNode;
import jdk.internal.vm.annotation.DontInline;

/**
 * What a method calls, in every mode, right before it ends, for each method without probes whose
 * calls it counted in a local variable.
 */
public final class CallerProbe {
  private CallerProbe() {}

  /**
   * Adds calls below the open node, where there were any. Those of a caller that was in progress in
   * a pause are left out: some may have been made in the pause.
   *
   * @param methodId the called method's, with {@link CallNode#COUNTED_BY_CALLER}
   */
  public static void add(long calls, int methodId) {
    if (calls != 0) {
      addCounted(methodId, calls);
    }
  }

  /** Called, so that it adds little to the code of its callers. */
  @DontInline
  private static void addCounted(int methodId, long calls) {
    ThreadRecorder recorder = Recorders.current();
    if (!recorder.mayHaveBeenInPause()) {
      recorder.addCalls(methodId, calls);
    }
  }

  /**
   * The same where an exception leaves the caller. Calls are counted before they are made. If the
   * JVM threw this exception instead of making the last call, the count is one too high: it throws
   * any {@link Error} that a static initialiser does (JVMS 5.5). One exception is added to the
   * called method's node to show this; nothing else adds exceptions there.
   *
   * @return the exception
   */
  public static Throwable addThrown(Throwable thrown, long calls, int methodId) {
    if (calls != 0) {
      ThreadRecorder recorder = Recorders.current();
      if (!recorder.mayHaveBeenInPause()) {
        int node = recorder.addCalls(methodId, calls);
        if (thrown instanceof NullPointerException || thrown instanceof Error) {
          CallNode.addException(recorder.nodes, node);
        }
      }
    }
    return thrown;
  }
}
