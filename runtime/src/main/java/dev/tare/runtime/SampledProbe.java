package dev.tare.runtime;

import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;

/**
 * What woven code calls in sampled mode: a reading at the first probe after each sampling period.
 * Inlined as a whole: a call would cost as much as the probe itself.
 */
public final class SampledProbe {
  private SampledProbe() {}

  /** Begins a call, and returns what its exit needs: the node that was open before. */
  @ForceInline
  public static int enter(int methodId) {
    ThreadRecorder recorder = samplingWhenDue();
    int parent = recorder.open;
    recorder.open = recorder.call(methodId);
    return parent;
  }

  /** Ends a call that returns. */
  @ForceInline
  public static void exit(int entered) {
    samplingWhenDue().open = entered;
  }

  /** Ends a call that an exception leaves. */
  @ForceInline
  public static void exitExceptionally(int entered) {
    samplingWhenDue().unwindTo(entered);
  }

  @ForceInline
  private static ThreadRecorder samplingWhenDue() {
    long id = Recorders.currentId();
    ThreadRecorder recorder = Recorders.standingFor(id);
    // One branch, and one call, for two things that are rare.
    boolean usual = ((recorder.threadId ^ id) | (recorder.seenEpoch ^ SampleTicker.epoch)) == 0;
    return usual ? recorder : sampling();
  }

  @DontInline
  private static ThreadRecorder sampling() {
    ThreadRecorder recorder = Recorders.current();
    if (recorder.seenEpoch != SampleTicker.epoch) {
      recorder.sample();
    }
    return recorder;
  }
}
