package dev.tare.report.sum;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tare.profile.CalibrationTable;
import dev.tare.profile.CallTree;
import dev.tare.profile.CallTreeBuilder;
import dev.tare.profile.CpuSamples;
import dev.tare.profile.Limits;
import dev.tare.profile.Metric;
import dev.tare.profile.Profile;
import dev.tare.profile.ThreadProfile;
import dev.tare.profile.json.ProfileReader;
import dev.tare.profile.json.ProfileWriter;
import dev.tare.report.GeneratedProfile;
import dev.tare.report.Profiles;
import dev.tare.report.analysis.MethodTotals;
import dev.tare.report.sum.ProfileSum.DifferentMetricException;
import dev.tare.report.sum.ProfileSum.Grouping;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProfileSumTest {
  private static final Profile A = GeneratedProfile.of(1, 40, 20, 700, 300, 200);
  private static final Profile B = GeneratedProfile.of(2, 90, 20, 500, 400);
  private static final Profile C = different(GeneratedProfile.of(3, 60, 20, 900, 50, 50, 50));

  @Test
  void everyOrderAndEveryGroupingOfTheSumGivesTheSameBytes() throws Exception {
    byte[] expected = written(sum(A, B, C));
    for (Profile[] order :
        new Profile[][] {
          {A, C, B},
          {B, A, C},
          {B, C, A},
          {C, A, B},
          {C, B, A},
          {sum(A, B), C},
          {A, sum(B, C)},
          {sum(C), sum(B, A)},
          {sum(sum(A, C)), B},
          {readBack(sum(B, C)), readBack(A)}
        }) {
      assertArrayEquals(expected, written(sum(order)));
    }
  }

  @Test
  void callsThatOneWindowLeavesOpenAndTheNextFindsCarriedAreTheSame() {
    CallTreeBuilder first = new CallTreeBuilder();
    first.add(0, 0);
    first.calls(1, 3).open(1, 1);
    CallTreeBuilder second = new CallTreeBuilder();
    second.add(0, 0);
    second.calls(1, 2).carried(1, 1).open(1, 1);
    TreeUnion union = new TreeUnion();
    NodeValues values = new NodeValues();
    for (CallTree tree : List.of(first.build(), second.build())) {
      values.add(tree, union.add(tree, new int[] {0}));
    }
    values.matchCarried();
    CallTree whole = union.tree(new int[] {0}, values);
    assertEquals(List.of(5L, 1L, 0L), List.of(whole.calls(1), whole.open(1), whole.carried(1)));
    assertEquals(1, whole.calls(0));
  }

  @Test
  void aCallThatIsInProgressThroughoutAProfileStaysSo() throws Exception {
    CallTreeBuilder tree = new CallTreeBuilder();
    tree.add(0, 0);
    tree.carried(1, 1).open(1, 1);
    CallTree inProgress = tree.build();
    Profile profile =
        Profiles.of(
            List.of(Profiles.method("A", "run")),
            Profiles.thread(1, "pool-1", inProgress),
            Profiles.thread(2, "pool-2", inProgress));
    CallTree sum = sum(profile).threads().get(0).tree();
    assertEquals(List.of(2L, 2L), List.of(sum.open(1), sum.carried(1)));
  }

  @Test
  void addsUpWhatEachMethodHas() throws Exception {
    Profile sum = sum(A, B, C);
    for (int method = 0; method < sum.methods().size(); method++) {
      long calls = 0;
      long self = 0;
      long overhead = 0;
      for (Profile part : List.of(A, B, C)) {
        MethodTotals totals = MethodTotals.of(part.threads(), part.methods().size());
        int there = part.methods().indexOf(sum.methods().get(method));
        if (there >= 0) {
          calls += totals.calls(there);
          self += totals.self(there);
          overhead += totals.overhead(there);
        }
      }
      MethodTotals totals = MethodTotals.of(sum.threads(), sum.methods().size());
      assertEquals(calls, totals.calls(method));
      assertEquals(self, totals.self(method));
      assertEquals(overhead, totals.overhead(method));
    }
    assertEquals(3 * 653, sum.calibration().overhead());
    assertEquals(27, sum.limits().callsPastMaxnodes());
    assertEquals(1, sum.skipped().size());
  }

  @Test
  void threadsBecomeOneByPatternByNameOrAll() throws Exception {
    assertEquals(List.of("main", "worker-*"), names(sum(Grouping.PATTERN, A, B)));
    assertEquals(List.of("main", "worker-1", "worker-2"), names(sum(Grouping.NAME, A, B)));
    assertEquals(List.of("*"), names(sum(Grouping.ONE, A, B)));
  }

  @Test
  void nodesOfTheSamePathBecomeOne() throws Exception {
    Profile sum = sum(Grouping.ONE, Profiles.small(), Profiles.small());
    CallTree tree = sum.threads().get(0).tree();
    assertEquals(6, tree.size());
    assertEquals("leaf", sum.methods().get(tree.method(1)).name());
    assertEquals(2 * (3 + 7), tree.calls(1));
    assertEquals(2, tree.exceptions(1));
    assertEquals(2 * 500, tree.self(0));
    assertEquals(2 * -30, tree.self(5));
  }

  @Test
  void whatTheProfilesDoNotAgreeOnReadsSeveral() throws Exception {
    Profile sum = sum(A, C);
    assertEquals(ProfileSum.SEVERAL, sum.metric().source());
    assertEquals("instructions", sum.metric().requested());
    assertEquals(Map.of("mode", "full", "interval", ProfileSum.SEVERAL), sum.settings());
    assertEquals(ProfileSum.SEVERAL, sum.calibration().policy());
    assertEquals(ProfileSum.SEVERAL, sum.calibration().source());
    assertEquals("trained", sum(C, C).calibration().source());
    assertEquals("build-7", sum.run().host());
    assertEquals(2 * A.run().durationNanos(), sum.run().durationNanos());
  }

  @Test
  void anIncludeThatMatchedInOneProfileIsNotMissedInTheSum() throws Exception {
    Profile early = withMissed("com.acme.*");
    assertEquals("com.acme.*", sum(early, early).limits().missedInclude());
    assertEquals("(several)", sum(early, withMissed("org.*")).limits().missedInclude());
    assertEquals("", sum(early, A).limits().missedInclude());
    assertEquals("", sum(A, early, early).limits().missedInclude());
    ProfileSum sum = new ProfileSum(Grouping.PATTERN);
    sum.add(early);
    Profile cycles = Profiles.with(new Metric("cycles", "cycles", "perf"), A);
    assertThrows(DifferentMetricException.class, () -> sum.add(cycles));
    assertEquals("com.acme.*", sum.sum().limits().missedInclude());
  }

  private static Profile withMissed(String include) {
    return Profiles.with(
        new Limits(A.limits().callsPastMaxnodes(), A.limits().folded(), include), A);
  }

  @Test
  void samplesAreAddedUp() throws Exception {
    CallTreeBuilder tree = new CallTreeBuilder();
    tree.samples(tree.add(0, 0), 5);
    Profile sampled =
        Profiles.of(
            List.of(Profiles.method("A", "a")),
            new ThreadProfile(
                1,
                "t",
                false,
                true,
                0,
                CallTree.empty(),
                Profiles.samples(10, 5, 2, 1, tree.build())));
    CpuSamples sum = sum(sampled, sampled).threads().get(0).cpuSamples();
    assertNotNull(sum);
    assertEquals(
        List.of(10L, 10L, 4L, 2L),
        List.of(sum.periodNanos(), sum.taken(), sum.failed(), sum.lost()));
    assertEquals(10, sum.tree().samples(1));
  }

  @Test
  void otherMetricsUnitsAndRawValuesAreRefused() throws DifferentMetricException {
    ProfileSum sum = new ProfileSum(Grouping.PATTERN);
    sum.add(A);
    Profile cycles = Profiles.with(new Metric("cycles", "cycles", "perf"), A);
    assertEquals(
        "metric is cycles, but time in the profiles before",
        assertThrows(DifferentMetricException.class, () -> sum.add(cycles)).getMessage());
    Profile seconds = Profiles.with(new Metric("time", "s", "clock"), A);
    assertThrows(DifferentMetricException.class, () -> sum.add(seconds));
    Profile raw = Profiles.with(CalibrationTable.off(), A);
    assertThrows(DifferentMetricException.class, () -> sum.add(raw));
  }

  @Test
  void aChainOfAMillionNodesIsAddedUp() throws Exception {
    CallTreeBuilder tree = new CallTreeBuilder();
    for (int i = 0; i < 1_000_000; i++) {
      tree.self(tree.add(i, 0), 1);
    }
    Profile deep =
        Profiles.of(List.of(Profiles.method("A", "a")), Profiles.thread(1, "deep", tree.build()));
    CallTree sum = sum(deep, deep).threads().get(0).tree();
    assertEquals(1_000_001, sum.size());
    assertEquals(2_000_000, sum.selfSum());
  }

  private static Profile sum(Profile... profiles) throws DifferentMetricException {
    return sum(Grouping.PATTERN, profiles);
  }

  private static Profile sum(Grouping grouping, Profile... profiles)
      throws DifferentMetricException {
    ProfileSum sum = new ProfileSum(grouping);
    for (Profile profile : profiles) {
      sum.add(profile);
    }
    return sum.sum();
  }

  private static List<String> names(Profile profile) {
    return profile.threads().stream().map(ThreadProfile::name).toList();
  }

  private static byte[] written(Profile profile) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ProfileWriter.write(profile, out);
    return out.toByteArray();
  }

  private static Profile readBack(Profile profile) throws IOException {
    return ProfileReader.read(new ByteArrayInputStream(written(profile)));
  }

  private static Profile different(Profile profile) {
    return Profiles.with(
        Map.of("mode", "full", "interval", "10ms"),
        Profiles.with(
            new Metric(
                "time",
                "ns",
                "rdtsc",
                profile.metric().requested(),
                profile.metric().fallback(),
                false),
            Profiles.with(
                new CalibrationTable(
                    "delayed",
                    "trained",
                    "complete",
                    0.1,
                    Double.NaN,
                    653,
                    List.of(new CalibrationTable.Category("entry-exit", List.of("c2"), 12, 31))),
                profile)));
  }
}
