package dev.tare.runtime.probe;

import dev.tare.runtime.clock.RecordingPauses;
import dev.tare.runtime.clock.SampleTicker;
import dev.tare.runtime.thread.Recorders;
import dev.tare.runtime.thread.ThreadRecorder;
import jdk.internal.vm.annotation.DontInline;

/**
 * What full mode does at the entries and exits of methods that are counted: it finds the call's
 * node and takes no reading, so that the interval which is running goes on, charged to the nearest
 * timed caller. Methods that are woven as counted call it themselves, others through {@link
 * FullProbe}.
 */
public final class CountedProbe {
  private CountedProbe() {}

  /** Begins a call, and returns what its exit needs. */
  public static int enter(int methodId) {
    long id = Recorders.currentId();
    ThreadRecorder recorder = Recorders.standingFor(id);
    return ((recorder.threadId ^ id) | (recorder.seenEpoch ^ SampleTicker.epoch)) == 0
        ? recorder.enterCounted(methodId)
        : enterSlowPath(methodId);
  }

  @DontInline
  private static int enterSlowPath(int methodId) {
    ThreadRecorder recorder = sampling();
    return RecordingPauses.isPaused() ? ~recorder.open : recorder.enterCounted(methodId);
  }

  /** Ends a call that returns. */
  public static void exit(int entered) {
    long id = Recorders.currentId();
    ThreadRecorder recorder = Recorders.standingFor(id);
    if (((recorder.threadId ^ id) | (recorder.seenEpoch ^ SampleTicker.epoch)) != 0) {
      recorder = sampling();
    }
    recorder.exitCounted(entered);
  }

  /** Ends a call that an exception leaves; as {@link FullProbe#exitExceptionally}. */
  @DontInline
  public static Throwable exitExceptionally(Throwable thrown, int entered) {
    sampling().exitCountedExceptionally(entered);
    return thrown;
  }

  /**
   * The current thread's recorder, with a reading where one is due: in sampled mode after each
   * period, where some of the next calls are timed, too; in full mode after a snapshot point, which
   * the next timed event may be long after.
   */
  @DontInline
  static ThreadRecorder sampling() {
    ThreadRecorder recorder = Recorders.current();
    if (recorder.isReadingDue()) {
      recorder.endPeriod();
      if (SampleTicker.epoch != 0) { // In sampled mode alone.
        CallTimer.periodEnded(recorder);
      }
    }
    return recorder;
  }
}
