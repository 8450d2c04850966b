package dev.tare.runtime.thread;

import dev.tare.runtime.clock.Reading;
import dev.tare.runtime.clock.RecordingPauses;
import dev.tare.runtime.tree.TreeMemory;

/**
 * "This thread's clock stands still": what the agent does on an application's thread, weaving a
 * class in the middle of a measured method above all, is neither charged to that method nor
 * recorded, also where the JDK classes that the agent works with are woven themselves.
 *
 * <p>Between {@link #begin} and {@link #end} the thread's probes go to a recorder that nobody
 * reads.
 */
public final class ProfilerSection {
  private final ThreadRecorder recorder;
  private final long from;

  private ProfilerSection(ThreadRecorder recorder) {
    this.recorder = recorder;
    this.from = Reading.now();
  }

  /** Begins on the current thread. Begun within another's time, it ends with that one's. */
  public static ProfilerSection begin() {
    Thread thread = Thread.currentThread();
    ThreadRecorder recorder = Recorders.own(thread);
    if (recorder.shadowRecorder != null) {
      return new ProfilerSection(recorder.shadowRecorder);
    }
    if (recorder.hasEvents()) {
      // Where a window ends in this section, all before it has been charged, waiting apart.
      recorder.catchUp(RecordingPauses.current());
      recorder.endInterval();
    }
    ProfilerSection work = new ProfilerSection(recorder);
    ThreadRecorder shadowRecorder = new ThreadRecorder(thread, recorder.threadId);
    TreeMemory.takeAnyway(shadowRecorder.memory());
    recorder.shadowSince = work.from;
    Recorders.replace(recorder, shadowRecorder);
    return work;
  }

  /** The metric's present value, in its unit; only differences mean anything. */
  public static long reading() {
    return Reading.now();
  }

  /** The recorder that takes this time's probes. */
  public ThreadRecorder recorder() {
    return recorder.shadowRecorder == null ? recorder : recorder.shadowRecorder;
  }

  /** Ends what {@link #begin} began on this same thread. */
  public void end() {
    ThreadRecorder shadowRecorder = recorder.shadowRecorder;
    if (shadowRecorder == null) {
      return;
    }
    if (recorder.hasEvents()) {
      recorder.exclude(from);
    } else {
      recorder.restartClock();
    }
    Recorders.replace(recorder, null);
    TreeMemory.giveBack(shadowRecorder.memory());
  }
}
