package dev.tare.runtime;

import org.jspecify.annotations.Nullable;

/**
 * What a recorder had counted at one moment: 40 bytes a node, 44 with CPU-time samples. What was
 * counted between two moments is the difference, node by node, since nodes stay at their places;
 * nothing in the recorder is ever set back, under a thread that writes it.
 *
 * <p>Made and used by whoever holds {@link EndedThreads#LOCK}, while the recorder's thread goes on.
 */
public final class TreeCounts {
  /** {@code long}s of a node. */
  private static final int SIZE = 5;

  private static final int CALLS = 0;
  private static final int EXCEPTIONS = 1;
  private static final int SELF = 2;
  private static final int OVERHEAD = 3;
  private static final int OPEN = 4;

  private long[] values;

  /** By node; shorter where the rest is zero. */
  private long[] cutCalls;

  /** By node; none where probes take no CPU-time samples. */
  private int[] samples;

  /** Of all nodes; there may be some that no node was booked for. */
  private long allCutCalls;

  private @Nullable DeferredIntervals deferred;

  /** How much of an interval that was running counts, and in which node. */
  private long pending;

  /** The place of that node's number; -1 where it is not known. */
  private int pendingAt = -1;

  /** The node that was open when these counts began to be read. */
  private int open;

  /** The end of the last interval before. */
  private long lastReading;

  /** The reading up to which it was running, where these counts are those of a cut. */
  private long cut;

  private TreeCounts() {
    values = new long[0];
    cutCalls = new long[0];
    samples = new int[0];
  }

  /** What a recorder has counted by now, but for the interval that is running. */
  public static TreeCounts of(ThreadRecorder recorder) {
    TreeCounts counts = new TreeCounts(recorder);
    counts.settleMarks(recorder);
    return counts;
  }

  /**
   * What a recorder has counted by now, and by no means less than by the cut. Of an interval that
   * the cut falls into, what lies before counts, whether it is running yet or ends meanwhile.
   */
  public static TreeCounts at(WindowCut cut, ThreadRecorder recorder) {
    TreeCounts counts;
    do {
      counts = new TreeCounts(recorder);
      // Once more where the one probe that was under way has ended, or the agent's own work there.
    } while (!counts.reachTo(cut.reading, recorder));
    counts.settleMarks(recorder);
    return counts;
  }

  /** How much memory the counts of a recorder take; no less than that. */
  public static long bytes(ThreadRecorder recorder) {
    long nodes = recorder.end() / CallNode.SIZE;
    return nodes * (SIZE * Long.BYTES + (Settings.cpuSamples ? Integer.BYTES : 0));
  }

  private void settleMarks(ThreadRecorder recorder) {
    for (int window = 0; window < ThreadRecorder.MARKS; window++) {
      TreeCounts mark = recorder.mark(window);
      if (mark != null) {
        mark.settle(this, recorder);
      }
    }
  }

  private TreeCounts(ThreadRecorder recorder) {
    lastReading = recorder.lastReading();
    open = recorder.open();
    int recorded = recorder.samplesRecorded;
    int waiting = recorder.samplesDue - recorded;
    int count = recorder.end() / CallNode.SIZE;
    long[] nodes = recorder.nodes();
    values = new long[count * SIZE];
    cutCalls = new long[recorder.allCutCalls() == 0 ? 0 : count];
    copyCut(recorder);
    samples = new int[Settings.cpuSamples ? count : 0];
    copy(nodes, count);
    copySamples(nodes);
    int cutAt = recorder.cutAt() / CallNode.SIZE;
    if (cutAt < count) {
      move(CallNode.CUT / CallNode.SIZE, cutAt);
    }
    DeferredIntervals intervals = recorder.deferredIntervals();
    deferred = intervals == null ? null : intervals.copy();
    markOpen(recorder.nodes(), open);
    cut = lastReading;
    ThreadRecorder.UNSAFE.loadFence();
    if (recorder.open() == open && recorder.samplesRecorded == recorded) {
      addSamples(open / CallNode.SIZE, waiting); // The next probe will charge them there.
    }
  }

  /** Whether the recorder's thread had no event since the copy began. */
  private boolean isQuiet(ThreadRecorder recorder) {
    ThreadRecorder.UNSAFE.loadFence();
    return recorder.lastReading() == lastReading && recorder.open() == open;
  }

