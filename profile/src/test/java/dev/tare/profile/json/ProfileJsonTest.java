package dev.tare.profile.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.profile.CalibrationTable;
import dev.tare.profile.CallTree;
import dev.tare.profile.CpuSamples;
import dev.tare.profile.Lost;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.Metric;
import dev.tare.profile.Profile;
import dev.tare.profile.ProfileParts;
import dev.tare.profile.ProfilerInfo;
import dev.tare.profile.Profiles;
import dev.tare.profile.RunInfo;
import dev.tare.profile.SkippedMethod;
import dev.tare.profile.ThreadProfile;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
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
            "lost"),
        asked);
    assertTrue(Files.size(file) > 12 * 400_000 * 20L);
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
    assertEquals("a\uFFFDb\uFFFD" + pair, read.methods().get(0).className());
    assertEquals(script, read.methods().get(0).name());
    assertEquals(script + pair + "a\uFFFDb\uFFFD", read.threads().get(0).name());
  }

  @Test
  void keysMayComeInAnyOrderAndUnknownOnesArePassedOver() throws IOException {
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
    assertEquals(expected.lost(), actual.lost());
    assertEquals(expected.threads().size(), actual.threads().size());
    for (int i = 0; i < expected.threads().size(); i++) {
      ThreadProfile thread = expected.threads().get(i);
      ThreadProfile readThread = actual.threads().get(i);
      assertEquals(thread.id(), readThread.id());
      assertEquals(thread.name(), readThread.name());
      assertEquals(thread.virtual(), readThread.virtual());
      assertEquals(thread.alive(), readThread.alive());
      assertEquals(thread.events(), readThread.events());
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
      assertEquals(expected.samples(node), actual.samples(node));
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
    public Lost lost() {
      asked.add("lost");
      return Lost.NOTHING;
    }
  }
}
