package dev.tare.runtime.snapshot;

import dev.tare.runtime.clock.Reading;
import dev.tare.runtime.config.Settings;
import dev.tare.runtime.internal.UnsafeAccess;
import dev.tare.runtime.memory.Column;
import dev.tare.runtime.tree.CallNode;
import dev.tare.runtime.tree.NodeSums;
import jdk.internal.vm.annotation.DontInline;
import org.jspecify.annotations.Nullable;

/**
 * What a recorder had counted at one moment: 24 bytes a node, and 8 for each of what not every tree
 * has, exceptions above all. What was counted between two moments is the difference, node by node,
 * since nodes stay at their places; nothing is ever set back in a recorder, since its thread may be
 * writing.
 *
 * <p>Made and freed by whoever holds the lock under which trees are merged, and used by whoever
 * keeps it or has trees kept, while the recorder's thread goes on.
 */
public final class TreeCounts {
  /** What a node takes at most, in bytes. */
  private static final long NODE_BYTES = (Settings.cpuSamples() ? 6L : 5L) * Long.BYTES;

  /** Nodes that are read at a time: a compiled loop over a million delays each safepoint. */
  private static final int NODES_AT_ONCE = 1 << 12;

  private int count;

  private final Column calls;
  private final Column exceptions;
  private final Column self;
  private final Column overhead;
  private final Column openCalls;
  private final Column samples;

  private @Nullable NodeSums sums;

  /** How much of an interval that was running counts, and in which node. */
  private long pending;

  /** How much of that the thread waited. */
  private long pendingWait;

  /** The place of that node's number; -1 where it is not known. */
  private int pendingAt = -1;

  /** The node that the running interval is charged to, unless that ends meanwhile. */
  private int charged;

  /** The node that was open when these counts began to be read. */
  private int open;

  /** The end of the last interval before. */
  private long lastReading;

  /** Self and overhead of all nodes, as they were copied. */
  private long raw;

  /** The reading up to which it was running, where these counts are those of a snapshot point. */
  private long point;

  private TreeCounts(int count) {
    this.count = count;
    calls = new Column(count);
    exceptions = new Column(count);
    self = new Column(count);
    overhead = new Column(count);
    openCalls = new Column(0);
    samples = new Column(count);
  }

  /** What a recorder has counted by now, without the running interval. */
  public static TreeCounts of(SnapshotSource recorder) {
    TreeCounts counts = new TreeCounts(recorder);
    counts.settleMarks(recorder);
    return counts;
  }

  /**
   * What a recorder has counted by now, and no less than by the snapshot point. Of an interval that
   * the snapshot point falls into, the part before it counts, whether the interval is still running
   * or ends meanwhile.
   */
  public static TreeCounts at(SnapshotPoint point, SnapshotSource recorder) {
    TreeCounts counts = new TreeCounts(recorder);
    while (!counts.reachTo(point.reading, recorder)) {
      // Once more: the one probe that was under way has ended, or the agent's own work there.
      counts.free();
      counts = new TreeCounts(recorder);
    }
    counts.settleMarks(recorder);
    return counts;
  }

  /** About how much memory the counts of a recorder take at most. */
  public static long bytes(SnapshotSource recorder) {
    return recorder.end() / CallNode.SIZE * NODE_BYTES;
  }

  private void settleMarks(SnapshotSource recorder) {
    for (int window = 0; window < SnapshotSource.MARKS; window++) {
      TreeCounts mark = recorder.mark(window);
      if (mark != null) {
        mark.settle(this, recorder);
      }
    }
  }

  private TreeCounts(SnapshotSource recorder) {
    this(recorder.end() / CallNode.SIZE);
    recorder.concludeIfEnded();
    lastReading = recorder.lastReading();
    open = recorder.open();
    charged = recorder.charged();
    int recorded = recorder.samplesRecorded;
    int waiting = recorder.samplesDue - recorded;
    count = recorder.end() / CallNode.SIZE;
    long[] nodes = recorder.nodes();
    for (int from = 0; from < count; from += NODES_AT_ONCE) {
      int to = Math.min(from + NODES_AT_ONCE, count);
      copy(nodes, from, to);
    }
    NodeSums present = recorder.sumsOrNull();
    sums = present == null ? null : present.copy();
    markOpen(recorder, open);
    point = lastReading;
    UnsafeAccess.UNSAFE.loadFence();
    if (recorder.open() == open && recorder.samplesRecorded == recorded) {
      samples.add(open / CallNode.SIZE, waiting); // The next probe will charge them there.
    }
  }

