package dev.tare.agent.samples;

import dev.tare.profile.CpuSamples;
import dev.tare.runtime.thread.ThreadRecorder;
import java.util.Arrays;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** What is known of one thread's samples, or of several threads' that share a folded name. */
final class SampledThread {
  private final long periodNanos;
  private final SampleTree tree;

  /** What of the time that samples stood for was not a whole period yet. */
  private long carriedNanos;

  private long taken;
  private long failed;
  private long lost;
  private long truncated;

  /** What there was when windows began; null where that was nothing. */
  private final @Nullable Mark[] marks = new @Nullable Mark[ThreadRecorder.MARKS];

  /** What there was at a moment. */
  private static final class Mark {
    static final Mark NOTHING = new Mark();

    long taken;
    long failed;
    long lost;
    long truncated;
    long[] samples = {};

    /** Adds another, of a tree whose nodes have these places in this one's. */
    void addAll(Mark other, int[] placeOf) {
      taken += other.taken;
      failed += other.failed;
      truncated += other.truncated;
      int size = samples.length;
      for (int node = 0; node < other.samples.length; node++) {
        size = Math.max(size, placeOf[node] + 1);
      }
      if (size > samples.length) {
        samples = Arrays.copyOf(samples, size);
      }
      for (int node = 0; node < other.samples.length; node++) {
        samples[placeOf[node]] += other.samples[node];
      }
    }
  }

  SampledThread(long periodNanos, int maxNodes) {
    this.periodNanos = periodNanos;
    tree = new SampleTree(maxNodes);
  }

  /**
   * How many samples of the period that was asked for one sample stands for. More than one, where
   * the timer had run out several times before the kernel could say so; none now and then, where
   * another recording has shortened the period for all.
   */
  private long whole(long sampleNanos) {
    carriedNanos += sampleNanos;
    long count = (carriedNanos + periodNanos / 2) / periodNanos;
    carriedNanos -= count * periodNanos;
    return count;
  }

  void take(int[] stack, long sampleNanos, boolean isTruncated) {
    long count = whole(sampleNanos);
    taken += count;
    truncated += isTruncated ? count : 0;
    tree.add(stack, count);
  }

  void fail(long sampleNanos) {
    failed += whole(sampleNanos);
  }

  void lose(long count, long sampleNanos) {
    lost += whole(count * sampleNanos);
  }

  /** Samples that were due. */
  long due() {
    return taken + failed + lost;
  }

  /** Begins a window. */
  void begin(int mark) {
    Mark now = new Mark();
    now.taken = taken;
    now.failed = failed;
    now.lost = lost;
    now.truncated = truncated;
    now.samples = tree.samples();
    marks[mark] = now;
  }

  /**
   * Adds what an ended thread has, to what is told without CPU time from now on: what that thread
   * lacks of its own is lost here.
   *
   * @param cpuNanos of the ended thread, since a window of this mark began
   */
  void addAll(SampledThread ended, IntToLongFunction cpuNanos) {
    int[] placeOf = tree.addAll(ended.tree);
    long[] lostSince = new long[marks.length];
    for (int mark = 0; mark < marks.length; mark++) {
      lostSince[mark] = ended.lostSince(ended.from(mark), cpuNanos.applyAsLong(mark));
    }
    long mostLost = Math.max(ended.lost, LongStream.of(lostSince).max().orElse(0));
    for (int mark = 0; mark < marks.length; mark++) {
      Mark sum = marks[mark] == null ? new Mark() : marks[mark];
      sum.addAll(ended.from(mark), placeOf);
      sum.lost += mostLost - lostSince[mark];
      marks[mark] = sum;
    }
    taken += ended.taken;
    failed += ended.failed;
    truncated += ended.truncated;
    lost += mostLost;
  }

  private Mark from(int mark) {
    Mark from = marks[mark];
    return from == null ? Mark.NOTHING : from;
  }

  private long lostSince(Mark from, long cpuNanos) {
    long expected = (cpuNanos + periodNanos / 2) / periodNanos;
    return Math.max(lost - from.lost, expected - (taken - from.taken) - (failed - from.failed));
  }

  /**
   * The samples since a window began. Where the kernel counted more CPU time than samples stand
   * for, and than were reported lost, the rest is lost too: a thread may end before its first
   * sample is due.
   *
   * @param cpuNanos of the window
   */
  CpuSamples build(
      String source, String measures, long cpuNanos, int mark, IntUnaryOperator methodIndex) {
    Mark from = from(mark);
    return new CpuSamples(
        source,
        measures,
        periodNanos,
        cpuNanos,
        taken - from.taken,
        failed - from.failed,
        lostSince(from, cpuNanos),
        truncated - from.truncated,
        tree.build(methodIndex, from.samples));
  }
}
