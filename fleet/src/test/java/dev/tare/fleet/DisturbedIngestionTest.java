package dev.tare.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.fleet.ingest.Ingest;
import dev.tare.fleet.ingest.IngestOptions;
import dev.tare.fleet.table.Commit;
import dev.tare.fleet.table.FleetTable;
import dev.tare.fleet.table.Kind;
import dev.tare.fleet.table.TableReader;
import dev.tare.profile.json.ProfileWriter;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever stops an ingestion, the next one makes the table that an undisturbed one makes. */
class DisturbedIngestionTest {
  private static final int PROFILES = 90;
  private static final int BATCH = 30;
  private static final IngestOptions OPTIONS = new IngestOptions(BATCH, 128, 50_000_000);

  private final SparkSession spark = FleetSession.start();
  private final Configuration configuration = spark.sparkContext().hadoopConfiguration();

  @TempDir private Path folder = Path.of(".");

  @AfterAll
  static void end() throws IOException {
    FleetSession.start().close();
  }

  @BeforeEach
  void profiles() throws IOException {
    GeneratedFleet fleet = new GeneratedFleet(RealProfiles.busy(), 5, 6);
    Path in = Files.createDirectories(folder.resolve("in"));
    for (int i = 0; i < PROFILES; i++) {
      ProfileWriter.write(fleet.profile(i), in.resolve("profile-" + i + ".json.gz"));
    }
  }

  private FleetTable table(String name) throws IOException {
    return new FleetTable(folder.resolve(name).toString(), configuration);
  }

  private long ingest(String name) throws Exception {
    return new Ingest(spark, table(name), OPTIONS)
        .run(List.of(folder.resolve("in").toString()))
        .profiles();
  }

  private Set<String> rows(String name, Kind kind) throws IOException {
    List<Commit> commits = table(name).commits();
    Set<String> rows = new TreeSet<>();
    for (Row row : new TableReader(spark, table(name), commits).read(kind).collectAsList()) {
      assertTrue(rows.add(row.toString()), () -> "twice: " + row);
    }
    return rows;
  }

  private void assertSameTables(String expected, String found) throws IOException {
    for (Kind kind : Kind.values()) {
      assertEquals(rows(expected, kind), rows(found, kind), kind::key);
    }
    List<Path> files = new ArrayList<>();
    try (Stream<Path> all = Files.walk(folder.resolve(found).resolve("batches"))) {
      all.filter(path -> path.toString().endsWith(".parquet")).forEach(files::add);
    }
    assertEquals(
        table(found).commits().stream().mapToInt(commit -> commit.files().size()).sum(),
        files.size());
  }

  @Test
  void aKilledProcessLosesAndDoublesNothing() throws Exception {
    assertEquals(PROFILES, ingest("undisturbed"));
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(argument -> argument.startsWith("--") || argument.startsWith("-X"))
        .forEach(command::add);
    command.addAll(
        List.of("-cp", System.getProperty("java.class.path"), "dev.tare.fleet.Fleet", "ingest"));
    command.addAll(
        List.of(
            folder.resolve("killed").toString(),
            folder.resolve("in").toString(),
            "--batch",
            Integer.toString(BATCH)));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("out.txt").toFile())
            .start();
    Path second = folder.resolve("killed/batches/000002/nodes");
    while (process.isAlive() && Files.notExists(second)) {
      process.waitFor(1, TimeUnit.MILLISECONDS);
    }
    process.destroyForcibly().waitFor();
    int commits = table("killed").commits().size();
    assertTrue(
        commits > 0 && commits < PROFILES / BATCH,
        () -> commits + " commits: " + text(folder.resolve("out.txt")));
    assertTrue(ingest("killed") < PROFILES);
    assertSameTables("undisturbed", "killed");
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }

  @Test
  void aTaskThatFailsIsTriedAgain() throws Exception {
    ingest("undisturbed");
    configuration.set("fs.file.impl", FlakyFiles.class.getName());
    configuration.setBoolean("fs.file.impl.disable.cache", true);
    FlakyFiles.failures(2);
    try {
      assertEquals(PROFILES, ingest("flaky"));
      assertEquals(0, FlakyFiles.left());
    } finally {
      configuration.unset("fs.file.impl");
      configuration.unset("fs.file.impl.disable.cache");
    }
    assertSameTables("undisturbed", "flaky");
  }
}
