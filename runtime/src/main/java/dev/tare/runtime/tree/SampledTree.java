package dev.tare.runtime.tree;

import dev.tare.runtime.clock.Interruptions;
import dev.tare.runtime.clock.Reading;
import dev.tare.runtime.clock.SampleTicker;
import dev.tare.runtime.clock.ThreadWaits;
import dev.tare.runtime.clock.WaitsAtPeriodEnds;
import jdk.internal.vm.annotation.DontInline;
import org.jspecify.annotations.Nullable;

/**
 * A call tree with what readings at the ends of sampling periods need. Such a reading charges the
 * node in which the period ended with all that has passed since the reading before. So periods that
 * end in waits may charge no work, and those that end in work no waiting: each is left for the next
 * reading. What is left when the thread ends is left to {@link EndedThreads others}.
 */
public abstract class SampledTree extends ClockedTree {
  /** A bit of {@link #seenEpoch}: probes look for what is due until calls are timed. */
  public static final int WAITS_FOR_CALLS = Integer.MIN_VALUE;

  /** With fewer, methods that wait get the work before many short waits (docs/adr/0219). */
  private static final long MOST_PERIODS_LEFT = 10;

  /** Null where the readings tell, or where there is no thread whose clocks could. */
  private final @Nullable WaitsAtPeriodEnds waitsAtPeriodEnds;

  /** The sampling epoch that this thread has seen; see {@link SampleTicker}. */
  public int seenEpoch;

  /** Calls up to the last of those that are to be timed, that one included; 0 for none. */
  public int callsUntilTimed;

  /** What the last reading left for the next, in nanoseconds; 0 for nothing. */
  private long leftForNext;

  /** Whether that is waiting, not work. */
  private boolean isWaitingLeft;

  /** The outermost call in which it passed. */
  private int leftIn;

  /** What the last reading charged. */
  private long lastCharged;

  /** Whether a period of the thread has ended. */
  private boolean hasSeenPeriodEnd;

  /**
   * A tree whose clock does not run yet.
   *
   * @param onCarriers as in {@link ClockedTree}
   * @param ofThread as in {@link ClockedTree}
   */
  protected SampledTree(boolean onCarriers, boolean ofThread) {
    super(onCarriers, ofThread);
    boolean isLookedAt = ofThread && !onCarriers && Reading.IS_OF_THE_THREAD;
    this.waitsAtPeriodEnds = isLookedAt ? new WaitsAtPeriodEnds() : null;
  }

  @Override
  public void restartClock() {
    seenEpoch = SampleTicker.epoch;
    leftForNext = 0;
    if (waitsAtPeriodEnds != null) {
      waitsAtPeriodEnds.restart();
    }
    super.restartClock();
  }

  /** Whether a period has ended, or a snapshot point was noted, since the last reading. */
  public final boolean isReadingDue() {
    return ((seenEpoch ^ SampleTicker.epoch) & ~WAITS_FOR_CALLS) != 0;
  }

  /** Nanoseconds of work that are left for a next reading at the most. */
  protected static long mostLeftForNext() {
    return MOST_PERIODS_LEFT * SampleTicker.period;
  }

  /**
   * Leaves all that has passed for the next reading, if the thread waited at the period's end and
   * the metric does not tell.
   *
   * @return whether it is left
   */
  protected final boolean leaveWork() {
    boolean isLeft =
        waitsAtPeriodEnds != null
            && SampleTicker.epoch != 0
            && waitsAtPeriodEnds.leaveWork(mostLeftForNext());
    if (isLeft) {
      seenEpoch = SampleTicker.epoch;
    }
    return isLeft;
  }

