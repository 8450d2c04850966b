package dev.tare.runtime.probe;

import dev.tare.runtime.clock.SampleTicker;
import dev.tare.runtime.thread.Recorders;
import dev.tare.runtime.thread.ThreadRecorder;
import jdk.internal.vm.annotation.DontInline;

/**
 * What full mode does at the entries and exits of methods that are counted: it finds the call's
 * node and takes no reading, so that the interval which is running goes on, charged to the nearest
 * timed caller. Methods that are woven as counted call it themselves, others through {@link
 * FullProbe}.
 *
 * <p>As long as {@link SampledProbe}'s probes, for the same reason.
 */
public final class CountedProbe {
  private CountedProbe() {}

  /** Begins a call, and returns what its exit needs. */
  public static int enter(int methodId) {
    long id = Recorders.currentId();
    ThreadRecorder recorder = Recorders.standingFor(id);
    if (((recorder.threadId ^ id) | (recorder.seenEpoch ^ SampleTicker.epoch)) != 0) {
      recorder = sampling();
    }
    return recorder.enterCounted(methodId);
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
   * period, in full mode after a snapshot point, which the next timed event may be long after.
   */
  @DontInline
  static ThreadRecorder sampling() {
    ThreadRecorder recorder = Recorders.current();
    if (recorder.seenEpoch != SampleTicker.epoch) {
      recorder.endInterval();
    }
    return recorder;
  }
}
