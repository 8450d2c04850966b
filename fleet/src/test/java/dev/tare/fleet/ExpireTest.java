package dev.tare.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.fleet.table.FleetTable;
import dev.tare.profile.json.ProfileWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code expire} leaves. */
class ExpireTest {
  @TempDir private Path folder = Path.of(".");

  private Path table() {
    return folder.resolve("table");
  }

  private Set<String> listed() throws IOException {
    return new FleetTable(table().toString(), new Configuration())
        .commits().stream()
            .flatMap(commit -> commit.files().stream())
            .map(file -> file.path())
            .collect(Collectors.toCollection(TreeSet::new));
  }

  private Set<String> there() throws IOException {
    try (Stream<Path> all = Files.walk(table().resolve("batches"))) {
      return all.filter(path -> path.toString().endsWith(".parquet"))
          .map(path -> table().relativize(path).toString())
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  @Test
  void theFilesOfOldHoursAreGoneAndOthersAreLeft() throws Exception {
    GeneratedFleet fleet = new GeneratedFleet(RealProfiles.busy(), 3, 1);
    Path in = Files.createDirectories(folder.resolve("in"));
    for (int minute = 0; minute < 120; minute += 30) {
      ProfileWriter.write(fleet.profile(minute), in.resolve("profile-" + minute + ".json.gz"));
    }
    assertEquals(0, Fleet.run("ingest", table().toString(), in.toString()));
    Set<String> before = listed();
    String time = "2026-11-20T01:00:00Z";
    assertEquals(0, Fleet.run("expire", table().toString(), "--before", time));
    assertEquals(listed(), there());
    Set<String> gone = new TreeSet<>(before);
    gone.removeAll(listed());
    assertEquals(
        Set.of("nodes", "profiles", "tiers"),
        gone.stream().map(path -> path.split("/", -1)[2]).collect(Collectors.toSet()));
    assertTrue(listed().stream().anyMatch(path -> path.contains("hour=2026-11-20T01")));
    try (Stream<Path> left = Files.list(table())) {
      assertEquals(
          Set.of("batches", "commits"),
          left.map(path -> path.getFileName().toString())
              .filter(name -> !name.startsWith("."))
              .collect(Collectors.toSet()));
    }
  }
}
