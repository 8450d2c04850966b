package dev.tare.runtime;

import jdk.internal.vm.annotation.ForceInline;

/**
 * What woven code calls in sampled mode: a reading at the first probe after each sampling period.
 */
public final class SampledProbe {
  private SampledProbe() {}

  /** Begins a call, and returns what its exit needs: the node that was open before. */
  @ForceInline
  public static int enter(int methodId) {
    ThreadRecorder recorder = Recorders.current();
    if (recorder.seenEpoch != SampleTicker.epoch) {
      recorder.sample();
    }
    int parent = recorder.open;
    recorder.enter(methodId);
    return parent;
  }

  /** Ends a call that returns. */
  @ForceInline
  public static void exit(int parent) {
    ThreadRecorder recorder = Recorders.current();
    if (recorder.seenEpoch != SampleTicker.epoch) {
      recorder.sample();
    }
    recorder.open = parent;
  }

  /** Ends a call that an exception leaves. */
  @ForceInline
  public static void exitExceptionally(int parent) {
    ThreadRecorder recorder = Recorders.current();
    if (recorder.seenEpoch != SampleTicker.epoch) {
      recorder.sample();
    }
    recorder.unwindTo(parent);
  }
}
