package dev.tare.report.division;

import static dev.tare.report.division.DividedProfiles.GET;
import static dev.tare.report.division.DividedProfiles.JDK;
import static dev.tare.report.division.DividedProfiles.METHODS;
import static dev.tare.report.division.DividedProfiles.RUN;
import static dev.tare.report.division.DividedProfiles.STEP;
import static dev.tare.report.division.DividedProfiles.STORE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.profile.CallTree;
import dev.tare.profile.CallTreeBuilder;
import dev.tare.profile.CpuSamples;
import dev.tare.profile.Limits;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.MethodSums;
import dev.tare.profile.Metric;
import dev.tare.profile.Profile;
import dev.tare.profile.SampledTier;
import dev.tare.profile.ThreadProfile;
import dev.tare.report.Profiles;
import dev.tare.report.analysis.MethodTotals;
import dev.tare.report.analysis.Uncertainty;
import dev.tare.report.export.Format;
import dev.tare.report.sum.ProfileSum;
import dev.tare.report.sum.ProfileSum.DifferentMetricException;
import dev.tare.report.view.CommonMethods;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

class DividedProfileTest {
  @Test
  void aSelfValueIsDividedByTheSamplesWhoseDeepestReadingItIs() {
    CallTree tree = tree(DividedProfile.of(DividedProfiles.known()), 0);
    assertEquals(
        List.of(
            "run 400 (-600) 168..687",
            "run>get 300 (300) 108..603",
            "run>step 100 (100) 18..404",
            "run>step>put 200 (200) 57..510",
            "run>store 500"),
        nodes(tree));
    assertEquals(1_500, tree.selfSum());
    assertEquals(10, tree.calls(3));
  }

  /** As of a static initialiser that fails. */
  @Test
  void samplesOfAMethodWithoutANodeAreOfTheDeepestNodeAbove() {
    assertEquals(
        List.of("run 500", "run>get 500", "run>step 100", "run>step>put 200", "run>store 500"),
        selves(DividedProfile.of(DividedProfiles.withoutANode(false))));
  }

  /** Its time is there, too. */
  @Test
  void samplesOfAMethodBeyondMaxnodesAreOfNoNodeAbove() {
    assertEquals(
        List.of(
            "run 520",
            "run>get 390",
            "run>step 130",
            "run>step>put 260",
            "run>store 500",
            "<beyond maxnodes> 0",
            "<beyond maxnodes>><clinit> 0"),
        selves(DividedProfile.of(DividedProfiles.withoutANode(true))));
  }

  /** Of 500 ns, as of the 1,000 that were left. */
  @Test
  void whatWasSubtractedFromASelfValueIsDividedAsItIs() {
    assertEquals(
        List.of("run 200", "run>get 150", "run>step 50", "run>step>put 100", "run>store 0"),
        overheads(DividedProfile.of(DividedProfiles.withOverhead())));
  }

  /** Of 2,029 ns, 30 are twice the mean price of 15 intervals; six of ten samples are elsewhere. */
  @Test
  void whatWasMeasuredOfOverheadStays() {
    Profile profile = DividedProfiles.withMeasuredOverhead();
    Profile divided = DividedProfile.of(profile);
    assertEquals(
        List.of(
            "run 2011",
            "run>get 9",
            "run>step 3",
            "run>step>put 6",
            "run>store 0",
            "run>store>step 0"),
        overheads(divided));
    double[] errors = systematic(divided);
    double whole = systematic(profile)[RUN];
    assertEquals(0.4 * whole, errors[RUN], 0.1);
    assertEquals(0.3 * whole, errors[GET], 0.1);
    assertEquals(whole, DoubleStream.of(errors).sum(), 0.1);
  }

  @Test
  void samplesOfTheAgentsOwnWorkAreOfNoMethodNorOfWhatIsOutsideThem() {
    CallTree with = tree(DividedProfile.of(DividedProfiles.whileTheAgentWorked()), 0);
    CallTree without = tree(DividedProfile.of(DividedProfiles.sampled()), 0);
    assertEquals(nodes(without), nodes(with));
    assertEquals(0, with.self(0));
  }

  /** Of 500 ns, by 17 samples. */
  @Test
  void inSampledModeWhatWasSubtractedIsDividedByAllSamples() {
    assertEquals(
        List.of("run 118", "run>get 88", "run>step 29", "run>step>put 59", "run>store 206"),
        overheads(DividedProfile.of(DividedProfiles.sampledWithOverhead())));
  }

