package dev.tare.runtime.snapshot;

import dev.tare.runtime.calibration.Category;
import dev.tare.runtime.calibration.CountedCalls;
import dev.tare.runtime.calibration.Kind;
import dev.tare.runtime.clock.Reading;
import dev.tare.runtime.clock.RecordingPauses;
import dev.tare.runtime.clock.SampleTicker;
import dev.tare.runtime.internal.UnsafeAccess;
import dev.tare.runtime.memory.TreeMemory;
import dev.tare.runtime.tree.CallNode;
import org.jspecify.annotations.Nullable;

/**
 * A call tree that snapshots read while its thread goes on: with the pauses and the snapshot points
 * that its thread knows of, and what was counted when windows began.
 *
 * <p>Another thread that reads while this one writes sees, of each counter, a value that it had not
 * long ago (a loop without a safepoint may hold it back for as long as it runs). Of calls that had
 * ended before the reader synchronised with this thread in any way, it misses nothing.
 */
public abstract class SnapshotSource extends CountedCalls {
  /** How many windows there are, each with a beginning of its own. */
  public static final int MARKS = 2;

  /** The pauses that this thread knows of; see {@link #skip}. */
  private RecordingPauses seenPauses = RecordingPauses.current();

  /** How long those took up to the last that this thread knows of. */
  private long skipped;

  /** CPU-time samples of this thread that have come due. */
  public volatile int samplesDue;

  /** How many of them have been recorded: in this tree, or in those of virtual threads. */
  public int samplesRecorded;

  /**
   * The interval that the last snapshot point fell into, if the thread had one running and knows of
   * it.
   */
  private @Nullable SplitInterval splitInterval;

  /** What was counted when windows began; null where there is none, or nothing was. */
  private final @Nullable TreeCounts[] marks = new @Nullable TreeCounts[MARKS];

  /** As in {@link CountedCalls}. */
  protected SnapshotSource(boolean onCarriers, boolean ofThread) {
    super(onCarriers, ofThread);
  }

  /** Whether its thread is alive. */
  protected abstract boolean isRunning();

  /** Whether the thread has ended, and nobody writes here any more; false of a sum. */
  protected abstract boolean hasEnded();

  @Override
  public final void restartClock() {
    super.restartClock();
    // Not those that it knows of: a pause that it saw begin may have ended since.
    skipped = RecordingPauses.current().until(lastReading);
  }

  @Override
  protected final boolean isSplit(long since) {
    // Not the noted ones: a point in the profiler's own work is noted by the next probe alone.
    SnapshotPoint point = SnapshotPoint.last();
    return point != null && point.reading - since > 0;
  }

  /** Whether there are pauses that this thread does not know of. */
  public final boolean missed(RecordingPauses pauses) {
    return pauses != seenPauses;
  }

  /**
   * Excludes the time in which nothing was recorded from the running interval. What a counter of
   * the thread's own counted meanwhile is not known: for counters the interval begins anew. Where a
   * virtual thread changed carriers unseen, the new carrier's counter may be behind the last
   * reading.
   */
  public void skip(RecordingPauses pauses) {
    long now = Reading.now();
    long interval = now - lastReading;
    long until = pauses.until(now);
    leaveOut(
        Reading.IS_OF_THE_THREAD ? interval : Math.max(0, Math.min(until - skipped, interval)));
    skipped = until;
    seenPauses = pauses;
    if (!isOnCarriers()) { // It may be on another carrier by now.
      restartWaits(lastReading);
    }
    categoryPrefix = Category.START_PREFIX;
    openKind = Kind.OTHER; // Taking its probes out made it go on in the interpreter.
  }

  /**
   * Notes the running interval if the last snapshot point falls into it. It ends with the present
   * probe, in sampled mode too, so that it is charged to the node that is open now.
   *
   * @return whether the snapshot point lies behind what has been charged
   */
  public final boolean noteSnapshotPoint() {
    SnapshotPoint point = SnapshotPoint.last();
    if (point == null || lastReading - point.reading >= 0) {
      return false;
    }
    SplitInterval last = splitInterval;
    SplitInterval earlier = last != null && last.point == point ? last.before : last;
    try {
      int node = charged();
      SplitInterval kept =
          earlier == null
              ? null
              : new SplitInterval(
                  earlier.point, earlier.since, earlier.node, earlier.rawBefore, null);
      SplitInterval noted = new SplitInterval(point, lastReading, node, raw(node), kept);
      UnsafeAccess.UNSAFE.storeFence();
      splitInterval = noted;
      UnsafeAccess.UNSAFE.storeFence();
    } catch (OutOfMemoryError e) {
      TreeMemory.heapIsFull();
    }
    seenEpoch = SampleTicker.epoch - 1;
    return true;
  }

  private long raw(int node) {
    return CallNode.self(nodes, node) + CallNode.overhead(nodes, node);
  }

  /**
   * The interval that a snapshot point fell into, or the first one after it; null where none is
   * known.
   */
  final @Nullable SplitInterval splitInterval(long pointReading) {
    SplitInterval last = splitInterval;
    if (last == null || last.point.reading - pointReading < 0) {
      return null;
    }
    SplitInterval before = last.before;
    return before == null || before.point.reading - pointReading < 0 ? last : before;
  }

  /** Lets an ended thread's nodes have all of its time; under the lock of whoever reads them. */
  public void concludeIfEnded() {
    if (hasEnded()) {
      chargeLeft();
    }
  }

  /**
   * What has passed of the running interval, in the metric's unit; 0 of a counter that only its own
   * thread can read. Called by other threads than the recorder's.
   *
   * @param since its beginning
   */
  final long pendingSince(long since, long now) {
    if (Reading.IS_OF_THE_THREAD) {
      return 0;
    }
    return isRunning() ? unpaused(since, now) : 0;
  }

  /**
   * For how much of what is pending the thread has waited, in nanoseconds; of wall time alone.
   * Called by other threads than the recorder's.
   *
   * @param pending as {@link #pendingSince} said
   */
  protected abstract long waitedOf(long pending, long now);

  /**
   * For how much of what is pending the thread has worked for the profiler, which is overhead of
   * the open node. Called by other threads than the recorder's.
   *
   * @param pending as {@link #pendingSince} said
   */
  protected abstract long profilersOwn(long pending, long now);

  /** What passed from one reading to another, without pauses that this thread does not know of. */
  protected final long unpaused(long from, long now) {
    return Math.max(0, now - from - (RecordingPauses.current().until(now) - skipped));
  }

  /**
   * What had been counted when a window began; null for nothing. The caller holds the lock under
   * which trees are merged.
   */
  public final @Nullable TreeCounts mark(int window) {
    return marks[window];
  }

  /** Begins a window, and frees the counts that the one before began with; see {@link #mark}. */
  public final void setMark(int window, TreeCounts counts) {
    freeMark(window);
    marks[window] = counts;
  }

  private void freeMark(int window) {
    TreeCounts counts = marks[window];
    if (counts != null) {
      counts.free();
    }
  }

  /** Gives back what only an ended thread's windows need, once they have been added up. */
  public final void freeMarks() {
    for (int window = 0; window < MARKS; window++) {
      freeMark(window);
    }
  }

  /** CPU-time samples that came due and that no probe has recorded yet. */
  public final int samplesWaiting() {
    return samplesDue - samplesRecorded;
  }
}
