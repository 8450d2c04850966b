package dev.tare.runtime.probe;

import dev.tare.runtime.clock.RecordingPauses;
import dev.tare.runtime.clock.SampleTicker;
import dev.tare.runtime.thread.Recorders;
import dev.tare.runtime.thread.ThreadRecorder;
import jdk.internal.vm.annotation.DontInline;

/**
 * What woven code calls in sampled mode: a reading at the first probe after each sampling period.
 *
 * <p>Entry and exit are longer than what C1 inlines (35 bytes of code, {@code C1MaxInlineSize}) and
 * shorter than what C2 inlines where it is called often ({@code FreqInlineSize}), and no annotation
 * says otherwise. So only C2 makes them a part of their callers, where a call would cost as much as
 * the probe itself; young code calls what C2 has compiled long before (docs/adr/0012).
 */
public final class SampledProbe {
  private SampledProbe() {}

  /** Begins a call, and returns what its exit needs: the node that was open before. */
  public static int enter(int methodId) {
    long id = Recorders.currentId();
    ThreadRecorder recorder = Recorders.standingFor(id);
    // One branch for all that is rare: a miss, a reading that is due, calls that are timed.
    if (((recorder.threadId ^ id) | (recorder.seenEpoch ^ SampleTicker.epoch)) != 0) {
      return enterSlowPath(methodId);
    }
    int parent = recorder.open;
    recorder.open = recorder.call(methodId);
    return parent;
  }

  /**
   * A whole entry: a recorder that came back from here would take room in the frame of each method
   * that C2 compiles (docs/results/2026-11-27-budget-off.md).
   */
  @DontInline
  private static int enterSlowPath(int methodId) {
    ThreadRecorder recorder = CountedProbe.sampling();
    int parent = recorder.open;
    if (!RecordingPauses.isPaused()) {
      recorder.open = CallTimer.call(recorder, methodId);
    }
    return parent;
  }

  /** Ends a call that returns. */
  public static void exit(int entered) {
    long id = Recorders.currentId();
    ThreadRecorder recorder = Recorders.standingFor(id);
    // As in the entry, and not in a method of both: that would be too short.
    if (((recorder.threadId ^ id) | (recorder.seenEpoch ^ SampleTicker.epoch)) != 0) {
      recorder = CountedProbe.sampling();
    }
    recorder.open = entered;
  }

  /** As {@link FullProbe#exitExceptionally}. */
  @DontInline
  public static Throwable exitExceptionally(Throwable thrown, int entered) {
    CountedProbe.sampling().unwindTo(entered);
    return thrown;
  }
}
