package dev.tare.report;

import dev.tare.profile.CallTree;
import dev.tare.profile.CallTreeBuilder;
import dev.tare.profile.CpuSamples;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.Profile;
import dev.tare.profile.ThreadProfile;
import java.util.List;
import java.util.Objects;

/** Profiles with samples, for the tests. */
final class SampledProfiles {
  static final long PERIOD_NANOS = 10_000_000;

  private static final List<MethodInfo> METHODS =
      List.of(
          Profiles.method("com.acme.Order", "total"),
          Profiles.method("com.acme.Order", "line"),
          Profiles.method("java.util.HashMap", "get"),
          Profiles.method("dev.tare.runtime.probe.FullProbe", "enter"));

  private SampledProfiles() {}

  /**
   * {@code total} calls {@code line}, which calls a method of the JDK, and both call probes.
   *
   * @param totalSamples on top of {@code total}
   * @param lineSamples in {@code line}, half of them in what it calls of the JDK
   * @param cpuNanos as the kernel counted
   */
  static Profile of(
      long totalSelf, long lineSelf, long totalSamples, long lineSamples, long cpuNanos) {
    CallTreeBuilder tree = new CallTreeBuilder();
    int total = tree.add(0, 0);
    tree.calls(0, 1).calls(total, 10).self(total, totalSelf);
    int line = tree.add(total, 1);
    tree.calls(line, 100).self(line, lineSelf);
    CallTreeBuilder samples = new CallTreeBuilder();
    int totalNode = samples.add(0, 0);
    samples.samples(totalNode, totalSamples);
    int lineNode = samples.add(totalNode, 1);
    samples.samples(lineNode, lineSamples - lineSamples / 2);
    samples.samples(samples.add(lineNode, 2), lineSamples / 2);
    samples.samples(samples.add(lineNode, 3), 5);
    return Profiles.of(
        METHODS,
        new ThreadProfile(
            1,
            "main",
            false,
            false,
            220,
            tree.build(),
            sampled(totalSamples + lineSamples + 5, cpuNanos, samples.build())));
  }

  /**
   * The profile, with so many samples of each of its threads failed and lost beside those taken.
   */
  static Profile missing(Profile profile, long failed, long lost) {
    return Profiles.of(
        METHODS,
        profile.threads().stream()
            .map(thread -> missing(thread, failed, lost))
            .toArray(ThreadProfile[]::new));
  }

  private static ThreadProfile missing(ThreadProfile thread, long failed, long lost) {
    CpuSamples all = Objects.requireNonNull(thread.cpuSamples());
    return new ThreadProfile(
        thread.id(),
        thread.name(),
        thread.virtual(),
        thread.alive(),
        thread.events(),
        thread.tree(),
        new CpuSamples(
            all.source(),
            all.measures(),
            all.periodNanos(),
            all.cpuNanos(),
            all.taken(),
            failed,
            lost,
            0,
            all.tree()));
  }

  /** The profile, with so many samples more in its only thread, in which the profiler worked. */
  static Profile withoutStack(Profile profile, long samples) {
    ThreadProfile thread = profile.threads().get(0);
    CpuSamples all = Objects.requireNonNull(thread.cpuSamples());
    CallTreeBuilder tree = new CallTreeBuilder();
    tree.samples(0, samples);
    for (int node = 1; node < all.tree().size(); node++) {
      int added = tree.add(all.tree().parent(node), all.tree().method(node));
      tree.samples(added, all.tree().samples(node));
    }
    return Profiles.of(
        METHODS,
        new ThreadProfile(
            thread.id(),
            thread.name(),
            false,
            false,
            thread.events(),
            thread.tree(),
            sampled(all.taken() + samples, all.cpuNanos(), tree.build())));
  }

  /** Nothing is instrumented. */
  static Profile alone() {
    CallTreeBuilder samples = new CallTreeBuilder();
    int total = samples.add(0, 0);
    samples.samples(samples.add(total, 2), 30);
    samples.samples(total, 10);
    return Profiles.of(
        METHODS,
        new ThreadProfile(
            1,
            "main",
            false,
            false,
            0,
            CallTree.empty(),
            sampled(40, 400_000_000, samples.build())));
  }

  private static CpuSamples sampled(long taken, long cpuNanos, CallTree tree) {
    return new CpuSamples(
        "jdk.CPUTimeSample", CpuSamples.CPU_TIME, PERIOD_NANOS, cpuNanos, taken, 0, 0, 0, tree);
  }
}