  /** A reading at no event: what has passed since the last is charged, or left for the next. */
  @DontInline
  public final void sample() {
    seenEpoch = SampleTicker.epoch;
    long now = Reading.now();
    long interval = now - lastReading;
    long left = interval;
    leftForNext = 0;
    if (Interruptions.SOUGHT && interval >= Interruptions.LONG_INTERVAL) {
      left = uninterrupted(interval, now);
    }
    // On carriers, what is left for a next reading may end in a mount.
    if (SampleTicker.epoch != 0 && waitedLast != 0 && !onCarriers) {
      left -= deferredOfPeriod(left, now);
    }
    CallNode.addSelf(nodes, charged(), 0); // A stack overflow comes here, before the change.
    lastReading += interval;
    CallNode.addSelf(nodes, charged(), left);
    lastCharged = left;
  }

  /**
   * Returns the part of the interval that the next reading charges. If the first probe came {@value
   * ThreadWaits#LONG_INTERVAL} ns or more after the period's end, the period is taken to have ended
   * in a wait: waiting is charged now, and work is left. Otherwise work is charged now, and waiting
   * is left. Nothing is left of a split interval: the window before has counted a part of it here.
   */
  private long deferredOfPeriod(long left, long now) {
    long waited = waitedLast;
    waitedLast = 0;
    if (isSplit(lastReading)) {
      return 0;
    }
    if (now - SampleTicker.tickedAt >= ThreadWaits.LONG_INTERVAL) {
      long work = left - waited;
      if (work <= 0 || work > mostLeftForNext()) {
        return 0; // A thread whose periods all end in waits would never be charged.
      }
      leaveForNext(work, false);
      return work;
    }
    takeBackWaited(waited);
    leaveForNext(waited, true);
    return waited;
  }

  private void leaveForNext(long nanos, boolean isWaiting) {
    int outermost = charged();
    while (outermost != CallNode.ROOT
        && CallNode.parent(nodes, outermost) != CallNode.ROOT
        && !CallNode.isInOverflow(nodes, outermost)) {
      outermost = CallNode.parent(nodes, outermost);
    }
    // No calls from here on: out of stack, one would leave a part of this.
    leftIn = outermost;
    isWaitingLeft = isWaiting;
    leftForNext = nanos;
    lastReading -= nanos;
  }

  /**
   * Charges what was left for a next reading that does not come, as the thread ends, to the
   * outermost call in which it passed: where below is not known. Asked by others, once nobody
   * writes here any more, or by the thread itself in its last moment.
   */
  protected final void chargeLeft() {
    long nanos = leftForNext;
    leftForNext = 0;
    if (nanos != 0) {
      CallNode.addSelf(nodes, leftIn, nanos);
      lastReading += nanos;
      if (isWaitingLeft) {
        waited(leftIn, nanos);
      }
    }
  }

  /**
   * Fills the thread's first period, which it began within, with what threads that have ended left.
   * It is charged to the node in which the period ended, as the last reading says. They have it
   * outside of all methods, and this thread has so much less there.
   */
  protected final void chargeLeftByOthers() {
    if (hasSeenPeriodEnd) {
      return;
    }
    hasSeenPeriodEnd = true;
    boolean endedInWait = leftForNext != 0 && !isWaitingLeft;
    long amount = EndedThreads.take(endedInWait, lastCharged);
    int node = charged();
    CallNode.addSelf(nodes, node, amount);
    CallNode.addSelf(nodes, CallNode.ROOT, -amount);
    if (endedInWait) {
      waited(node, amount);
      waited(CallNode.ROOT, -amount);
    }
  }

  /**
   * Leaves to others what was charged outside of all methods since the thread's last period ended.
   *
   * @param self what was charged there before
   * @param waited how much of that was waiting
   */
  protected final void leaveToOthers(long self, long waited) {
    if (SampleTicker.epoch != 0) { // In sampled mode alone.
      long waiting = waitedOutside() - waited;
      EndedThreads.leave(Math.max(0, selfOutside() - self - waiting), waiting);
    }
  }

  /** What is charged outside of all methods. */
  protected final long selfOutside() {
    return CallNode.self(nodes, CallNode.ROOT);
  }

  /** How much of it is waiting. */
  protected final long waitedOutside() {
    NodeSums known = sumsOrNull();
    return known == null ? 0 : known.get(CallNode.ROOT, NodeSums.WAITING);
  }
}