  private void addPending(int index, long metric) {
    if (index < count()) {
      pendingAt = index;
      pending = Math.max(0, metric);
      values[index * SIZE + SELF] += pending;
    }
  }

  /** Adds what lies before the cut and was not copied; false where that cannot be known. */
  private boolean reachTo(long reading, ThreadRecorder recorder) {
    cut = reading;
    if (isQuiet(recorder)) {
      addPending(open / CallNode.SIZE, recorder.pendingAt(reading));
      return true;
    }
    if (Reading.IS_OF_THE_THREAD || lastReading - reading >= 0) {
      return true;
    }
    CutInterval noted = recorder.cutInterval(reading);
    if (noted == null || noted.since - lastReading < 0) {
      return false;
    }
    int index = noted.node / CallNode.SIZE;
    if (index >= count()) {
      return false;
    }
    lastReading = noted.since;
    long copied = self(index) + overhead(index) - noted.rawBefore;
    addPending(index, recorder.unpaused(lastReading, reading) - copied);
    return true;
  }

  /**
   * Moves what was pending to the node that it has been charged to, or seems to be by now: a probe
   * that was under way may have left the node that seemed open.
   *
   * @param later the same recorder's, read a moment ago
   */
  private void settle(TreeCounts later, ThreadRecorder recorder) {
    if (pending == 0) {
      return;
    }
    if (!hasNodes() && recorder.clockStart() - cut > 0) {
      takeBackPending(); // The agent itself was at work there: the clock has begun anew since.
      return;
    }
    if (later.lastReading - cut < 0) {
      if (later.pendingAt < 0) {
        return; // It is running yet, and is not asked for.
      }
      moveTo(later.pendingAt, later.lastReading, recorder);
    } else {
      CutInterval noted = recorder.cutInterval(cut);
      if (noted != null && noted.since - lastReading >= 0 && noted.since - cut < 0) {
        moveTo(noted.node / CallNode.SIZE, noted.since, recorder);
      }
    }
    leaveNoLess(later);
  }

  /**
   * A probe in full mode may have taken its reading before the cut, and have been held up until
   * after it, and the compilers may have found the recorder once for it and those that follow. Then
   * the interval ended before the cut, and what passed from there on was charged elsewhere. Nobody
   * noted where: it is taken to be where most was.
   */
  private void leaveNoLess(TreeCounts later) {
    long missing = growth(later, pendingAt);
    if (missing >= 0) {
      return;
    }
    int most = 0;
    for (int i = 1; i < later.count(); i++) {
      most = growth(later, i) > growth(later, most) ? i : most;
    }
    long moved = Math.min(pending, -missing);
    if (most >= count()) {
      values = longer(values, (most + 1) * SIZE);
    }
    values[pendingAt * SIZE + SELF] -= moved;
    values[most * SIZE + SELF] += moved;
    pending -= moved;
  }

  private long growth(TreeCounts later, int index) {
    return later.self(index) + later.overhead(index) - self(index) - overhead(index);
  }

  private void moveTo(int index, long since, ThreadRecorder recorder) {
    lastReading = since;
    if (index == pendingAt) {
      return;
    }
    if (index >= count()) {
      values = longer(values, (index + 1) * SIZE);
    }
    pending = Math.min(pending, recorder.unpaused(since, cut));
    values[pendingAt * SIZE + SELF] -= pending;
    values[index * SIZE + SELF] += pending;
    pendingAt = index;
  }

  /** Takes back what is pending of an interval that an ended thread never ended. */
  void forgetPending(ThreadRecorder ended) {
    if (pending != 0 && ended.lastReading() == lastReading) {
      takeBackPending();
    }
  }

  private void takeBackPending() {
    values[pendingAt * SIZE + SELF] -= pending;
    pending = 0;
  }

  private void copy(long[] nodes, int count) {
    for (int i = 0, node = 0, at = 0; i < count; i++, node += CallNode.SIZE, at += SIZE) {
      values[at + CALLS] = CallNode.calls(nodes, node);
      values[at + EXCEPTIONS] = CallNode.exceptions(nodes, node);
      values[at + SELF] = CallNode.self(nodes, node);
      values[at + OVERHEAD] = CallNode.overhead(nodes, node);
    }
  }

  private void copySamples(long[] nodes) {
    for (int i = 0; i < samples.length; i++) {
      samples[i] = CallNode.samples(nodes, i * CallNode.SIZE);
    }
  }

