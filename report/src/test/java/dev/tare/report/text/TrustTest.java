package dev.tare.report.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.profile.BudgetUse;
import dev.tare.profile.CallTreeBuilder;
import dev.tare.profile.CpuSamples;
import dev.tare.profile.Metric;
import dev.tare.profile.Profile;
import dev.tare.profile.RunInfo;
import dev.tare.profile.SkippedMethod;
import dev.tare.profile.ThreadProfile;
import dev.tare.report.Profiles;
import dev.tare.report.division.DividedProfile;
import dev.tare.report.division.DividedProfiles;
import dev.tare.report.sum.ProfileSum;
import dev.tare.report.sum.ProfileSum.DifferentMetricException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TrustTest {
  private static final long SECOND = 1_000_000_000;

  /** A thread of which the kernel counted two seconds of CPU time. */
  private static Profile ofTwoSeconds(long self, long overhead) {
    CallTreeBuilder tree = new CallTreeBuilder();
    int work = tree.add(0, 0);
    tree.calls(work, 10).self(work, self).overhead(work, overhead);
    tree.waiting(work, 1);
    Profile profile =
        Profiles.of(
            List.of(Profiles.method("com.acme.Order", "total")),
            Profiles.thread(1, "main", tree.build()));
    return ofTime(
        profile,
        profile.run().withBudget(new BudgetUse(2 * SECOND, SECOND, SECOND, SECOND, 0, 0, true)));
  }

  /** The same of the metric time, which tells waiting from work, and of this run. */
  private static Profile ofTime(Profile profile, RunInfo run) {
    return Profiles.with(
        run, Profiles.with(new Metric("time", "ns", "System.nanoTime", null, null, true), profile));
  }

  private static String trust(long self, long overhead) {
    return trust(ofTwoSeconds(self, overhead));
  }

  @Test
  void readingsThatAddUpToMuchMoreThanTheKernelCountedAreSaidTo() {
    String trust = trust(3 * SECOND, SECOND);
    assertTrue(
        trust.contains(
            "readings add up to 4.00 s CPU (1.00 s of it overhead), the kernel counted 2.00 s:"
                + " waiting for a processor looks like work here"),
        trust);
    assertEquals("calls are exact", trust(SECOND, SECOND));
    // The first second may have been read and not counted.
    assertEquals("calls are exact", trust(3 * SECOND, SECOND / 4));
  }

  @Test
  void moreOverheadThanTheKernelCountedIsSaidToo() {
    String trust = trust(SECOND / 4, 5 * SECOND / 2);
    assertTrue(trust.contains("2.75 s CPU (2.50 s of it overhead), the kernel counted 2"), trust);
  }

  @Test
  void aClassThatMayHaveLostItsProbesIsNoExactOne() {
    Profile profile = ofTwoSeconds(SECOND, SECOND);
    SkippedMethod failed =
        new SkippedMethod(
            "com.acme.Order", "", "", "weaving failed (java.lang.StackOverflowError)");
    SkippedMethod left = new SkippedMethod("com.acme.Huge", "", "", "class too large");
    assertEquals("calls are exact", trust(skipping(profile, List.of(left))));
    assertEquals(
        "calls are exact, except in 1 class whose weaving failed",
        trust(skipping(profile, List.of(left, failed))));
  }

  private static String trust(Profile profile) {
    return Trust.of(profile, profile.threads(), profile);
  }

  private static Profile skipping(Profile profile, List<SkippedMethod> skipped) {
    return new Profile(
        profile.profiler(),
        profile.run(),
        profile.settings(),
        profile.metric(),
        profile.methods(),
        profile.threads(),
        profile.calibration(),
        skipped,
        profile.limits());
  }

  /** One run was sampled, which used two seconds; the other one used three. */
  @Test
  void theKernelsTimeOfOneOfTwoRunsIsNotThatOfBoth() throws DifferentMetricException {
    ProfileSum sum = new ProfileSum(ProfileSum.Grouping.PATTERN);
    sum.add(ofReadings(3 * SECOND, null, ""));
    CpuSamples samples =
        new CpuSamples(
            "jdk.CPUTimeSample",
            CpuSamples.CPU_TIME,
            SECOND,
            2 * SECOND,
            0,
            0,
            0,
            0,
            new CallTreeBuilder().build());
    sum.add(ofReadings(2 * SECOND, samples, "because of the budget"));
    Profile both = sum.sum();
    assertEquals("calls are exact", Trust.of(both, both.threads(), both));
  }

  private static Profile ofReadings(long self, @Nullable CpuSamples samples, String sampling) {
    CallTreeBuilder tree = new CallTreeBuilder();
    int work = tree.add(0, 0);
    tree.calls(work, 10).self(work, self);
    Profile profile =
        Profiles.of(
            List.of(Profiles.method("com.acme.Order", "total")),
            new ThreadProfile(1, "main", false, false, 20, tree.build(), samples));
    return ofTime(profile, profile.run().withSampling(sampling));
  }

  @Test
  void moreOverheadThanReadingsIsNoPartOfThem() {
    assertEquals("2.00 s CPU", Trust.cpu(2 * SECOND, 0));
    assertEquals("2.00 s CPU (1.00 s of it overhead)", Trust.cpu(2 * SECOND, SECOND));
    assertEquals(
        "2.00 s CPU (less than the 3.00 s subtracted as overhead)",
        Trust.cpu(2 * SECOND, 3 * SECOND));
  }

  /** {@code total} and {@code load} work alike, and {@code load} waits for a second, too. */
  @Test
  void waitingIsNotComparedWithSamplesOfCpuTime() {
    CallTreeBuilder tree = new CallTreeBuilder();
    int total = tree.add(0, 0);
    tree.calls(total, 10).self(total, 500);
    int load = tree.add(total, 1);
    tree.calls(load, 10).self(load, SECOND + 500).waiting(load, SECOND);
    int poll = tree.add(total, 2);
    tree.calls(poll, 10).self(poll, SECOND + 1).waiting(poll, SECOND).overhead(poll, 1_000);
    CallTreeBuilder samples = new CallTreeBuilder();
    int sampled = samples.add(0, 0);
    samples.samples(sampled, 50).samples(samples.add(sampled, 1), 50);
    CpuSamples taken =
        new CpuSamples(
            "jdk.CPUTimeSample",
            CpuSamples.CPU_TIME,
            10_000_000,
            CpuSamples.UNKNOWN,
            100,
            0,
            0,
            0,
            samples.build());
    Profile plain =
        Profiles.of(
            List.of(
                Profiles.method("com.acme.Order", "total"),
                Profiles.method("com.acme.Order", "load"),
                Profiles.method("com.acme.Order", "poll")),
            new ThreadProfile(1, "main", false, false, 60, tree.build(), taken));
    Profile profile = Profiles.withWaiting(plain);
    String trust = Trust.of(profile, profile.threads(), profile);
    assertTrue(trust.contains("1 of 3 methods is below what can be measured"), trust);
    assertTrue(trust.contains("self values and samples place 100% in the same methods"), trust);
  }

  @Test
  void whereSamplesTellAllSelfValuesReadingsAreNotSpokenOf() {
    Profile sampled = DividedProfiles.sampled();
    Profile divided = DividedProfile.of(sampled);
    String ofReadings = Trust.of(sampled, sampled.threads(), sampled);
    String ofSamples = Trust.of(divided, divided.threads(), divided);
    assertTrue(ofReadings.contains("self values are of one reading in"), ofReadings);
    assertTrue(ofSamples.contains("self values are of samples (÷ 95%)"), ofSamples);
    assertFalse(ofSamples.contains("reading"), ofSamples);
    assertFalse(ofSamples.contains("in the same methods"), ofSamples);
  }
}
