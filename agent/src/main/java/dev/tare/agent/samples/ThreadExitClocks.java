package dev.tare.agent.samples;

import dev.tare.runtime.thread.ThreadRecorder;
import dev.tare.runtime.thread.ThreadStartListener;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import jdk.internal.misc.TerminatingThreadLocal;
import org.jspecify.annotations.Nullable;

/**
 * What threads with probes had used when they ended: each reads its own clock at its first probe
 * and in its last moment, by what the JDK itself clears its buffers with there. A thread whose
 * locals somebody has thrown away is not among them.
 */
public final class ThreadExitClocks extends TerminatingThreadLocal<ThreadExitClocks.Begin>
    implements ThreadStartListener.Listener {
  /** 4 MB: where nobody asks, what more threads had used is not kept. */
  static final int MAX_KEPT = 1 << 16;

  private final LongSupplier ownNanos;
  private final BooleanSupplier isWanted;
  private final ConcurrentLinkedQueue<End> ends = new ConcurrentLinkedQueue<>();
  private final AtomicInteger kept = new AtomicInteger();

  /** A thread at its first probe, and its clock then. */
  record Begin(long threadId, String name, long nanos) {}

  /**
   * The end of a thread.
   *
   * @param name the one that it had at its first probe
   * @param nanosBefore CPU nanoseconds of its life before its first probe. A native thread that
   *     attaches itself to the JVM for each call is another Java thread each time, with one clock
   * @param nanos CPU nanoseconds of its whole life
   */
  public record End(long threadId, String name, long nanosBefore, long nanos) {}

  /**
   * None of any thread as yet.
   *
   * @param ownNanos CPU nanoseconds of the calling thread
   * @param isWanted whether ends are to be kept, for {@link #next}
   */
  public ThreadExitClocks(LongSupplier ownNanos, BooleanSupplier isWanted) {
    this.ownNanos = ownNanos;
    this.isWanted = isWanted;
  }

  /**
   * Listens, once all classes that threads need for it have been used: loading one in a probe could
   * find the stack nearly used up.
   */
  public void listen() {
    set(new Begin(0, "", ownNanos.getAsLong()));
    remove();
    ThreadStartListener.tell(this);
  }

  /** Set by a virtual thread, such locals are its carrier's, whose recorder it is. */
  @Override
  public void begun(ThreadRecorder recorder, boolean isOnCarrier) {
    if (isOnCarrier) {
      return;
    }
    // A carrier whose virtual thread asks has no clock then, and has used little.
    long nanos = Math.max(0, ownNanos.getAsLong());
    set(new Begin(recorder.threadId(), recorder.nameAtStart(), nanos));
  }

  @Override
  protected void threadTerminated(Begin begin) {
    if (isWanted.getAsBoolean() && kept.get() < MAX_KEPT) {
      kept.incrementAndGet();
      ends.add(new End(begin.threadId, begin.name, begin.nanos, ownNanos.getAsLong()));
    }
  }

  /** The next of those that have ended; null for none. */
  public @Nullable End next() {
    End end = ends.poll();
    if (end != null) {
      kept.decrementAndGet();
    }
    return end;
  }
}
