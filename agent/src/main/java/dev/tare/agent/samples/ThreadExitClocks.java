package dev.tare.agent.samples;

import dev.tare.runtime.thread.ThreadRecorder;
import dev.tare.runtime.thread.ThreadStartListener;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import jdk.internal.misc.TerminatingThreadLocal;
import org.jspecify.annotations.Nullable;

/**
 * What threads with probes had used when they ended: each reads its own clock in its last moment,
 * by what the JDK itself clears its buffers with there. A thread whose locals somebody has thrown
 * away is not among them.
 */
final class ThreadExitClocks extends TerminatingThreadLocal<ThreadRecorder>
    implements ThreadStartListener.Listener {
  private final LongSupplier ownNanos;
  private final BooleanSupplier isWanted;
  private final ConcurrentLinkedQueue<End> ends = new ConcurrentLinkedQueue<>();

  /**
   * The end of a thread.
   *
   * @param nanos CPU nanoseconds of its whole life
   */
  record End(ThreadRecorder recorder, long nanos) {}

  /**
   * None of any thread as yet.
   *
   * @param ownNanos CPU nanoseconds of the calling thread
   * @param isWanted whether ends are to be kept, for {@link #next}
   */
  ThreadExitClocks(LongSupplier ownNanos, BooleanSupplier isWanted) {
    this.ownNanos = ownNanos;
    this.isWanted = isWanted;
  }

  /**
   * Listens, once all classes that threads need for it have been used: loading one in a probe could
   * find the stack nearly used up.
   */
  void listen() {
    remove();
    set(null);
    remove();
    ThreadStartListener.tell(this);
  }

  /** Set by a virtual thread, such locals are its carrier's, whose recorder it is. */
  @Override
  public void begun(ThreadRecorder recorder) {
    set(recorder);
  }

  @Override
  protected void threadTerminated(ThreadRecorder recorder) {
    if (recorder != null && isWanted.getAsBoolean()) {
      ends.add(new End(recorder, ownNanos.getAsLong()));
    }
  }

  /** The next of those that have ended; null for none. */
  @Nullable End next() {
    return ends.poll();
  }
}
