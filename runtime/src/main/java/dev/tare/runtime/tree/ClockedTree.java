package dev.tare.runtime.tree;

import dev.tare.runtime.clock.Interruptions;
import dev.tare.runtime.clock.Reading;
import dev.tare.runtime.clock.ThreadWaits;
import dev.tare.runtime.memory.TreeMemory;
import jdk.internal.vm.annotation.DontInline;
import org.jspecify.annotations.Nullable;

/**
 * A call tree with its thread's clock: up to which reading intervals are charged, and what of them
 * is no method's self: the profiler's own work, interruptions, intervals that are deferred.
 */
public abstract class ClockedTree extends FlatCalls {
  protected final boolean onCarriers;

  private final boolean ofThread;

  /** The reading at which the first interval began. */
  private long clockStart;

  /** The reading up to which the intervals have been charged. */
  protected long lastReading;

  /** How much of {@link #lastReading} was charged to no node; see {@link #leaveOut}. */
  private long leftOut;

  private @Nullable NodeSums sums;

  /** Of a virtual thread, its carrier's; null where there are none, as of a sum. */
  private @Nullable Interruptions interruptions;

  /** Of a virtual thread, its carrier's {@link #waitsOfMounted}; null as {@link #interruptions}. */
  private @Nullable ThreadWaits waits;

  /** Of the virtual thread that this thread carries, since it was mounted. */
  private final @Nullable ThreadWaits waitsOfMounted;

  /** How much of the last long interval the thread waited, until its end has been seen to. */
  protected long waitedLast;

  /**
   * A tree whose clock does not run yet.
   *
   * @param onCarriers whether its thread is a virtual one that carriers run
   * @param ofThread whether it is of a thread, and not the sum of ended ones
   */
  protected ClockedTree(boolean onCarriers, boolean ofThread) {
    this.onCarriers = onCarriers;
    this.ofThread = ofThread;
    boolean isLookedAt = ofThread && !onCarriers && Interruptions.SOUGHT;
    this.interruptions = isLookedAt ? new Interruptions() : null;
    this.waits = isLookedAt ? new ThreadWaits() : null;
    this.waitsOfMounted = isLookedAt ? new ThreadWaits() : null;
  }

  /**
   * What is left of an interval without its {@link Interruptions}, which get nodes of their own.
   * For how long of the rest the thread waited is noted for the open node.
   *
   * <p>Called while the last reading is still that at the interval's beginning: where the stack
   * ends here, no interval is lost.
   *
   * @param now its end; what this takes is the profiler's own, if it was not stopped meanwhile
   */
  @DontInline
  protected final long uninterrupted(long interval, long now) {
    Interruptions own = interruptions;
    ThreadWaits ownWaits = waits;
    if (own == null || ownWaits == null || refusesNodes()) {
      return interval;
    }
    // Unmounted, a virtual thread's carrier did something else.
    long ran = onCarriers ? ownWaits.lookedAfter(interval, now) : interval;
    long stopped = ownWaits.stopped(ran, now);
    long mayBeInterrupted = stopped == ThreadWaits.UNKNOWN ? ran : stopped;
    long collected = own.collected(mayBeInterrupted);
    long switchedOut = own.switchedOut(ran, mayBeInterrupted - collected, now);
    boolean isSplit = isSplit(now - interval);
    // Of a split interval the window before has told all of it as waiting: so does this one.
    long interrupted = isSplit ? 0 : collected + switchedOut;
    long waited = Math.max(0, stopped - interrupted);
    ownWaits.assign(interrupted + waited);
    long left = interval;
    try {
      if (Interruptions.areSubtracted() && !isSplit) {
        left -= interrupted(Interruptions.COLLECTED, collected);
        left -= interrupted(Interruptions.SWITCHED_OUT, switchedOut);
      }
      waited(waited);
      waitedLast = waited;
      // Linux takes the processor away, and stops a thread, at the end of system calls, and most of
      // the profiler's are here. No look works for so long: the rest belongs to the next interval.
      excludeNanos(Math.min(Reading.now() - now, ThreadWaits.LONG_INTERVAL));
    } catch (StackOverflowError e) {
      return left; // The next call meets the same end of the stack.
    }
    return left;
  }

  /**
   * Notes for how long of the present interval the thread waited; no more than it takes. Less than
   * nothing is taken back.
   */
  protected final void waited(long nanos) {
    waited(charged(), nanos);
  }

  /**
   * Charges what a virtual thread waited, at once: in sampled mode few probes take a reading, and
   * the next may be another method's.
   */
  protected final void chargeWaited(long nanos) {
    waited(nanos);
    chargeNow(nanos);
  }

  private void chargeNow(long nanos) {
    CallNode.addSelf(nodes, charged(), nanos);
    lastReading += nanos;
  }

  /** The open node has not waited so long: that is left for a later reading. */
  protected final void takeBackWaited(long nanos) {
    if (waits != null) {
      waits.assign(-nanos);
    }
    waited(-nanos);
  }

  /** As {@link #waited(long)}, for a node. */
  protected final void waited(int node, long nanos) {
    try {
      if (nanos != 0 && (sums != null || TreeMemory.isFree(NodeSums.LEAST_MEMORY))) {
        sums().addWaiting(node, nanos);
      }
    } catch (OutOfMemoryError e) {
      TreeMemory.heapIsFull(); // It is told as work.
    }
  }

