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

  private int pendingAt;

  /** Whether the thread took no reading while it was read. */
  private boolean quiet;

  /** The end of the last interval before. */
  private long lastReading;

  private TreeCounts(int nodeCount, int cutLength) {
    values = new long[nodeCount * SIZE];
    cutCalls = new long[cutLength];
    samples = new int[Settings.cpuSamples ? nodeCount : 0];
  }

  /**
   * What a recorder has counted by now.
   *
   * @param withPending whether the interval that is running counts as far as it has come, where the
   *     metric is a clock and the thread has no event meanwhile
   */
  public static TreeCounts of(ThreadRecorder recorder, boolean withPending) {
    TreeCounts counts = read(recorder, withPending);
    // In sampled mode, readings are far apart: the next try meets none.
    return withPending && !counts.quiet ? read(recorder, true) : counts;
  }

  private static TreeCounts read(ThreadRecorder recorder, boolean withPending) {
    long lastReading = recorder.lastReading();
    int open = recorder.open();
    int recorded = recorder.samplesRecorded;
    int waiting = recorder.samplesDue - recorded;
    int end = recorder.end();
    long[] nodes = recorder.nodes();
    int count = end / CallNode.SIZE;
    TreeCounts counts = new TreeCounts(count, recorder.allCutCalls() == 0 ? 0 : count);
    counts.copyCut(recorder);
    counts.copy(nodes, count);
    counts.copySamples(nodes);
    int cutAt = recorder.cutAt() / CallNode.SIZE;
    if (cutAt < count) {
      counts.move(CallNode.CUT / CallNode.SIZE, cutAt);
    }
    DeferredIntervals intervals = recorder.deferredIntervals();
    counts.deferred = intervals == null ? null : intervals.copy();
    counts.markOpen(recorder.nodes(), open);
    ThreadRecorder.UNSAFE.loadFence();
    counts.quiet = recorder.lastReading() == lastReading;
    if (withPending && counts.quiet && recorder.isRunning()) {
      counts.pendingAt = open / CallNode.SIZE;
      counts.pending = recorder.pendingAt(Reading.now());
      counts.values[counts.pendingAt * SIZE + SELF] += counts.pending;
    }
    if (recorder.open() == open && recorder.samplesRecorded == recorded) {
      counts.addSamples(open / CallNode.SIZE, waiting); // The next probe will charge them there.
    }
    counts.lastReading = lastReading;
    return counts;
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
    return new TreeCounts(0, 0);
  }

  /** How many nodes there were; they are numbered in the order of their places. */
  public int count() {
    return values.length / SIZE;
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