  /** Whether the recorder's thread had no event since the copy began. */
  private boolean isQuiet(SnapshotSource recorder) {
    UnsafeAccess.UNSAFE.loadFence();
    return recorder.lastReading() == lastReading && recorder.open() == open;
  }

  private void addPending(int index, long metric, long waited) {
    if (index < count()) {
      pendingAt = index;
      pending = Math.max(0, metric);
      self.add(index, pending);
      pendingWait = Math.max(0, waited);
      addWaiting(index, pendingWait);
    }
  }

  private NodeSums sums() {
    NodeSums present = sums;
    if (present == null) {
      present = new NodeSums();
      sums = present;
    }
    return present;
  }

  private void addWaiting(int index, long nanos) {
    if (nanos != 0) {
      sums().add(index * CallNode.SIZE, NodeSums.WAITING, nanos);
    }
  }

  /**
   * Adds what lies before the snapshot point and was not copied; false where that cannot be known.
   */
  private boolean reachTo(long reading, SnapshotSource recorder) {
    point = reading;
    // First: the thread may end the interval, and itself, while this is asked.
    long passed = recorder.pendingSince(recorder.chargedUpTo(raw), reading);
    long own = recorder.profilersOwn(passed, reading);
    if (Reading.IS_OF_THE_THREAD || lastReading - reading >= 0 || isQuiet(recorder)) {
      int index = charged / CallNode.SIZE;
      addPending(index, passed - own, recorder.waitedOf(passed - own, reading - own));
      if (index < count() && hasNodes()) {
        overhead.add(index, own); // Without events the clock begins anew behind it.
      }
      return true;
    }
    SplitInterval noted = recorder.splitInterval(reading);
    int index = noted == null ? count() : noted.node / CallNode.SIZE;
    if (noted == null || noted.since - lastReading < 0 || index >= count()) {
      return false;
    }
    lastReading = noted.since;
    long copied = self(index) + overhead(index) - noted.rawBefore;
    addPending(index, recorder.unpaused(lastReading, reading) - copied, 0);
    return true;
  }

  /**
   * Moves what was pending to the node that it has been charged to, or seems to be by now: a probe
   * that was under way may have left the node that seemed open.
   *
   * @param later the same recorder's, read a moment ago
   */
  private void settle(TreeCounts later, SnapshotSource recorder) {
    if (pending == 0) {
      return;
    }
    if (!hasNodes() && recorder.clockStart() - point > 0) {
      takeBackPending(); // The agent itself was at work there: the clock has begun anew since.
      return;
    }
    if (later.lastReading - point < 0) {
      if (later.pendingAt < 0) {
        return; // It is running yet, and is not asked for.
      }
      moveTo(later.pendingAt, later.lastReading, recorder);
    } else {
      SplitInterval noted = recorder.splitInterval(point);
      if (noted != null && noted.since - lastReading >= 0 && noted.since - point < 0) {
        moveTo(noted.node / CallNode.SIZE, noted.since, recorder);
      }
    }
    leaveNoLess(later);
  }

  /**
   * A probe in full mode may have taken its reading before the snapshot point, and have been held
   * up until after it, and the compilers may have found the recorder once for it and those that
   * follow. Then the interval ended before the snapshot point, and what passed from there on was
   * charged elsewhere. Nobody noted where: it is taken to be where most was.
   */
  private void leaveNoLess(TreeCounts later) {
    // What is pending still, or was taken back as its thread ended, has been charged nowhere.
    long missing = growth(later, pendingAt) + later.notCounted(this, pendingAt);
    if (missing >= 0) {
      return;
    }
    int most = 0;
    for (int i = 1; i < later.count(); i++) {
      most = growth(later, i) > growth(later, most) ? i : most;
    }
    long moved = Math.min(pending, -missing);
    self.add(pendingAt, -moved);
    self.add(most, moved);
    count = Math.max(count, most + 1);
    pending -= moved;
  }

  private long growth(TreeCounts later, int index) {
    return later.self(index) + later.overhead(index) - self(index) - overhead(index);
  }

