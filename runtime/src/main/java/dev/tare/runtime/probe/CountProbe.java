package dev.tare.runtime.probe;

import dev.tare.runtime.clock.RecordingPauses;
import dev.tare.runtime.clock.SampleTicker;
import dev.tare.runtime.thread.Recorders;
import dev.tare.runtime.thread.ThreadRecorder;
import jdk.internal.vm.annotation.DontInline;

/**
 * What a counted method calls whose body calls nothing, in every mode: its entry alone. The call is
 * never open, and what it takes is its caller's.
 */
public final class CountProbe {
  private CountProbe() {}

  /** Counts a call from the open node. */
  public static void count(int methodId) {
    long id = Recorders.currentId();
    ThreadRecorder recorder = Recorders.standingFor(id);
    if (((recorder.threadId ^ id) | (recorder.seenEpoch ^ SampleTicker.epoch)) != 0) {
      countSlowPath(methodId);
    } else {
      recorder.count(methodId);
    }
  }

  @DontInline
  private static void countSlowPath(int methodId) {
    ThreadRecorder recorder = CountedProbe.sampling();
    if (!RecordingPauses.isPaused()) {
      CallTimer.call(recorder, methodId);
    }
  }
}
