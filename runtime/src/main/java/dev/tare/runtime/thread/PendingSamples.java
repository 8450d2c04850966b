package dev.tare.runtime.thread;

import dev.tare.runtime.tree.CallNode;

/**
 * CPU-time samples that have come due, between the agent's clock watcher, who raises them, and the
 * thread's next probe, which records them on its open node.
 *
 * <p>The flag is {@link Recorders}' table: the watcher takes the recorder out of it, so that the
 * thread's next probe misses, comes here, and puts it back. So a probe without a sample does no
 * more than before. Guarantees:
 *
 * <ol>
 *   <li>{@link ThreadRecorder#samplesDue} is written by the watcher alone, and only grows; {@link
 *       ThreadRecorder#samplesRecorded} by the OS thread that it belongs to and, once that has
 *       ended, by {@link EndedThreadMerger}.
 *   <li>A flag can be lost where both write the table at once. The count cannot: the watcher raises
 *       the flag again for as long as the two numbers differ.
 *   <li>A thread that has used several periods before its next probe is charged with all of them
 *       there.
 * </ol>
 */
public final class PendingSamples {
  private PendingSamples() {}

  /**
   * Raises the thread's count, and the flag while any of it is not recorded. For one caller alone.
   *
   * @param due samples of this thread that have come due since the beginning
   */
  public static void raise(ThreadRecorder recorder, int due) {
    recorder.samplesDue = due;
    if (recorder.samplesWaiting() != 0) {
      ThreadRecorder mounted = recorder.mounted;
      Recorders.hide(mounted == null ? recorder : mounted);
    }
  }

  /**
   * Charges what is due to the open node.
   *
   * @param recorder the current thread's
   * @param clock the same, or its carrier's: the one whose CPU time came due
   */
  public static void record(ThreadRecorder recorder, ThreadRecorder clock) {
    int due = clock.samplesDue;
    int samples = due - clock.samplesRecorded;
    if (samples > 0) {
      CallNode.addSamples(recorder.nodes, recorder.open, samples);
      clock.samplesRecorded = due;
    }
  }
}