  @Test
  void inSampledModeAllSelfIsToldBySamples() {
    Profile profile = DividedProfiles.sampled();
    CallTree tree = tree(DividedProfile.of(profile), 0);
    // 1,700 of work and 17 samples. 200 of run are waiting.
    assertEquals(
        List.of(
            "run 600",
            "run>get 300 (300) 105..698",
            "run>step 100 (100) 18..459",
            "run>step>put 200 (200) 56..584",
            "run>store 700"),
        nodes(tree));
    assertEquals(1_900, tree.selfSum());
    assertEquals(200, tree.waiting(1));
  }

  @Test
  void readingsTellOfWorkThatWasNotSampled() {
    CallTree tree = tree(DividedProfile.of(DividedProfiles.sampled(0, 31)), 0);
    // Of 1,700, 837 were sampled. Readings of run and store have 708 and 155 more than samples.
    assertEquals(
        List.of(
            "run 1105",
            "run>get 148 (148) 52..343",
            "run>step 49 (49) 9..226",
            "run>step>put 98 (98) 28..287",
            "run>store 500"),
        nodes(tree));
    assertEquals(1_900, tree.selfSum());
  }

  @Test
  void aMethodOfTheTimeBeforeTheSamplesKeepsItsReadings() {
    CallTree tree = tree(DividedProfile.of(DividedProfiles.startup()), 0);
    // Of 2,000, 1,020 were sampled.
    assertEquals(980, tree.self(1));
    assertEquals(510, tree.self(2));
    assertEquals(510, tree.divided(3));
    assertEquals(2_000, tree.selfSum());
  }

  @Test
  void truncatedStacksDoNotTellAllSelf() {
    CallTree whole = tree(DividedProfile.of(DividedProfiles.sampled(2)), 0);
    CallTree truncated = tree(DividedProfile.of(DividedProfiles.sampled(3)), 0);
    assertTrue(nodes(whole).contains("run>store 700"), () -> nodes(whole).toString());
    assertTrue(nodes(truncated).contains("run>store 500"), () -> nodes(truncated).toString());
  }

  @Test
  void samplesTellAllSelfWhereTheyTellMostOfIt() {
    Profile whole = DividedProfile.of(DividedProfiles.sampled());
    ThreadProfile told = whole.threads().get(0);
    ThreadProfile byReadings = DividedProfile.of(DividedProfiles.sampled(20)).threads().get(0);
    assertTrue(DividedProfile.isToldBySamples(whole, List.of(told)));
    assertTrue(DividedProfile.isToldBySamples(whole, List.of(told, told, byReadings)));
    assertFalse(DividedProfile.isToldBySamples(whole, List.of(told, byReadings, byReadings)));
  }

  @Test
  void whatPassedOutsideMethodsDecidesNothing() {
    Profile whole = DividedProfile.of(DividedProfiles.sampled());
    ThreadProfile told = whole.threads().get(0);
    CallTree outside = new CallTreeBuilder().self(0, 5_000).waiting(0, 100).build();
    ThreadProfile byReadings = told.with(outside, null);
    assertTrue(DividedProfile.isToldBySamples(whole, List.of(told, byReadings)));
  }

  @Test
  void anotherMetricThanTimeIsNotDivided() {
    Profile instructions =
        Profiles.with(new Metric("instructions", "instructions", "perf"), DividedProfiles.known());
    assertSame(instructions, DividedProfile.of(instructions));
  }

  @Test
  void timeInWhichTheThreadWaitedStaysWhereItIs() {
    Profile waited =
        Profiles.of(
            METHODS,
            DividedProfiles.thread(
                1, DividedProfiles.calls(1_400, 400), DividedProfiles.samples()));
    CallTree tree = tree(DividedProfile.of(waited), 0);
    assertEquals("run 800 (-600) 568..1087", nodes(tree).get(0));
    assertEquals("run>get 300 (300) 108..603", nodes(tree).get(1));
    assertEquals(400, tree.waiting(1));
  }

