package dev.tare.profile;

/**
 * The CPU-time samples of one thread.
 *
 * @param source who took them ({@code jdk.CPUTimeSample}); empty: not known
 * @param measures what they are samples of: {@link #CPU_TIME} or {@link #EXECUTION_TIME}
 * @param periodNanos nanoseconds of it between two samples; 0: of a sum of threads, not all of
 *     which were sampled with the same period
 * @param cpuNanos CPU nanoseconds that the kernel counted for the thread while it was sampled, as
 *     far as it was seen or its end told of; {@link #UNKNOWN}: not known
 * @param taken samples whose stack is in the tree
 * @param failed samples that were due, and whose stack could not be walked
 * @param lost samples that were due, and were never recorded
 * @param truncated how many of those taken had a stack deeper than who took them keeps: the tree
 *     has its upper end, below the root
 * @param tree the stacks; of its columns only {@code samples} is filled
 */
public record CpuSamples(
    String source,
    String measures,
    long periodNanos,
    long cpuNanos,
    long taken,
    long failed,
    long lost,
    long truncated,
    CallTree tree) {
  /** The kernel's account of the time that a thread was on a processor. */
  public static final String CPU_TIME = "cpu time";

  /** Wall time in which a thread was found executing Java code. */
  public static final String EXECUTION_TIME = "execution time";

  /** Said of {@link #cpuNanos} where nobody knows it. */
  public static final long UNKNOWN = -1;

  /** The same samples with these stacks. */
  public CpuSamples withTree(CallTree stacks) {
    return new CpuSamples(
        source, measures, periodNanos, cpuNanos, taken, failed, lost, truncated, stacks);
  }

  /** The same samples, of a sum of threads not all of which were sampled with their period. */
  public CpuSamples withoutPeriod() {
    return new CpuSamples(source, measures, 0, cpuNanos, taken, failed, lost, truncated, tree);
  }

  /** Samples that were due: taken, failed and lost. */
  public long due() {
    return taken + failed + lost;
  }
}
