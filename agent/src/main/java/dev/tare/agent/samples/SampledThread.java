package dev.tare.agent.samples;

import dev.tare.profile.CpuSamples;
import dev.tare.runtime.thread.ThreadRecorder;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/** What is known of one thread's samples, or of all virtual threads' of one name. */
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

  void lose(long count) {
    lost += count;
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
   * The samples since a window began. Where the kernel counted more CPU time than samples stand
   * for, and than were reported lost, the rest is lost too: a thread may end before its first
   * sample is due.
   *
   * @param cpuNanos of the window
   */
  CpuSamples build(
      String source, String measures, long cpuNanos, int mark, IntUnaryOperator methodIndex) {
    Mark from = marks[mark] == null ? Mark.NOTHING : marks[mark];
    long takenSince = taken - from.taken;
    long failedSince = failed - from.failed;
    long expected = (cpuNanos + periodNanos / 2) / periodNanos;
    return new CpuSamples(
        source,
        measures,
        periodNanos,
        cpuNanos,
        takenSince,
        failedSince,
        Math.max(lost - from.lost, expected - takenSince - failedSince),
        truncated - from.truncated,
        tree.build(methodIndex, from.samples));
  }
}