  @Test
  void aNodeWithoutSamplesIsDividedAsItsMethodIsElsewhere() {
    CallTreeBuilder other = new CallTreeBuilder();
    other.self(other.add(0, RUN), 2_000);
    Profile two =
        Profiles.of(
            METHODS,
            DividedProfiles.thread(1, DividedProfiles.calls(1_000, 0), DividedProfiles.samples()),
            DividedProfiles.thread(2, other.build(), CallTree.empty()));
    // Never called here: what is in and below step stays.
    assertEquals(
        List.of("run 1400 (-600) 0..2000", "run>get 600 (600) 0..2000"),
        nodes(tree(DividedProfile.of(two), 1)));
  }

  @Test
  void samplesOfAMethodWhileItHadProbesAreItsOwn() {
    CallTreeBuilder calls = new CallTreeBuilder();
    int run = calls.add(0, RUN);
    calls.calls(run, 1).self(run, 1_000);
    int get = calls.add(run, GET);
    calls.calls(get, 5).self(get, 70);
    CallTreeBuilder samples = new CallTreeBuilder();
    run = samples.add(0, RUN);
    samples.samples(run, 3);
    samples.samples(samples.add(run, GET), 90);
    get = samples.add(run, GET);
    samples.samples(get, 1).tier(get, SampledTier.MERGED);
    Profile profile =
        Profiles.of(METHODS, DividedProfiles.thread(1, calls.build(), samples.build()));
    CallTree tree = tree(DividedProfile.of(profile), 0);
    assertEquals(750, tree.self(1));
    assertEquals(List.of(70L + 250, 250L), List.of(tree.self(2), tree.divided(2)));
    assertEquals(5, tree.calls(2));
  }

  @Test
  void sumsOfMethodsCarryTheSquaresOfTheirPartsErrors() {
    Profile two =
        Profiles.of(
            METHODS,
            DividedProfiles.thread(1, DividedProfiles.calls(1_000, 0), DividedProfiles.samples()),
            DividedProfiles.thread(2, DividedProfiles.calls(1_000, 0), DividedProfiles.samples()));
    Profile divided = DividedProfile.of(two);
    MethodTotals totals = MethodTotals.of(divided, divided.threads());
    assertEquals(600, totals.self(GET));
    assertEquals(600 - Math.round(Math.hypot(192, 192)), totals.selfLow(GET));
    assertEquals(600 + Math.round(Math.hypot(303, 303)), totals.selfHigh(GET));
  }

  /**
   * Option minshare: their calls, and which of a node's self is theirs, only the file's sums say.
   */
  @Test
  void sumsOfMethodsHaveNodesThatWereFolded() {
    Profile known = DividedProfiles.known();
    CallTreeBuilder whole = new CallTreeBuilder();
    int run = whole.add(0, RUN);
    whole.calls(0, 1).calls(run, 1).self(run, 940);
    whole.calls(whole.add(run, STEP), 10);
    int folded = whole.add(run, JDK);
    whole.calls(folded, 7).self(folded, 60);
    int store = whole.add(run, STORE);
    whole.calls(store, 4).self(store, 500);
    ThreadProfile unfolded = DividedProfiles.thread(1, whole.build(), DividedProfiles.samples());
    Profile profile =
        Profiles.with(new Limits(0, new Limits.Folded(1, 7, 60), ""), known)
            .withSums(MethodSums.of(List.of(unfolded), METHODS.size()));
    Profile divided = DividedProfile.of(profile);
    MethodTotals totals = MethodTotals.of(divided, divided.threads());
    assertEquals(List.of(7L, 60L), List.of(totals.calls(JDK), totals.self(JDK)));
    assertEquals(List.of(340L, 1_500L), List.of(totals.self(RUN), totals.total(RUN)));
    assertEquals(List.of(300L, 300L), List.of(totals.self(GET), totals.divided(GET)));
    assertEquals(List.of(108L, 603L), List.of(totals.selfLow(GET), totals.selfHigh(GET)));
    assertEquals(1_500, totals.selfSum());
    MethodTotals ofNodes = MethodTotals.of(divided.threads(), METHODS.size());
    assertTrue(totals.areCallsWhole(profile.limits().folded(), ofNodes));
  }

