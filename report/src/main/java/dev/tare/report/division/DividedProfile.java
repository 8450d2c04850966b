package dev.tare.report.division;

import dev.tare.profile.CallTree;
import dev.tare.profile.CpuSamples;
import dev.tare.profile.Profile;
import dev.tare.profile.SampledTier;
import dev.tare.profile.ThreadProfile;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A profile whose self values are divided among the methods inside them that had no readings, by
 * samples of whole stacks. {@link CallTree#divided} tells such values from measured ones.
 */
public final class DividedProfile {
  /** What CPU time can divide: of events of another kind a method may have any part. */
  private static final Set<String> METRICS = Set.of("time", "cpu");

  /** One stack of so many may be truncated. */
  private static final long MIN_WHOLE = 10;

  private DividedProfile() {}

  /** Whether samples were inside methods without readings; known without the call trees. */
  public static boolean divides(Profile profile) {
    return METRICS.contains(profile.metric().name()) && hasInside(profile.threads());
  }

  /** The profile divided; itself where no sample was inside such a method. */
  public static Profile of(Profile profile) {
    if (!divides(profile)) {
      return profile;
    }
    InsideMethods methods = new InsideMethods(profile);
    PooledSamples pool = PooledSamples.of(profile, methods);
    int[][] insides = pool.insides();
    boolean isRootDivided =
        profile.metric().waitingKnown() || profile.metric().name().equals("cpu");
    boolean foldsRecursion = profile.settings().getOrDefault("recursion", "").equals("fold");
    double unitsPerSample = unitsPerSample(profile);
    return profile.withThreads(
        profile.threads().stream()
            .map(
                thread -> {
                  CpuSamples samples = thread.cpuSamples();
                  ThreadDivision division =
                      new ThreadDivision(
                          thread.tree(),
                          profile.methods().size(),
                          methods,
                          pool,
                          foldsRecursion,
                          isRootDivided && isToldBySamples(profile, samples));
                  if (samples != null) {
                    division.add(samples.tree());
                  }
                  return thread.withTree(division.divided(insides, isRootDivided, unitsPerSample));
                })
            .toList());
  }

  /**
   * Whether all self values of a divided profile's threads are told by samples: those of sampled
   * mode, where samples are taken by the kernel's count of CPU time and their stacks are whole. The
   * place of a truncated stack in the call tree is not known. Where trees were not read, nothing
   * was divided.
   */
  public static boolean isToldBySamples(Profile divided, List<ThreadProfile> threads) {
    return threads.stream()
        .anyMatch(
            thread ->
                thread.tree() != CallTree.UNREAD
                    && isToldBySamples(divided, thread.cpuSamples())
                    && DividedFrames.isDivided(thread.tree()));
  }

  private static boolean isToldBySamples(Profile profile, @Nullable CpuSamples samples) {
    return profile.isSampled()
        && samples != null
        && samples.measures().equals(CpuSamples.CPU_TIME)
        && MIN_WHOLE * samples.truncated() <= samples.taken();
  }

  private static boolean hasInside(List<ThreadProfile> threads) {
    for (ThreadProfile thread : threads) {
      CpuSamples samples = thread.cpuSamples();
      for (int node = 1; samples != null && node < samples.tree().size(); node++) {
        if (samples.tree().tier(node) != SampledTier.OWN) {
          return true;
        }
      }
    }
    return false;
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
