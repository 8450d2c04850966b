package dev.tare.report.division;

import dev.tare.profile.CallTree;
import dev.tare.profile.CpuSamples;
import dev.tare.profile.MethodSums;
import dev.tare.profile.Profile;
import dev.tare.profile.SampledTier;
import dev.tare.profile.ThreadProfile;
import dev.tare.profile.ThreadSums;
import dev.tare.report.analysis.SampledReading;
import dev.tare.report.analysis.Uncertainty;
import dev.tare.report.sum.ProfileSum;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A profile whose self values are divided among the methods inside them that had no readings, by
 * samples of whole stacks. {@link CallTree#divided} tells such values from measured ones.
 *
 * <p>Parts of the samples are parts of the work where each sample stands for as much of it. Threads
 * of a sum of runs that were sampled in different ways, or not all, are left as they were measured.
 */
public final class DividedProfile {
  /** What CPU time can divide: of events of another kind a method may have any part. */
  private static final Set<String> METRICS = Set.of("time", "cpu");

  /** One stack of so many may be truncated. */
  private static final long MIN_WHOLE = 10;

  /**
   * Where samples are of this part of a thread's work or more, they tell all of it: readings of the
   * rest would be few.
   */
  private static final double NEARLY_ALL = 0.9;

  private DividedProfile() {}

  /** Whether samples were inside methods without readings; known without the call trees. */
  public static boolean divides(Profile profile) {
    return METRICS.contains(profile.metric().name())
        && profile.threads().stream()
            .map(DividedProfile::alike)
            .anyMatch(samples -> samples != null && hasInside(samples));
  }

  /** The profile divided; itself where no sample was inside such a method. */
  public static Profile of(Profile profile) {
    if (!divides(profile)) {
      return profile;
    }
    InsideMethods methods = new InsideMethods(profile);
    Profile sampled =
        profile.withThreads(
            profile.threads().stream().filter(thread -> alike(thread) != null).toList());
    PooledSamples pool = PooledSamples.of(sampled, methods);
    int[][] insides = pool.insides();
    boolean isRootDivided =
        profile.metric().waitingKnown() || profile.metric().name().equals("cpu");
    boolean foldsRecursion = profile.settings().getOrDefault("recursion", "").equals("fold");
    double unitsPerSample = unitsPerSample(sampled);
    double unitsPerReading = SampledReading.of(profile);
    Uncertainty prices = Uncertainty.of(profile);
    Profile divided =
        profile.withThreads(
            profile.threads().stream()
                .map(
                    thread -> {
                      CpuSamples samples = alike(thread);
                      if (samples == null) {
                        return thread;
                      }
                      ThreadDivision division =
                          new ThreadDivision(
                              thread.tree(),
                              profile.methods().size(),
                              methods,
                              pool,
                              foldsRecursion,
                              isRootDivided && isToldBySamples(profile, samples)
                                  ? sampledPart(thread, samples)
                                  : 0,
                              prices);
                      division.add(samples.tree());
                      return thread.withTree(
                          division.divided(
                              insides, isRootDivided, unitsPerSample, unitsPerReading));
                    })
                .toList());
    return withFolded(divided, profile);
  }

  /** With the sums of nodes that {@code minshare} folded, which are in no tree. */
  private static Profile withFolded(Profile divided, Profile profile) {
    MethodSums sums = profile.sums();
    if (sums == null || profile.limits().folded().nodes() == 0) {
      return divided;
    }
    int methods = profile.methods().size();
    return divided.withSums(
        sums.changed(
            MethodSums.of(profile.threads(), methods), MethodSums.of(divided.threads(), methods)));
  }

  /**
   * Whether samples tell most of the self values of a divided profile's threads: in sampled mode,
   * those of threads whose samples are taken by the kernel's count of CPU time and have whole
   * stacks. The place of a truncated stack in the call tree is not known. Where trees were not
   * read, nothing was divided.
   *
   * @param threads with values as they are in the file, waiting included
   */
  public static boolean isToldBySamples(Profile divided, List<ThreadProfile> threads) {
    long all = 0;
    long told = 0;
    for (ThreadProfile thread : threads) {
      long work = Math.max(0, workInMethods(thread.sums()));
      all += work;
      if (thread.tree() != CallTree.UNREAD
          && isToldBySamples(divided, thread.cpuSamples())
          && DividedFrames.isDivided(thread.tree())) {
        told += work;
      }
    }
    return told > all / 2;
  }

  private static long workInMethods(ThreadSums sums) {
    return sums.self() - sums.outside() - (sums.waiting() - sums.outsideWaiting());
  }

  private static boolean isToldBySamples(Profile profile, @Nullable CpuSamples samples) {
    return profile.isSampled()
        && samples != null
        && samples.measures().equals(CpuSamples.CPU_TIME)
        && MIN_WHOLE * samples.truncated() <= samples.taken();
  }

  /**
   * What part of a thread's work its samples are of. Where nobody asks for them, they begin a
   * second after the program.
   */
  private static double sampledPart(ThreadProfile thread, CpuSamples samples) {
    double work = thread.sums().self() - thread.sums().waiting() + thread.sums().overhead();
    double sampled = (double) samples.due() * samples.periodNanos();
    return sampled >= NEARLY_ALL * work ? 1 : sampled / work;
  }

  /**
   * How many of these threads have samples inside methods without readings, and are not divided
   * since their samples do not all stand for as much.
   */
  public static long undivided(Profile profile, List<ThreadProfile> threads) {
    return METRICS.contains(profile.metric().name())
        ? threads.stream()
            .filter(thread -> alike(thread) == null)
            .map(ThreadProfile::cpuSamples)
            .filter(samples -> samples != null && hasInside(samples))
            .count()
        : 0;
  }

  /** The samples of a thread where each stands for as much of its work as the others; else null. */
  private static @Nullable CpuSamples alike(ThreadProfile thread) {
    CpuSamples samples = thread.cpuSamples();
    return samples == null
            || samples.periodNanos() == 0
            || samples.source().equals(ProfileSum.SEVERAL)
            || samples.measures().equals(ProfileSum.SEVERAL)
        ? null
        : samples;
  }

  private static boolean hasInside(CpuSamples samples) {
    CallTree tree = samples.tree();
    return IntStream.range(1, tree.size()).anyMatch(node -> tree.tier(node) != SampledTier.OWN);
  }

  private static double unitsPerSample(Profile profile) {
    double work = 0;
    long samples = 0;
    for (ThreadProfile thread : profile.threads()) {
      work += thread.sums().self() - thread.sums().waiting();
      samples += thread.cpuSamples() == null ? 0 : thread.cpuSamples().taken();
    }
    return work / Math.max(1, samples);
  }
}