  @Test
  void mergedProfilesDivideAsOneDoes() throws Exception {
    ProfileSum sum = new ProfileSum(ProfileSum.Grouping.ONE);
    sum.add(DividedProfiles.known());
    sum.add(DividedProfiles.known());
    CallTree tree = tree(DividedProfile.of(sum.sum()), 0);
    Profile merged = sum.sum();
    int get = merged.methods().indexOf(METHODS.get(GET));
    int node =
        IntStream.range(1, tree.size())
            .filter(i -> tree.method(i) == get)
            .findFirst()
            .orElseThrow();
    assertEquals(600, tree.self(node));
    // Twice the samples: the interval is smaller than twice that of one.
    assertTrue(tree.selfBelow(node) < 2 * 192, () -> "" + tree.selfBelow(node));
  }

  /** What had readings in one run alone has nodes in none of the sum. */
  @Test
  void allSamplesOfMergedRunsWithDifferentProbesAreDivided() throws Exception {
    Profile full = DividedProfiles.known();
    assertEquals(
        List.of("get 600", "put 400", "run 800", "step 200", "store 1000"),
        dividedSum(full, DividedProfiles.timed(full, 400, 0, 500)));
    Profile sampled = DividedProfiles.sampled();
    assertEquals(
        List.of("get 600", "put 400", "run 1200", "step 200", "store 1400"),
        dividedSum(sampled, DividedProfiles.timed(sampled, 600, 200, 700)));
  }

  /** The self values of the methods of two runs. */
  private static List<String> dividedSum(Profile first, Profile second) throws Exception {
    CommonMethods common = new CommonMethods();
    common.add(first);
    common.add(second);
    Profile sum = common.of(sum(first, second));
    Profile divided = DividedProfile.of(sum);
    assertEquals(tree(sum, 0).selfSum(), tree(divided, 0).selfSum());
    MethodTotals totals = MethodTotals.of(divided, divided.threads());
    return IntStream.range(0, divided.methods().size())
        .filter(totals::isMet)
        .mapToObj(method -> divided.methods().get(method).name() + " " + totals.self(method))
        .toList();
  }

  /** A sample of one run stands for more work than one of the other, or for none of it. */
  @Test
  void runsThatWereNotSampledAlikeStayAsTheyWereMeasured() throws Exception {
    for (Profile sampled : List.of(DividedProfiles.known(), DividedProfiles.sampled())) {
      ThreadProfile thread = sampled.threads().get(0);
      CpuSamples taken = Objects.requireNonNull(thread.cpuSamples());
      Profile unsampled = sampled.withThreads(List.of(thread.with(thread.tree(), null)));
      for (CpuSamples others :
          List.of(
              with(taken, 1_000_000, taken.source(), taken.measures()),
              with(taken, taken.periodNanos(), "jdk.ExecutionSample", CpuSamples.EXECUTION_TIME))) {
        Profile other = sampled.withThreads(List.of(thread.with(thread.tree(), others)));
        assertUndivided(sum(sampled, other));
      }
      assertUndivided(sum(sampled, unsampled));
      assertUndivided(sum(sum(unsampled, unsampled), sampled));
      assertUndivided(sum(sampled, sum(sampled, unsampled)));
    }
  }

  private static void assertUndivided(Profile sum) {
    assertSame(sum, DividedProfile.of(sum));
    assertEquals(1, DividedProfile.undivided(sum, sum.threads()));
  }

  private static Profile sum(Profile first, Profile second) throws DifferentMetricException {
    ProfileSum sum = new ProfileSum(ProfileSum.Grouping.PATTERN);
    sum.add(first);
    sum.add(second);
    return sum.sum();
  }

  private static CpuSamples with(
      CpuSamples samples, long periodNanos, String source, String measures) {
    return new CpuSamples(
        source,
        measures,
        periodNanos,
        samples.cpuNanos(),
        samples.taken(),
        samples.failed(),
        samples.lost(),
        samples.truncated(),
        samples.tree());
  }

  /** The sum has a thread of each run: one is divided, and tells nothing of the other. */
  @Test
  void aThreadOfARunThatWasNotSampledStaysAsItWasMeasured() throws Exception {
    Profile sampled = DividedProfiles.known();
    CallTree calls = DividedProfiles.calls(9_000, 0);
    Profile unsampled = sampled.withThreads(List.of(Profiles.thread(2, "other", calls)));
    Profile sum = sum(unsampled, sampled);
    Profile divided = DividedProfile.of(sum);
    assertSame(sum.threads().get(0), divided.threads().get(0));
    MethodTotals totals = MethodTotals.of(divided, divided.threads());
    assertEquals(300, totals.self(divided.methods().indexOf(METHODS.get(GET))));
    assertEquals(9_400, totals.self(divided.methods().indexOf(METHODS.get(RUN))));
  }

