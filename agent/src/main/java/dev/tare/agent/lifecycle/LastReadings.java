package dev.tare.agent.lifecycle;

import dev.tare.runtime.thread.Recorders;
import dev.tare.runtime.thread.ThreadRecorder;
import dev.tare.runtime.thread.ThreadStartListener;
import jdk.internal.misc.TerminatingThreadLocal;

/**
 * Has each thread take a reading in its last moment, by what the JDK itself clears its buffers with
 * there. With a budget, and in sampled mode, none of its calls may have taken one, and its time
 * would be in no profile.
 */
final class LastReadings extends TerminatingThreadLocal<Boolean>
    implements ThreadStartListener.Listener {
  /**
   * Listens, once all classes that threads need for it have been used. The current thread, which
   * has been in a probe already, takes a reading at its end as those do that come to one later.
   */
  void listen() {
    set(true);
    remove();
    ThreadStartListener.tell(this);
    set(true);
  }

  /** Set by a virtual thread, such locals are its carrier's. */
  @Override
  public void begun(ThreadRecorder recorder, boolean isOnCarrier) {
    if (!isOnCarrier) {
      set(true);
    }
  }

  @Override
  protected void threadTerminated(Boolean hasBegun) {
    ThreadRecorder recorder = Recorders.current();
    if (recorder.hasEvents()) { // That of main, listened on, may have none.
      recorder.endLastInterval();
    }
  }
}
