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
import dev.tare.fleet.table.TableLock;
import dev.tare.profile.json.ProfileWriter;
import dev.tare.report.sum.ProfileSum;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
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

  private Path profiles() throws IOException {
    GeneratedFleet fleet = new GeneratedFleet(RealProfiles.busy(), 3, 4);
    Path in = Files.createDirectories(folder.resolve("in"));
    for (int i = 0; i < 6; i++) {
      ProfileWriter.write(fleet.profile(i), in.resolve("profile-" + i + ".json.gz"));
    }
    return in;
  }

  /** Both are addresses in the file system that is tried. */
  private void assertTableIsTheSame(String table, String in, Path same) throws Exception {
    String local = folder.resolve("local").toString();
    assertEquals(6, ingest(local, same.toString()).profiles());
    assertEquals(6, ingest(table, in).profiles());
    assertEquals(6, ingest(table, in + "/*.gz").known());
    assertArrayEquals(merged(local), merged(table));
    FleetTable other = new FleetTable(table, configuration);
    try (TableLock lock = other.lock()) {
      other.replace(other.commits().get(0).withFiles(List.of()), lock);
    }
    assertEquals(List.of(), other.commits().get(0).files());
  }

  @Test
  void theTableIsTheSameInAnObjectStore() throws Exception {
    BucketFiles.install(configuration);
    Path in = profiles();
    assertTableIsTheSame(
        BucketFiles.address(folder.resolve("bucket")), BucketFiles.address(in), in);
  }

  @Test
  void theTableIsTheSameInHdfs() throws Exception {
    Path in = profiles();
    Configuration cluster = new Configuration();
    cluster.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, folder.resolve("hdfs").toString());
    try (MiniDFSCluster hdfs = new MiniDFSCluster.Builder(cluster).numDataNodes(1).build()) {
      hdfs.waitActive();
      String root = hdfs.getURI().toString();
      hdfs.getFileSystem()
          .copyFromLocalFile(
              new org.apache.hadoop.fs.Path(in.toUri()), new org.apache.hadoop.fs.Path("/in"));
      assertTableIsTheSame(root + "/table", root + "/in", in);
    }
  }
}
