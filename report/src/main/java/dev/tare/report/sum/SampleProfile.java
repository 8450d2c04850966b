package dev.tare.report.sum;

import dev.tare.profile.CalibrationTable;
import dev.tare.profile.CallTree;
import dev.tare.profile.CallTreeBuilder;
import dev.tare.profile.CpuSamples;
import dev.tare.profile.Metric;
import dev.tare.profile.Profile;
import dev.tare.profile.ThreadProfile;
import java.util.ArrayList;
import java.util.List;

/**
 * A profile's samples as a profile of their own, whose self values are numbers of samples. Threads
 * keep how many samples have no stack.
 */
public final class SampleProfile {
  private static final String SAMPLES = "samples";

  private SampleProfile() {}

  /** Whether values are numbers of samples. */
  public static boolean isOfSamples(Profile profile) {
    return profile.metric().name().equals(SAMPLES);
  }

  /** Whether samples are all that a profile has, because nothing was instrumented. */
  public static boolean isAllOf(Profile profile) {
    return profile.threads().stream()
            .allMatch(thread -> thread.sums().calls() == 0 && thread.tree().size() == 1)
        && profile.threads().stream().anyMatch(thread -> thread.cpuSamples() != null);
  }

  /** The samples of all threads that have any; no thread where there are none. */
  public static Profile of(Profile profile) {
    List<ThreadProfile> threads = new ArrayList<>();
    String source = "";
    for (ThreadProfile thread : profile.threads()) {
      CpuSamples samples = thread.cpuSamples();
      if (samples != null) {
        source = samples.source() + ", samples of " + samples.measures();
        threads.add(
            new ThreadProfile(
                thread.id(),
                thread.name(),
                thread.virtual(),
                thread.alive(),
                0,
                asSelf(samples.tree()),
                samples.withTree(CallTree.empty())));
      }
    }
    return new Profile(
        profile.profiler(),
        profile.run(),
        profile.settings(),
        new Metric(SAMPLES, SAMPLES, source),
        profile.methods(),
        threads,
        CalibrationTable.off(),
        List.of(),
        profile.limits());
  }

  private static CallTree asSelf(CallTree tree) {
    CallTreeBuilder copy = new CallTreeBuilder();
    for (int node = 0; node < tree.size(); node++) {
      if (node > 0) {
        copy.add(tree.parent(node), tree.method(node));
      }
      copy.self(node, tree.samples(node));
    }
    return copy.build();
  }
}