  /**
   * Nanoseconds of the running interval in which the thread has not run; asked by others.
   *
   * @param pending what has passed of it
   */
  protected final long stoppedOf(long threadId, long pending, long now) {
    ThreadWaits own = waits;
    return own == null ? 0 : own.stoppedOf(threadId, pending, now);
  }

  /** Charges what passed up to this reading, behind which an ended thread has no time. */
  protected final void chargeUpTo(long reading) {
    chargeNow(Math.max(0, reading - lastReading));
  }

  /** What passed up to this reading is no wait, and no interruption. */
  protected final void restartWaits(long reading) {
    if (waits == null || interruptions == null) {
      return;
    }
    if (onCarriers) {
      waits.restartWithin(reading);
      interruptions.restartCollections(); // To ask for the run delay takes too long.
    } else {
      waits.restart(reading);
      interruptions.restart();
    }
  }

  /** This virtual thread is on this carrier from this reading on; null if that has no recorder. */
  protected final void lookOn(@Nullable ClockedTree carrier, long reading) {
    interruptions = carrier == null ? null : carrier.interruptions;
    waits = carrier == null ? null : carrier.waitsOfMounted;
    restartWaits(reading);
  }

  /**
   * This virtual thread leaves its carrier at this reading. If it was on it for long, the clocks
   * are looked at now: after that they are those of another thread.
   *
   * @return the reading up to which time is the thread's or the profiler's
   */
  protected final long lookBeforeLeaving(long now) {
    long before = lastReading;
    long interval = now - before;
    if (waits == null || waits.lookedAfter(interval, now) < ThreadWaits.LONG_INTERVAL) {
      return now;
    }
    waitedLast = 0;
    long left = uninterrupted(interval, now);
    long excluded = lastReading - before;
    lastReading += interval - left;
    chargeNow(waitedLast);
    return now + excluded;
  }

  /**
   * Whether a window ends within the interval that began at this reading: its node has been
   * promised the part before.
   */
  protected boolean isSplit(long since) {
    return false;
  }

  /** Books an interruption; what could be booked of it, all or nothing. */
  private long interrupted(int node, long nanos) {
    int child = nanos <= 0 ? 0 : childOfRoot(node);
    if (child == 0) {
      return 0;
    }
    CallNode.addSelf(nodes, child, nanos);
    return nanos;
  }

  @Override
  public final void exclude(long from) {
    excludeNanos(Reading.now() - from);
  }

  private void excludeNanos(long excluded) {
    long withoutProcessor = withoutProcessor(excluded); // First: it may replace the nodes.
    CallNode.addOverhead(nodes, charged(), excluded - withoutProcessor);
    lastReading += excluded;
    if (waits != null) {
      waits.exclude(excluded, withoutProcessor);
    }
  }

  /**
   * For how much of the profiler's own work its thread was interrupted: booked as such, and never
   * left to the next interval. Of a split interval the window before has it as overhead.
   */
  protected long withoutProcessor(long excluded) {
    Interruptions own = interruptions;
    // In a virtual thread's own work its carrier may have run others.
    if (own == null || onCarriers || !Interruptions.areSubtracted() || refusesNodes()) {
      return 0;
    }
    long collected = excluded < Interruptions.LONG_INTERVAL ? 0 : own.collected(excluded);
    long switchedOut = own.switchedOut(excluded, excluded - collected, lastReading + excluded);
    return isSplit(lastReading)
        ? 0
        : interrupted(Interruptions.COLLECTED, collected)
            + interrupted(Interruptions.SWITCHED_OUT, switchedOut);
  }

  /** Begins the thread's first interval now. */
  public void restartClock() {
    leaveOut(Reading.now() - lastReading);
    clockStart = lastReading;
    restartWaits(lastReading);
  }

  /** Charges what has passed since the last reading, or this part of it, to no node. */
  public final void leaveOut(long passed) {
    leftOut += passed;
    lastReading += passed;
  }

  /**
   * The reading up to which intervals are charged, computed from the nodes. It is also correct if
   * the thread was stopped inside a probe, after one of its two writes (node, last reading).
   *
   * @param raw self and overhead of all nodes
   */
  public final long chargedUpTo(long raw) {
    return leftOut + raw;
  }

  /** As {@link #sumsOrNull}, made where there are none. Out of memory, the error is thrown. */
  public final NodeSums sums() {
    NodeSums present = sums;
    if (present == null) {
      present = ofThread ? NodeSums.ofTree() : new NodeSums();
      sums = present;
    }
    return present;
  }

  /** What {@link #sums} take of the heap, in bytes. */
  protected final long sumsMemory() {
    return sums == null ? 0 : sums.memory();
  }

  /**
   * For how long nodes waited, and how many intervals of each category were charged raw, to be
   * adjusted when more is known; null where there are none.
   */
  public final @Nullable NodeSums sumsOrNull() {
    return sums;
  }

  /** The reading at which the first interval began; a later one until there are events. */
  public final long clockStart() {
    return clockStart;
  }

  /** The reading up to which intervals are charged. */
  public final long lastReading() {
    return lastReading;
  }

  /** Whether it is a virtual thread whose clocks and categories are its carrier's. */
  public final boolean isOnCarriers() {
    return onCarriers;
  }
}
