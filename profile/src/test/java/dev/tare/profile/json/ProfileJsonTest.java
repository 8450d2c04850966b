package dev.tare.profile.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.tare.profile.CalibrationTable;
import dev.tare.profile.CallTree;
import dev.tare.profile.CallTreeBuilder;
import dev.tare.profile.CpuSamples;
import dev.tare.profile.Limits;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.MethodSums;
import dev.tare.profile.Metric;
import dev.tare.profile.Profile;
import dev.tare.profile.ProfileParts;
import dev.tare.profile.ProfilerInfo;
import dev.tare.profile.Profiles;
import dev.tare.profile.RunInfo;
import dev.tare.profile.SampledTier;
import dev.tare.profile.SkippedMethod;
import dev.tare.profile.ThreadProfile;
import dev.tare.profile.ThreadSums;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.FutureTask;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProfileJsonTest {
  private final Path folder;

  ProfileJsonTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void whatIsWrittenIsReadBack() throws IOException {
    Profile profile = Profiles.complete();
    assertSame(profile, read(written(profile)));
  }

  @Test
  void aNameThatEndsInGzIsGzippedAndReadByItsFirstBytes() throws IOException {
    Path file = folder.resolve("profile.json.gz");
    ProfileWriter.write(Profiles.complete(), file);
    byte[] bytes = Files.readAllBytes(file);
    assertEquals(0x1f, bytes[0]);
    assertEquals((byte) 0x8b, bytes[1]);
    Path renamed = Files.move(file, folder.resolve("profile.json"));
    assertSame(Profiles.complete(), ProfileReader.read(renamed));
  }

  @Test
  void aMillionNodesTenThousandDeepFitIntoASmallHeap() throws IOException {
    CallTree tree = Profiles.chains(1_000_000, 10_000, 500);
    Profile profile = Profiles.profile(manyMethods(500), List.of(thread("deep", tree)));
    Path file = folder.resolve("profile.json");
    ProfileWriter.write(profile, file);
    assertSame(profile, ProfileReader.read(file));
  }

  @Test
  void oneChainOfAMillionNodesIsWrittenAndRead() throws IOException {
    CallTree tree = Profiles.chains(1_000_000, 1_000_000, 1);
    Profile profile = Profiles.profile(manyMethods(1), List.of(thread("deeper", tree)));
    Path file = folder.resolve("profile.json.gz");
    ProfileWriter.write(profile, file);
    assertSame(profile, ProfileReader.read(file));
  }

  /** Ten trees of which the test's heap could not hold more than a few. */
  @Test
  void threadsAreAskedForOneAfterAnother() throws IOException {
    List<String> asked = new ArrayList<>();
    ProfileParts parts = new ManyBigThreads(12, asked);
    Path file = folder.resolve("profile.json");
    ProfileWriter.write(parts, file);
    assertEquals(
        List.of(
            "profiler",
            "run",
            "settings",
            "metric",
            "threads",
            "methods",
            "calibration",
            "skipped",
            "limits"),
        asked);
    assertTrue(Files.size(file) > 12 * 400_000 * 15L);
  }

  @Test
  void aFailingPartLeavesTheOldFileAndNoTornOne() throws IOException {
    Path file = folder.resolve("profile.json");
    ProfileWriter.write(Profiles.complete(), file);
    assertThrows(
        IllegalStateException.class,
        () -> ProfileWriter.write(new ManyBigThreads(-1, new ArrayList<>()), file));
    assertSame(Profiles.complete(), ProfileReader.read(file));
    try (var files = Files.list(folder)) {
      assertEquals(1, files.count());
    }
  }

  @Test
  void namesAreDataWhateverIsInThem() throws IOException {
    String unpaired = "a\uD800b\uDC00";
    String pair = "\uD83D\uDE00";
    String script = "</script><script>alert('\u0000\u2028\"\\\n')</script>";
    Profile profile =
        Profiles.profile(
            List.of(new MethodInfo(unpaired + pair, script, "()V", unpaired, 1)),
            List.of(thread(script + pair + unpaired, CallTree.empty())));
    Profile read = read(written(profile));
    assertEquals("a\\ud800b\\udc00" + pair, read.methods().get(0).className());
    assertEquals(script, read.methods().get(0).name());
    assertEquals(script + pair + "a\\ud800b\\udc00", read.threads().get(0).name());
  }

  @Test
  void keysOfNestedTreesMayComeInAnyOrderAndUnknownOnesArePassedOver() throws IOException {
    Profile profile =
        read(
            """
            {"later": {"x": [1, {"y": null}]}, "methods": [{"new": [], "method": "b", "class": "A"}],
             "threads": [{"tree": {"children": [
                 {"children": [{"self": 5, "method": 0, "novel": {"children": [{}]}}],
                  "self": -3, "calls": 7, "method": 0}], "calls": 1, "self": 2},
               "name": "t", "id": 3}],
             "settings": {"mode": "full", "depth": 3, "list": [1]},
             "metric": {"unit": "ns", "name": "time", "source": "s"},
             "version": 1, "format": "tare-profile"}
            """);
    CallTree tree = profile.threads().get(0).tree();
    assertEquals(3, tree.size());
    assertEquals(2, tree.self(0));
    assertEquals(-3, tree.self(1));
    assertEquals(7, tree.calls(1));
    assertEquals(5, tree.self(2));
    assertEquals(1, tree.parent(2));
    assertEquals(Map.of("mode", "full", "depth", "3"), profile.settings());
    assertEquals("A", profile.methods().get(0).className());
  }

  @Test
  void keysOfColumnsMayComeInAnyOrderAndUnknownOnesArePassedOver() throws IOException {
    Profile profile =
        read(
            """
            {"later": {"x": [1, {"y": null}]},
             "nodes": {"exceptions": {"value": [1], "at": [2]}, "novel": [[1]],
               "self": [2, -3, 5], "calls": [1, 7], "method": [-1, 0, 0], "parent": [0, 1, 1]},
             "threads": [{"nodes": 3, "first_node": 0, "name": "t", "id": 3}],
             "methods": {"new": [], "method": ["b"], "class": ["A"]},
             "metric": {"unit": "ns", "name": "time", "source": "s"},
             "version": 2, "format": "tare-profile"}
            """
                .replace("[1, 7]", "[1, 7, 0]"));
    CallTree tree = profile.threads().get(0).tree();
    assertEquals(3, tree.size());
    assertEquals(2, tree.self(0));
    assertEquals(-3, tree.self(1));
    assertEquals(7, tree.calls(1));
    assertEquals(5, tree.self(2));
    assertEquals(1, tree.parent(2));
    assertEquals(1, tree.exceptions(2));
    assertEquals("A", profile.methods().get(0).className());
    assertEquals(new ThreadSums(7, 4, 0, 2, 0, 0, 0), profile.threads().get(0).sums());
  }

  @Test
  void nothingIsNestedDeeperThanFiveLevels() throws IOException {
    int depth = 0;
    int deepest = 0;
    try (JsonParser json = new JsonFactory().createParser(written(Profiles.complete()))) {
      for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
        depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
        deepest = Math.max(deepest, depth);
      }
    }
    assertEquals(5, deepest);
  }

  @Test
  void eachOutermostKeyHasALineAndNodesHaveTheLast() throws IOException {
    List<String> keys =
        written(Profiles.complete())
            .lines()
            .filter(line -> line.startsWith("\""))
            .map(line -> line.substring(1, line.indexOf('"', 1)))
            .toList();
    assertEquals(
        List.of(
            "format",
            "version",
            "profiler",
            "run",
            "settings",
            "metric",
            "origins",
            "methods",
            "threads",
            "calibration",
            "skipped",
            "limits",
            "sample_nodes",
            "nodes"),
        keys);
  }

  @Test
  void tiersOfSamplesAndWhySamplesWereTakenAreReadBack() throws IOException {
    Profile complete = Profiles.complete();
    ThreadProfile main = complete.threads().get(0);
    CallTreeBuilder tree = new CallTreeBuilder();
    tree.samples(tree.add(0, 0), 3);
    int merged = tree.add(0, 0);
    tree.samples(merged, 4).tier(merged, SampledTier.MERGED);
    CpuSamples samples = Objects.requireNonNull(main.cpuSamples()).withTree(tree.build());
    Profile profile =
        new Profile(
            complete.profiler(),
            complete.run().withSampling("jdk.CPUTimeSample every 10ms"),
            complete.settings(),
            complete.metric(),
            complete.methods(),
            List.of(
                new ThreadProfile(
                    1, "main", false, false, 9, main.interruptions(), main.tree(), samples)),
            complete.calibration(),
            complete.skipped(),
            complete.limits());
    Path file = folder.resolve("tiers.json");
    ProfileWriter.write(profile, file);
    Profile read = ProfileReader.read(file);
    assertEquals("jdk.CPUTimeSample every 10ms", read.run().sampling());
    CallTree found = Objects.requireNonNull(read.threads().get(0).cpuSamples()).tree();
    assertEquals(SampledTier.OWN, found.tier(1));
    assertEquals(SampledTier.MERGED, found.tier(2));
    assertEquals(4, found.samples(2));
  }

  @Test
  void sumsAreReadWithoutNodes() throws IOException {
    Profile profile = Profiles.complete();
    for (String name : List.of("profile.json", "profile.json.gz")) {
      Path file = folder.resolve(name);
      ProfileWriter.write(profile, file);
      Profile sums = ProfileReader.readSums(file, UnaryOperator.identity(), any -> false);
      assertEquals(profile.methods(), sums.methods());
      assertEquals(profile.limits(), sums.limits());
      ThreadProfile thread = sums.threads().get(0);
      assertEquals(profile.threads().get(0).sums(), thread.sums());
      assertEquals(profile.threads().get(0).interruptions(), thread.interruptions());
      assertEquals(411, Objects.requireNonNull(thread.cpuSamples()).tree().samples(1));
      assertThrows(IllegalStateException.class, () -> thread.tree().size());
      MethodSums ofMethods = Objects.requireNonNull(sums.sums());
      assertEquals(123, ofMethods.calls(0));
      assertEquals(1L << 62, ofMethods.calls(1) - 4);
      assertEquals(411, ofMethods.samples(0));
    }
  }

  @Test
  void nodesThatAreNeededAreReadAfterSums() throws IOException {
    Profile profile = Profiles.complete();
    Path file = folder.resolve("profile.json");
    ProfileWriter.write(profile, file);
    assertSame(profile, ProfileReader.readSums(file, UnaryOperator.identity(), sums -> true));
  }

  @Test
  void aPipeIsReadOnceAndWhole() throws Exception {
    Profile profile = Profiles.complete();
    for (String name : List.of("profile.json", "profile.json.gz")) {
      Path file = folder.resolve(name);
      ProfileWriter.write(profile, file);
      Path pipe = folder.resolve(name + ".pipe");
      assumeTrue(
          new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0, "no pipes here");
      FutureTask<Long> written = new FutureTask<>(() -> copy(file, pipe));
      new Thread(written, "writes the pipe").start();
      assertSame(profile, ProfileReader.readSums(pipe, UnaryOperator.identity(), sums -> true));
      assertEquals(Files.size(file), written.get());
    }
  }

  private static long copy(Path file, Path pipe) throws IOException {
    try (OutputStream out = Files.newOutputStream(pipe)) {
      return Files.copy(file, out);
    }
  }

  @Test
  void nodesThatEndTooEarlyAreSeenAlsoWhereTheyAreNotRead() throws IOException {
    Path file = folder.resolve("profile.json");
    String whole = written(Profiles.complete());
    for (int left : List.of(3, 10, 60)) {
      Files.writeString(file, whole.substring(0, whole.length() - left));
      String said =
          String.valueOf(
              assertThrows(
                      ProfileFormatException.class,
                      () -> ProfileReader.readSums(file, UnaryOperator.identity(), sums -> false))
                  .getMessage());
      assertTrue(said.startsWith("truncated: the file ends inside the profile"), said);
    }
  }

  @Test
  void aKeyAfterNodesIsReadWhereSumsAreAskedForToo() throws IOException {
    Profile profile = Profiles.complete();
    String whole = written(profile);
    String unknown = whole.substring(0, whole.lastIndexOf('}')) + ",\"note\":\"x\"}\n";
    assertSame(profile, readSums(unknown));
    for (String key : List.of("profiler", "run", "settings", "origins")) {
      String line =
          whole.lines().filter(l -> l.startsWith("\"" + key + "\":")).findFirst().orElseThrow();
      String without = whole.replace(line + "\n", "");
      String last = line.substring(0, line.length() - 1);
      assertSame(
          profile, readSums(without.substring(0, without.lastIndexOf('}')) + "," + last + "}"));
    }
  }

  private Profile readSums(String text) throws IOException {
    return ProfileReader.readSums(
        Files.writeString(folder.resolve("sums.json"), text),
        UnaryOperator.identity(),
        sums -> false);
  }

  @Test
  void smallSubtreesAreFoldedIntoTheNodeAboveThemAndSumsStay() throws IOException {
    CallTreeBuilder tree = new CallTreeBuilder();
    tree.calls(0, 1).self(0, 1000);
    int great = tree.add(0, 0);
    tree.calls(great, 2).self(great, 5).overhead(great, 1);
    int small = tree.add(great, 1);
    tree.calls(small, 3).self(small, 40).overhead(small, 10);
    int deep = tree.add(great, 0);
    tree.calls(deep, 4).self(deep, 500);
    int last = tree.add(0, 1);
    tree.calls(last, 7).self(last, -60).overhead(last, 100);
    Profile whole = Profiles.profile(manyMethods(2), List.of(thread("t", tree.build())));
    Profile folded = read(written(new FoldedParts(whole, 100)));
    CallTree read = folded.threads().get(0).tree();
    List<Integer> nodes = List.of(0, 1, 2, 3);
    assertEquals(nodes.size(), read.size());
    assertEquals(List.of(1000L, 45L, 500L, -60L), nodes.stream().map(read::self).toList());
    assertEquals(List.of(0L, 11L, 0L, 100L), nodes.stream().map(read::overhead).toList());
    assertEquals(1, read.parent(2));
    assertEquals(0, read.parent(3));
    assertEquals(whole.threads().get(0).sums(), folded.threads().get(0).sums());
    MethodSums sums = Objects.requireNonNull(folded.sums());
    assertEquals(10, sums.calls(1));
    assertEquals(-20, sums.self(1));
    Limits.Folded told = folded.limits().folded();
    assertEquals(whole.limits().folded().plus(new Limits.Folded(1, 3, 40)), told);
  }

  private static ThreadProfile thread(String name, CallTree tree) {
    return new ThreadProfile(1, name, false, true, 2, tree, null);
  }

  private static List<MethodInfo> manyMethods(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> new MethodInfo("com.acme.C" + i, "m", "()V", null, 0))
        .toList();
  }

  private static String written(ProfileParts profile) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ProfileWriter.write(profile, out);
    return out.toString(StandardCharsets.UTF_8);
  }

  private static Profile read(String json) throws IOException {
    return ProfileReader.read(new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8)));
  }

  private static void assertSame(Profile expected, Profile actual) {
    assertEquals(expected.profiler(), actual.profiler());
    assertEquals(expected.run(), actual.run());
    assertEquals(expected.settings(), actual.settings());
    assertEquals(expected.metric(), actual.metric());
    assertEquals(expected.methods(), actual.methods());
    assertEquals(expected.calibration(), actual.calibration());
    assertEquals(expected.skipped(), actual.skipped());
    assertEquals(expected.limits(), actual.limits());
    assertEquals(expected.threads().size(), actual.threads().size());
    for (int i = 0; i < expected.threads().size(); i++) {
      ThreadProfile thread = expected.threads().get(i);
      ThreadProfile readThread = actual.threads().get(i);
      assertEquals(thread.id(), readThread.id());
      assertEquals(thread.name(), readThread.name());
      assertEquals(thread.virtual(), readThread.virtual());
      assertEquals(thread.alive(), readThread.alive());
      assertEquals(thread.events(), readThread.events());
      assertEquals(thread.interruptions(), readThread.interruptions());
      assertEquals(thread.sums(), readThread.sums());
      assertSame(thread.tree(), readThread.tree());
      CpuSamples samples = thread.cpuSamples();
      CpuSamples readSamples = readThread.cpuSamples();
      assertEquals(samples == null, readSamples == null);
      if (samples != null && readSamples != null) {
        assertEquals(samples.source(), readSamples.source());
        assertEquals(samples.measures(), readSamples.measures());
        assertEquals(samples.cpuNanos(), readSamples.cpuNanos());
        assertEquals(samples.truncated(), readSamples.truncated());
        assertEquals(samples.periodNanos(), readSamples.periodNanos());
        assertEquals(samples.taken(), readSamples.taken());
        assertEquals(samples.failed(), readSamples.failed());
        assertEquals(samples.lost(), readSamples.lost());
        assertSame(samples.tree(), readSamples.tree());
      }
    }
  }

  private static void assertSame(CallTree expected, CallTree actual) {
    assertEquals(expected.size(), actual.size());
    for (int node = 0; node < expected.size(); node++) {
      assertEquals(expected.method(node), actual.method(node));
      assertEquals(expected.parent(node), actual.parent(node));
      assertEquals(expected.calls(node), actual.calls(node));
      assertEquals(expected.exceptions(node), actual.exceptions(node));
      assertEquals(expected.open(node), actual.open(node));
      assertEquals(expected.self(node), actual.self(node));
      assertEquals(expected.overhead(node), actual.overhead(node));
      assertEquals(expected.cut(node), actual.cut(node));
      assertEquals(expected.carried(node), actual.carried(node));
      assertEquals(expected.callsKind(node), actual.callsKind(node));
      assertEquals(expected.callsLow(node), actual.callsLow(node));
      assertEquals(expected.callsHigh(node), actual.callsHigh(node));
      assertEquals(expected.samples(node), actual.samples(node));
    }
  }

  /** A profile of which small subtrees are folded. */
  private record FoldedParts(Profile whole, long foldBelow) implements ProfileParts {
    @Override
    public ProfilerInfo profiler() {
      return whole.profiler();
    }

    @Override
    public RunInfo run() {
      return whole.run();
    }

    @Override
    public Map<String, String> settings() {
      return whole.settings();
    }

    @Override
    public Metric metric() {
      return whole.metric();
    }

    @Override
    public Iterator<ThreadProfile> threadIterator() {
      return whole.threadIterator();
    }

    @Override
    public List<MethodInfo> methods() {
      return whole.methods();
    }

    @Override
    public CalibrationTable calibration() {
      return whole.calibration();
    }

    @Override
    public List<SkippedMethod> skipped() {
      return whole.skipped();
    }

    @Override
    public Limits limits() {
      return whole.limits();
    }
  }

  /**
   * So many threads of 400,000 nodes, each made when it is asked for; fails after the first where
   * negative.
   */
  private record ManyBigThreads(int count, List<String> asked) implements ProfileParts {

    @Override
    public ProfilerInfo profiler() {
      asked.add("profiler");
      return Profiles.complete().profiler();
    }

    @Override
    public RunInfo run() {
      asked.add("run");
      return Profiles.complete().run();
    }

    @Override
    public Map<String, String> settings() {
      asked.add("settings");
      return Map.of();
    }

    @Override
    public Metric metric() {
      asked.add("metric");
      return Profiles.complete().metric();
    }

    @Override
    public Iterator<ThreadProfile> threadIterator() {
      asked.add("threads");
      return IntStream.range(0, Math.abs(count) + 1)
          .limit(count < 0 ? 2 : count)
          .mapToObj(
              i -> {
                if (count < 0 && i > 0) {
                  throw new IllegalStateException("no second thread");
                }
                return thread("t" + i, Profiles.chains(400_000, 100, 500));
              })
          .iterator();
    }

    @Override
    public List<MethodInfo> methods() {
      asked.add("methods");
      return manyMethods(500);
    }

    @Override
    public CalibrationTable calibration() {
      asked.add("calibration");
      return CalibrationTable.off();
    }

    @Override
    public List<SkippedMethod> skipped() {
      asked.add("skipped");
      return List.of();
    }

    @Override
    public Limits limits() {
      asked.add("limits");
      return Limits.NONE;
    }
  }
}
