package dev.tare.fleet.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.fleet.table.DataFile;
import dev.tare.fleet.table.Kind;
import dev.tare.profile.CalibrationTable;
import dev.tare.profile.CallTree;
import dev.tare.profile.CallTreeBuilder;
import dev.tare.profile.Limits;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.Metric;
import dev.tare.profile.Profile;
import dev.tare.profile.ProfilerInfo;
import dev.tare.profile.RunInfo;
import dev.tare.profile.ThreadProfile;
import dev.tare.profile.json.ProfileWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BinWriterTest {
  private static final long MAX_TEXT_BYTES = 1_000_000;

  @TempDir private Path folder = Path.of(".");
  private final Configuration configuration = new Configuration();

  @Test
  void aFileThatNobodyHasForeseenIsLeftOutAndAllOthersAreAdded() throws Exception {
    Survey known = survey(2);
    ListedFile noPath = new ListedFile("", 0, 0); // No file system takes it.
    Survey unforeseen = new Survey(noPath, known.run(), "", known.identity(), null, false);
    BinResult result = written(survey(1), unforeseen, survey(3));
    List<Outcome> outcomes = result.outcomes();
    assertEquals(1L, outcomes.get(0).profile());
    assertTrue(String.valueOf(outcomes.get(1).problem()).startsWith("cannot be added: "));
    assertEquals(3L, outcomes.get(2).profile());
    assertEquals(outcomes.get(0).nodes() + outcomes.get(2).nodes(), rows(result));
  }

  @Test
  void aProfileThatFailsAtItsEndLeavesNoRows() throws Exception {
    Survey known = survey(1);
    BinResult result = written(new Survey(known.file(), known.run(), "", null, null, false));
    assertNotNull(result.outcomes().get(0).problem());
    assertEquals(0, rows(result));
  }

  private BinResult written(Survey... profiles) throws IOException {
    Bin bin = new Bin(0, "com.acme.Main", "2026-11-21T05", 1, List.of(profiles), false);
    String table = folder.resolve("table").toString();
    return new BinWriter(table, 1, bin, 0, configuration, MAX_TEXT_BYTES).write();
  }

  private static long rows(BinResult result) {
    return result.files().stream()
        .filter(file -> file.kind() == Kind.NODES)
        .mapToLong(DataFile::rows)
        .sum();
  }

  private Survey survey(long pid) throws IOException {
    Path file = folder.resolve("profile-" + pid + ".json");
    ProfileWriter.write(profile(pid), file);
    ListedFile listed = new ListedFile(file.toUri().toString(), 0, 0);
    Survey survey = Survey.of(listed, configuration, MAX_TEXT_BYTES);
    assertEquals(null, survey.problem());
    return survey;
  }

  private static Profile profile(long pid) {
    CallTreeBuilder tree = new CallTreeBuilder();
    int work = tree.add(0, 0);
    tree.calls(work, pid).self(work, 100);
    CallTree calls = tree.build();
    return new Profile(
        new ProfilerInfo("Tare", "9.8.7"),
        new RunInfo(
            Instant.parse("2026-11-21T05:00:00Z"),
            1_000,
            pid,
            "com.acme.Main",
            "build-7",
            "Linux",
            "AMD EPYC",
            2,
            new RunInfo.Jvm("Eclipse Adoptium", "OpenJDK", "25")),
        Map.of("mode", "full"),
        new Metric("time", "ns", "System.nanoTime"),
        List.of(new MethodInfo("com.acme.Order", "total", "()V", "Order.java", 7)),
        List.of(new ThreadProfile(1, "main", false, false, 2, calls, null)),
        CalibrationTable.off(),
        List.of(),
        new Limits(0));
  }
}