  private void addSamples(int index, int count) {
    if (count != 0) {
      if (index >= samples.length) {
        samples = longer(samples, index + 1);
      }
      samples[index] += count;
    }
  }

  private void copyCut(ThreadRecorder recorder) {
    for (int i = 0; i < cutCalls.length; i++) {
      cutCalls[i] = recorder.cutCalls(i * CallNode.SIZE);
    }
    allCutCalls = recorder.allCutCalls();
  }

  private void move(int from, int to) {
    for (int i = SELF; i <= OVERHEAD; i++) {
      values[to * SIZE + i] += values[from * SIZE + i];
      values[from * SIZE + i] = 0;
    }
    int moved = samples(from);
    addSamples(to, moved);
    addSamples(from, -moved);
  }

  private void markOpen(long[] nodes, int top) {
    int node = top;
    while (node != CallNode.ROOT) {
      int at = node / CallNode.SIZE * SIZE;
      // A call that began after the end was read is not counted.
      if (at < values.length) {
        values[at + OPEN] = 1;
      }
      node = CallNode.parent(nodes, node);
    }
  }

  /** Adds another tree's counts, whose nodes have these places here, or their complements. */
  void addAll(TreeCounts others, int[] placeOf) {
    for (int i = 0; i < others.count(); i++) {
      int place = placeOf[i] < 0 ? ~placeOf[i] : placeOf[i];
      int to = place / CallNode.SIZE;
      if ((to + 1) * SIZE > values.length) {
        values = longer(values, (to + 1) * SIZE);
      }
      for (int k = 0; k < SIZE; k++) {
        values[to * SIZE + k] += others.values[i * SIZE + k];
      }
      addSamples(to, others.samples(i));
      long cutHere = placeOf[i] < 0 ? others.calls(i) : 0;
      addCut(to, others.cutCalls(i) + cutHere);
      allCutCalls += cutHere;
    }
    allCutCalls += others.allCutCalls;
    DeferredIntervals added = others.deferred;
    if (added != null) {
      DeferredIntervals sum = deferred;
      if (sum == null) {
        sum = new DeferredIntervals();
        deferred = sum;
      }
      sum.addAll(added, placeOf);
    }
  }

  private void addCut(int index, long calls) {
    if (calls != 0) {
      if (index >= cutCalls.length) {
        cutCalls = longer(cutCalls, index + 1);
      }
      cutCalls[index] += calls;
    }
  }

  private static long[] longer(long[] old, int atLeast) {
    long[] longer = new long[Math.max(atLeast, old.length + (old.length >> 1))];
    System.arraycopy(old, 0, longer, 0, old.length);
    return longer;
  }

  private static int[] longer(int[] old, int atLeast) {
    int[] longer = new int[Math.max(atLeast, old.length + (old.length >> 1))];
    System.arraycopy(old, 0, longer, 0, old.length);
    return longer;
  }

  /** Of nothing: the counts of a tree that was not there yet. */
  static TreeCounts none() {
    return new TreeCounts();
  }

  /** How many nodes there were; they are numbered in the order of their places. */
  public int count() {
    return values.length / SIZE;
  }

  /** Whether there were nodes of calls. */
  public boolean hasNodes() {
    return count() > ThreadRecorder.OWN_NODES;
  }

  private long get(int index, int which) {
    int at = index * SIZE + which;
    return at < values.length ? values[at] : 0;
  }

  /** Times entered. */
  public long calls(int index) {
    return get(index, CALLS);
  }

  /** Calls that were left by an exception. */
  public long exceptions(int index) {
    return get(index, EXCEPTIONS);
  }

  /** As {@link CallNode#self}. */
  public long self(int index) {
    return get(index, SELF);
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
    return get(index, OVERHEAD);
  }

  /** CPU-time samples, with those that wait for the thread's next probe. */
  public int samples(int index) {
    return index < samples.length ? samples[index] : 0;
  }

  /** Calls that were in progress. */
  public long open(int index) {
    return get(index, OPEN);
  }

  /** How many of the calls were made past the limit of nodes. */
  public long cutCalls(int index) {
    return index < cutCalls.length ? cutCalls[index] : 0;
  }

  /** How many calls were made past the limit of nodes. */
  public long allCutCalls() {
    return allCutCalls;
  }

  /** The intervals that were charged raw; null where there were none. */
  public @Nullable DeferredIntervals deferred() {
    return deferred;
  }
}
