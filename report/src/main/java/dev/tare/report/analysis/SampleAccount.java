package dev.tare.report.analysis;

import dev.tare.profile.CpuSamples;
import dev.tare.profile.ThreadProfile;
import java.util.ArrayList;
import java.util.List;

/**
 * Whether samples add up: those that were due, times the period, against the CPU time that the
 * kernel counted.
 *
 * @param source who took them; those of several, joined
 * @param measures what they are samples of
 * @param taken samples with a stack
 * @param failed samples without one
 * @param lost samples that were due and never recorded
 * @param truncated those taken whose stack was too deep
 * @param comparedNanos what the samples due stand for in threads whose CPU time is known
 * @param takenNanos what those of them stand for that were taken
 * @param cpuNanos the CPU time of those threads
 * @param partNanos what the periods in whose middle threads begin and end may make of it together
 * @param apart threads in which the two are further apart than allowed
 */
public record SampleAccount(
    String source,
    String measures,
    long taken,
    long failed,
    long lost,
    long truncated,
    long comparedNanos,
    long takenNanos,
    long cpuNanos,
    double partNanos,
    List<ThreadProfile> apart) {
  /** How far apart the two may be, as a part of the CPU time. */
  public static final double ALLOWED = 0.05;

  /** And by how many samples besides: a thread begins and ends in the middle of a period. */
  public static final int ALLOWED_SAMPLES = 2;

  public SampleAccount {
    apart = List.copyOf(apart);
  }

  /** The account of these threads; {@link #isEmpty} where none of them was sampled. */
  public static SampleAccount of(List<ThreadProfile> threads) {
    List<String> sources = new ArrayList<>();
    List<String> measures = new ArrayList<>();
    List<ThreadProfile> apart = new ArrayList<>();
    long taken = 0;
    long failed = 0;
    long lost = 0;
    long truncated = 0;
    long comparedNanos = 0;
    long takenNanos = 0;
    long cpuNanos = 0;
    double partNanos = 0;
    for (ThreadProfile thread : threads) {
      CpuSamples samples = thread.cpuSamples();
      if (samples == null) {
        continue;
      }
      add(sources, samples.source());
      add(measures, samples.measures());
      taken += samples.taken();
      failed += samples.failed();
      lost += samples.lost();
      truncated += samples.truncated();
      if (samples.cpuNanos() != CpuSamples.UNKNOWN && samples.periodNanos() > 0) {
        long sampled = samples.due() * samples.periodNanos();
        comparedNanos += sampled;
        takenNanos += samples.taken() * samples.periodNanos();
        cpuNanos += samples.cpuNanos();
        double ofThread = (double) ALLOWED_SAMPLES * samples.periodNanos();
        // Of many threads, some have more and others less than their part.
        partNanos = Math.hypot(partNanos, ofThread);
        if (!agree(sampled, samples.cpuNanos(), ofThread)) {
          apart.add(thread);
        }
      }
    }
    return new SampleAccount(
        String.join(", ", sources),
        String.join(", ", measures),
        taken,
        failed,
        lost,
        truncated,
        comparedNanos,
        takenNanos,
        cpuNanos,
        partNanos,
        apart);
  }

  private static void add(List<String> names, String name) {
    if (!name.isEmpty() && !names.contains(name)) {
      names.add(name);
    }
  }

  /** Samples that were due and are in no stack. */
  public long missing() {
    return failed + lost;
  }

  /** Samples that were due. */
  public long due() {
    return taken + missing();
  }

  /** Whether no thread was sampled at all. */
  public boolean isEmpty() {
    return measures.isEmpty();
  }

  /** Whether all samples together stand for the CPU time, within what is allowed. */
  public boolean agrees() {
    return agree(comparedNanos, cpuNanos, partNanos);
  }

  private static boolean agree(long sampledNanos, long cpuNanos, double partNanos) {
    return Math.abs(sampledNanos - cpuNanos) <= ALLOWED * cpuNanos + partNanos;
  }
}
