package dev.tare.runtime;

import jdk.internal.vm.annotation.ForceInline;

/** What woven code calls in full mode: a reading at every entry and exit. */
public final class FullProbe {
  private FullProbe() {}

  /** Begins a call, and returns what its exit needs: the node that was open before. */
  @ForceInline
  public static int enter(int methodId) {
    ThreadRecorder recorder = Recorders.current();
    recorder.charge();
    int parent = recorder.open;
    recorder.enter(methodId);
    return parent;
  }

  /** Ends a call that returns. */
  @ForceInline
  public static void exit(int parent) {
    ThreadRecorder recorder = Recorders.current();
    recorder.charge();
    recorder.open = parent;
  }

  /** Ends a call that an exception leaves. */
  @ForceInline
  public static void exitExceptionally(int parent) {
    ThreadRecorder recorder = Recorders.current();
    recorder.charge();
    recorder.unwindTo(parent);
  }
}
