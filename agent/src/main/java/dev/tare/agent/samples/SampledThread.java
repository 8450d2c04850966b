package dev.tare.agent.samples;

import dev.tare.profile.CpuSamples;
import java.util.function.IntUnaryOperator;

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

  /**
   * The samples as they are now. Where the kernel counted more CPU time than samples stand for, and
   * than were reported lost, the rest is lost too: a thread may end before its first sample is due.
   */
  CpuSamples build(String source, String measures, long cpuNanos, IntUnaryOperator methodIndex) {
    long expected =
        measures.equals(CpuSamples.CPU_TIME) ? (cpuNanos + periodNanos / 2) / periodNanos : 0;
    return new CpuSamples(
        source,
        measures,
        periodNanos,
        cpuNanos,
        taken,
        failed,
        Math.max(lost, expected - taken - failed),
        truncated,
        tree.build(methodIndex));
  }
}
