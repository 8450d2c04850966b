package dev.tare.runtime.thread;

import dev.tare.runtime.clock.Reading;
import dev.tare.runtime.clock.RecordingPauses;
import jdk.internal.vm.annotation.ReservedStackAccess;

/**
 * "This thread's clock stands still": what the agent does on an application's thread, weaving a
 * class in the middle of a measured method above all, is neither charged to that method nor
 * recorded, also where the JDK classes that the agent works with are woven themselves.
 *
 * <p>Between {@link #begin} and {@link #end} the thread's probes go to a recorder that nobody
 * reads. It is made for the first of them: there are none where JDK classes are not woven, and a
 * start weaves thousands of classes.
 */
public final class ProfilerSection {
  private final ThreadRecorder recorder;

  private final boolean isInner;

  private ProfilerSection(ThreadRecorder recorder, boolean isInner) {
    this.recorder = recorder;
    this.isInner = isInner;
  }

  /** Begins on the current thread. Begun within another's time, it ends with that one's. */
  public static ProfilerSection begin() {
    ThreadRecorder recorder = Recorders.own(Thread.currentThread());
    if (recorder.isInSection()) {
      return new ProfilerSection(recorder, true);
    }
    if (recorder.hasEvents()) {
      // Where a window ends in this section, all before it has been charged, waiting apart.
      recorder.catchUp(RecordingPauses.current());
      recorder.endInterval();
    }
    long from = Reading.now();
    ProfilerSection work = new ProfilerSection(recorder, false);
    Recorders.forget(recorder);
    recorder.beginSection(from); // Last: where the stack ends before, nothing has begun.
    return work;
  }

  /** Whether it began within another's time. */
  public boolean isInner() {
    return isInner;
  }

  /** The metric's present value, in its unit; only differences mean anything. */
  public static long reading() {
    return Reading.now();
  }

  /** The recorder that takes this time's probes. */
  public ThreadRecorder recorder() {
    return recorder.shadow();
  }

  /**
   * Ends what {@link #begin} began on this same thread. Where the stack ends, it is ended all the
   * same, on the page that the JVM reserves: else all later probes of the thread would go to the
   * shadow recorder, which does not know the calls that are open.
   */
  @ReservedStackAccess
  public void end() {
    if (isInner || !recorder.isInSection()) {
      return;
    }
    try {
      if (recorder.hasEvents()) {
        recorder.excludeSection();
      } else {
        recorder.restartClock();
      }
    } finally {
      recorder.endSection();
      // The thread's own recorder is entered by its next probe: there may be news for it by then.
      Recorders.forget(recorder);
    }
  }
}
