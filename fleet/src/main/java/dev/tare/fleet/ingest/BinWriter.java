package dev.tare.fleet.ingest;

import dev.tare.fleet.table.DataFile;
import dev.tare.fleet.table.FleetTable;
import dev.tare.fleet.table.Kind;
import dev.tare.profile.Profile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.io.api.Binary;

/**
 * Writes a bin's profiles as files, which belong to the table when a commit lists them: where a
 * task fails, its next attempt writes others.
 */
final class BinWriter {
  /** The folder of what tasks met, whether or not it is new. */
  static final String MET = "met";

  /** What a task keeps before it writes: some 60 MB. */
  private static final int MAX_ROWS = 1 << 20;

  private final Bin bin;
  private final Configuration configuration;
  private final long maxTextBytes;
  private final FleetTable table;
  private final Path batch;
  private final String name;
  private final PathTable paths = new PathTable();
  private final NodeBuffer buffer = new NodeBuffer();
  private final TierNames tiers = new TierNames();
  private final List<DataFile> files = new ArrayList<>();

  /**
   * For one attempt of a task.
   *
   * @param attempt no other has its number
   */
  BinWriter(
      String folder,
      int batchNumber,
      Bin bin,
      long attempt,
      Configuration configuration,
      long maxTextBytes)
      throws IOException {
    this.bin = bin;
    this.configuration = configuration;
    this.maxTextBytes = maxTextBytes;
    table = new FleetTable(folder, configuration);
    batch = table.batch(batchNumber);
    name = bin.number() + "-" + attempt + ".parquet";
  }

  BinResult write() throws IOException {
    List<Outcome> outcomes = new ArrayList<>();
    ProfileRows rows = new ProfileRows(paths, buffer, tiers);
    NodeBuffer.Row row =
        new NodeBuffer.Row(buffer, paths, tiers, bin.service(), bin.hour(), bin.firstProfile());
    RowFile<NodeBuffer.Row> nodes = file(Kind.NODES, NodeBuffer.Row::write);
    RowFile<MethodRows.Row> sums = file(Kind.SUMS, MethodRows.Row::write);
    RowFile<ProfileRow> profiles = file(Kind.PROFILES, ProfileRow::write);
    MethodRows methodRows = new MethodRows(paths, bin.service(), bin.hour());
    for (int i = 0; i < bin.profiles().size(); i++) {
      Survey survey = bin.profiles().get(i);
      Profile profile;
      Binary head;
      int[] numbers;
      long count;
      try {
        profile = read(survey);
        head = ProfileRows.head(profile);
        numbers = paths.numbers(profile.methods());
        count = rows.add(i, profile, numbers);
      } catch (BrokenProfileException e) {
        outcomes.add(Outcome.leftOut(survey.file(), String.valueOf(e.getMessage()), true));
        continue;
      } catch (IOException e) {
        outcomes.add(Outcome.leftOut(survey.file(), "cannot be read: " + e, false));
        continue;
      }
      long number = bin.firstProfile() + i;
      methodRows.add(number, profile, numbers);
      Identity identity = survey.identity();
      if (identity != null) {
        profiles.write(new ProfileRow(number, survey, identity, profile, count, head));
      }
      outcomes.add(Outcome.added(survey.file(), number, count));
      if (buffer.size() >= MAX_ROWS) {
        flush(nodes, row);
        methodRows.writeTo(sums);
      }
    }
    flush(nodes, row);
    methodRows.writeTo(sums);
    close(nodes, Kind.NODES);
    close(sums, Kind.SUMS);
    close(profiles, Kind.PROFILES);
    dimensions();
    return new BinResult(files, outcomes);
  }

  /** The profile, if it is still what it was when it was looked at. */
  private Profile read(Survey survey) throws IOException, BrokenProfileException {
    ProfileFile read = ProfileFile.read(survey.file().path(), configuration, maxTextBytes);
    if (!read.id().toString().equals(survey.id())) {
      throw new IOException("it was changed while it was read");
    }
    PlausibleValues.check(read.profile());
    return read.profile();
  }

  private void flush(RowFile<NodeBuffer.Row> nodes, NodeBuffer.Row row) throws IOException {
    paths.hash();
    buffer.writeTo(nodes, paths, row);
    buffer.clear();
  }

  private void dimensions() throws IOException {
    DimensionRows rows = new DimensionRows(paths, bin.service());
    RowFile<DimensionRows> pathFile = file(Kind.PATHS, DimensionRows::writePath);
    rows.writePaths(pathFile);
    close(pathFile, Kind.PATHS);
    RowFile<DimensionRows> methodFile = file(Kind.METHODS, DimensionRows::writeMethod);
    rows.writeMethods(methodFile);
    close(methodFile, Kind.METHODS);
  }

  private <T> RowFile<T> file(Kind kind, RowFile.Shape<T> shape) throws IOException {
    String folder =
        switch (kind) {
          case NODES, SUMS ->
              kind.key()
                  + "/service="
                  + Identity.folder(bin.service())
                  + "/hour="
                  + Identity.folder(bin.hour());
          case PATHS, METHODS -> MET + "/" + kind.key();
          default -> kind.key();
        };
    return new RowFile<>(
        table,
        new Path(batch, folder + "/" + name),
        configuration,
        Schemas.of(kind),
        Schemas.numbers(kind),
        shape);
  }

  private void close(RowFile<?> file, Kind kind) throws IOException {
    file.close();
    files.add(file.written(kind, bin.service(), bin.hour(), configuration));
  }
}
