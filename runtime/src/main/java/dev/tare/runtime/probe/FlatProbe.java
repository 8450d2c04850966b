package dev.tare.runtime.probe;

import dev.tare.runtime.clock.RecordingPauses;
import dev.tare.runtime.thread.Recorders;
import dev.tare.runtime.thread.ThreadRecorder;
import jdk.internal.vm.annotation.DontInline;

/**
 * What a flat method calls, in every mode: its entry alone. The call is counted for its method and
 * not for its context, and is never open: what it takes is its caller's. No reading is looked for
 * in it, unless the thread misses its recorder.
 */
public final class FlatProbe {
  private FlatProbe() {}

  /** Counts a call. */
  public static void countFlat(int methodId) {
    long id = Recorders.currentId();
    ThreadRecorder recorder = Recorders.standingFor(id);
    if (recorder.threadId == id) {
      recorder.countFlat(methodId);
    } else {
      countFlatOnMiss(methodId);
    }
  }

  @DontInline
  private static void countFlatOnMiss(int methodId) {
    // Behind a snapshot point, each probe comes here until one has taken a reading.
    ThreadRecorder recorder = CountedProbe.sampling();
    if (!RecordingPauses.isPaused()) {
      recorder.countFlat(methodId);
    }
  }
}