  private void moveTo(int index, long since, SnapshotSource recorder) {
    lastReading = since;
    if (index == pendingAt) {
      return;
    }
    pending = Math.min(pending, recorder.unpaused(since, point));
    self.add(pendingAt, -pending);
    self.add(index, pending);
    addWaiting(pendingAt, -pendingWait);
    pendingWait = Math.min(pendingWait, pending);
    addWaiting(index, pendingWait);
    count = Math.max(count, index + 1);
    pendingAt = index;
  }

  /** Takes back what is pending of an interval that an ended thread never ended. */
  public void forgetPending(SnapshotSource ended) {
    if (pending != 0 && ended.lastReading() == lastReading) {
      takeBackPending();
    }
  }

  private void takeBackPending() {
    self.add(pendingAt, -pending);
    pending = 0;
    addWaiting(pendingAt, -pendingWait);
    pendingWait = 0;
  }

  @DontInline
  private void copy(long[] nodes, int from, int to) {
    for (int i = from; i < to; i++) {
      int node = i * CallNode.SIZE;
      calls.set(i, CallNode.calls(nodes, node));
      exceptions.set(i, CallNode.exceptions(nodes, node));
      self.set(i, CallNode.self(nodes, node));
      overhead.set(i, CallNode.overhead(nodes, node));
      raw += self(i) + overhead(i);
      samples.set(i, CallNode.samples(nodes, node));
    }
  }

  /** Of the overflow part it is known which node is on top alone, and where the tree was left. */
  private void markOpen(SnapshotSource recorder, int top) {
    long[] nodes = recorder.nodes();
    int node = top;
    if (CallNode.isInOverflow(nodes, top)) {
      setOpen(top);
      node = recorder.leftAt();
    }
    while (node != CallNode.ROOT) {
      setOpen(node);
      node = CallNode.parent(nodes, node);
    }
  }

  private void setOpen(int node) {
    int index = node / CallNode.SIZE;
    // A call that began after the end was read is not counted.
    if (index < count) {
      openCalls.set(index, 1);
    }
  }

  /** Adds another tree's counts, whose nodes have these places here; not that there was a root. */
  public void addAll(TreeCounts others, int[] placeOf) {
    for (int i = 0; i < others.count; i++) {
      int to = placeOf[i] / CallNode.SIZE;
      count = Math.max(count, to + 1);
      calls.add(to, i == 0 ? 0 : others.calls(i));
      exceptions.add(to, others.exceptions(i));
      self.add(to, others.self(i));
      overhead.add(to, others.overhead(i));
      openCalls.add(to, others.open(i));
      samples.add(to, others.samples(i));
    }
    NodeSums added = others.sums;
    if (added != null) {
      sums().addAll(added, placeOf);
    }
  }

  /** No counts: those of a tree that was not there yet. */
  public static TreeCounts none() {
    return new TreeCounts(0);
  }

  /** How many nodes there were; they are numbered in the order of their places. */
  public int count() {
    return count;
  }

  /** Whether there were nodes of calls. */
  public boolean hasNodes() {
    return count() > SnapshotSource.OWN_NODES;
  }

  /** Times entered. */
  public long calls(int index) {
    return calls.get(index);
  }

  /** Calls that were left by an exception. */
  public long exceptions(int index) {
    return exceptions.get(index);
  }

  /** As {@link CallNode#self}. */
  public long self(int index) {
    return self.get(index);
  }

  /**
   * How much of a running interval earlier counts have in a node's self, and these have not: its
   * thread ended before the interval did, or nobody asked for what is pending.
   */
  public long notCounted(TreeCounts earlier, int index) {
    return index == earlier.pendingAt && lastReading == earlier.lastReading
        ? Math.max(0, earlier.pending - pending)
        : 0;
  }

  /** As {@link CallNode#overhead}. */
  public long overhead(int index) {
    return overhead.get(index);
  }

  /** CPU-time samples, with those that wait for the thread's next probe. */
  public long samples(int index) {
    return samples.get(index);
  }

  /** Calls that were in progress. */
  public long open(int index) {
    return openCalls.get(index);
  }

  /** As of a recorder: what was deferred and waited; null where there was none. */
  public @Nullable NodeSums sumsOrNull() {
    return sums;
  }

  /** Gives the memory back: these are counts of nothing from here on. */
  public void free() {
    calls.free();
    exceptions.free();
    self.free();
    overhead.free();
    openCalls.free();
    samples.free();
    sums = null;
    count = 0;
  }
}
