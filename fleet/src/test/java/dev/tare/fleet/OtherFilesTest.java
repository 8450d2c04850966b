package dev.tare.fleet;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tare.fleet.ingest.Ingest;
import dev.tare.fleet.ingest.IngestOptions;
import dev.tare.fleet.ingest.IngestReport;
import dev.tare.fleet.query.Merge;
import dev.tare.fleet.query.Selected;
import dev.tare.fleet.query.Selection;
import dev.tare.fleet.table.FleetTable;
import dev.tare.profile.json.ProfileWriter;
import dev.tare.report.sum.ProfileSum;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Profiles and table on a file system that is not the machine's. */
class OtherFilesTest {
  private static final IngestOptions OPTIONS = new IngestOptions(1000, 128, 50_000_000);
  private static final Selection ALL = new Selection(null, null, null, List.of(), null, null);

  private final SparkSession spark = FleetSession.start();
  private final Configuration configuration = spark.sparkContext().hadoopConfiguration();

  @TempDir private Path folder = Path.of(".");

  @AfterAll
  static void end() throws IOException {
    FleetSession.start().close();
  }

  private IngestReport ingest(String table, String profiles) throws Exception {
    return new Ingest(spark, new FleetTable(table, configuration), OPTIONS).run(List.of(profiles));
  }

  private byte[] merged(String table) throws Exception {
    Selected all = new Selected(spark, new FleetTable(table, configuration), ALL);
    Path file = folder.resolve("out.json");
    ProfileWriter.write(Merge.of(all, ProfileSum.Grouping.PATTERN), file);
    return Files.readAllBytes(file);
  }

  @Test
  void theTableIsTheSame() throws Exception {
    BucketFiles.install(configuration);
    GeneratedFleet fleet = new GeneratedFleet(RealProfiles.busy(), 3, 4);
    Path in = Files.createDirectories(folder.resolve("in"));
    for (int i = 0; i < 6; i++) {
      ProfileWriter.write(fleet.profile(i), in.resolve("profile-" + i + ".json.gz"));
    }
    String local = folder.resolve("local").toString();
    assertEquals(6, ingest(local, in.toString()).profiles());
    String bucket = BucketFiles.address(folder.resolve("bucket"));
    assertEquals(6, ingest(bucket, BucketFiles.address(in)).profiles());
    assertEquals(6, ingest(bucket, BucketFiles.address(in) + "/*.gz").known());
    assertArrayEquals(merged(local), merged(bucket));
  }
}