  @Test
  void exportsNameFramesThatSamplesToldApart() throws IOException {
    Profile divided = DividedProfile.of(DividedProfiles.known());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Format.COLLAPSED.write(DividedFrames.of(divided), () -> Uncertainty.of(divided), false, out);
    assertEquals(
        List.of(
            "worker-1;com.acme.Cache.run 400",
            "worker-1;com.acme.Cache.run;com.acme.Cache.get [divided] 300",
            "worker-1;com.acme.Cache.run;com.acme.Cache.step [counted];com.acme.Cache.put [divided]"
                + " 200",
            "worker-1;com.acme.Cache.run;com.acme.Cache.step [divided] 100",
            "worker-1;com.acme.Cache.run;com.acme.Cache.store 500"),
        out.toString(StandardCharsets.UTF_8).lines().sorted().collect(Collectors.toList()));
  }

  /** The mark stands behind a signature. */
  @Test
  void namesOfOverloadedMethodsEndInTheMarkInAllFormats() throws IOException {
    List<MethodInfo> methods = new ArrayList<>(METHODS);
    MethodInfo get = METHODS.get(GET);
    methods.add(new MethodInfo(get.className(), get.name(), "(I)V", null, 0));
    Profile known = DividedProfiles.known();
    Profile divided =
        DividedFrames.of(DividedProfile.of(Profiles.of(methods, known.threads().get(0))));
    for (Format format : Format.values()) {
      if (format != Format.CSV) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        format.write(divided, () -> Uncertainty.of(divided), false, out);
        String text = format == Format.PPROF ? unzipped(out) : out.toString(StandardCharsets.UTF_8);
        assertTrue(text.contains("com.acme.Cache.get() [divided]"), format + text);
        assertFalse(text.contains("Cache.get [divided]"), format + text);
      }
    }
  }

  private static String unzipped(ByteArrayOutputStream zipped) throws IOException {
    try (var in = new GZIPInputStream(new ByteArrayInputStream(zipped.toByteArray()))) {
      return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
    }
  }

  @Test
  void aProfileWithoutDividedValuesIsExportedAsItIs() {
    Profile small = Profiles.small();
    assertSame(small, DividedFrames.of(DividedProfile.of(small)));
  }

  private static CallTree tree(Profile profile, int thread) {
    List<ThreadProfile> threads = profile.threads();
    return threads.get(thread).tree();
  }

  /** Each node but the root: its path, self, what of it was divided, and its interval. */
  private static List<String> nodes(CallTree tree) {
    return IntStream.range(1, tree.size())
        .mapToObj(
            node ->
                path(tree, node)
                    + " "
                    + tree.self(node)
                    + (tree.divided(node) == 0
                        ? ""
                        : " (" + tree.divided(node) + ") " + interval(tree, node)))
        .toList();
  }

  private static double[] systematic(Profile profile) {
    MethodTotals totals = MethodTotals.of(profile, profile.threads());
    Uncertainty uncertainty = Uncertainty.of(profile, totals);
    return IntStream.range(0, totals.methods())
        .mapToDouble(method -> uncertainty.systematic(method, totals.overhead(method)))
        .toArray();
  }

  private static List<String> selves(Profile divided) {
    CallTree tree = tree(divided, 0);
    return IntStream.range(1, tree.size())
        .mapToObj(node -> path(tree, node) + " " + tree.self(node))
        .toList();
  }

  private static List<String> overheads(Profile divided) {
    CallTree tree = tree(divided, 0);
    return IntStream.range(1, tree.size())
        .mapToObj(node -> path(tree, node) + " " + tree.overhead(node))
        .toList();
  }

  private static String interval(CallTree tree, int node) {
    return (tree.self(node) - tree.selfBelow(node))
        + ".."
        + (tree.self(node) + tree.selfAbove(node));
  }

  private static String path(CallTree tree, int node) {
    String name = METHODS.get(tree.method(node)).name();
    int parent = tree.parent(node);
    return parent == 0 ? name : path(tree, parent) + ">" + name;
  }
}
