package dev.tare.fleet.ingest;

import dev.tare.fleet.table.DataFile;
import dev.tare.fleet.table.FleetTable;
import dev.tare.fleet.table.Kind;
import dev.tare.profile.Profile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.io.api.Binary;
import org.jspecify.annotations.Nullable;

/**
 * Writes a bin's profiles as files, which belong to the table when a commit lists them: where a
 * task fails, its next attempt writes others.
 */
final class BinWriter {
  /** The folder of what tasks met, whether or not it is new. */
  static final String MET = "met";

  /** What a task keeps before it writes, at the end of a JVM: some 60 MB. */
  private static final int ENOUGH_ROWS = 1 << 20;

  /** What it keeps at most, so that what a JVM's profiles add up to is in few rows. */
  private static final int MAX_ROWS = ENOUGH_ROWS * 7 / 4;

  private final Bin bin;
  private final Configuration configuration;
  private final long maxTextBytes;
  private final FleetTable table;
  private final Path batch;
  private final String name;
  private final PathTable paths = new PathTable();
  private final NodeBuffer buffer = new NodeBuffer();
  private final TierNames tiers = new TierNames();
  private final TierRows tierRows;
  private final List<DataFile> files = new ArrayList<>();
  private final List<Outcome> outcomes = new ArrayList<>();

  /** The profiles whose nodes are in the buffer. */
  private final List<ProfileRow> pending = new ArrayList<>();

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
    tierRows = new TierRows(paths, bin.service(), bin.hour());
  }

  BinResult write() throws IOException {
    ProfileRows rows = new ProfileRows(paths, buffer, tiers);
    ColumnFile nodes = columns(Kind.NODES);
    ColumnFile sums = bin.isSummed() ? columns(Kind.SUMS) : null;
    RowFile<ProfileRow> profiles = file(Kind.PROFILES, ProfileRow::write);
    for (int i = 0; i < bin.profiles().size(); i++) {
      Survey survey = bin.profiles().get(i);
      int rowsBefore = buffer.size();
      try {
        add(i, survey, rows);
      } catch (BrokenProfileException e) {
        outcomes.add(Outcome.leftOut(survey.file(), String.valueOf(e.getMessage()), true));
      } catch (IOException e) {
        outcomes.add(Outcome.leftOut(survey.file(), "cannot be read: " + e, false));
      } catch (RuntimeException e) {
        // Nobody has foreseen everything that a hostile file may hold: all others are added.
        rows.takeBack(rowsBefore);
        outcomes.add(Outcome.leftOut(survey.file(), "cannot be added: " + e, true));
      }
      if (buffer.size() >= (isLastOfJvm(i) ? ENOUGH_ROWS : MAX_ROWS)) {
        flush(nodes, sums, profiles);
      }
    }
    flush(nodes, sums, profiles);
    close(nodes, Kind.NODES);
    if (sums != null) {
      close(sums, Kind.SUMS);
    }
    close(profiles, Kind.PROFILES);
    RowFile<TierRows.Row> tierFile = file(Kind.TIERS, TierRows.Row::write);
    tierRows.writeTo(tierFile);
    close(tierFile, Kind.TIERS);
    dimensions();
    return new BinResult(files, outcomes);
  }

  private boolean isLastOfJvm(int place) {
    return place + 1 == bin.profiles().size()
        || !bin.profiles().get(place).isOfSameJvm(bin.profiles().get(place + 1));
  }

  private void add(int place, Survey survey, ProfileRows rows)
      throws IOException, BrokenProfileException {
    ProfileFile read = ProfileFile.read(survey.file().path(), configuration, maxTextBytes);
    if (!survey.isOf(read)) {
      throw new IOException("it was changed while it was read");
    }
    Profile profile = read.profile();
    PlausibleValues.check(profile);
    Profile withoutNodes = ProfileRows.withoutNodes(profile);
    Binary head = ProfileRows.head(withoutNodes);
    int[] numbers = paths.numbers(profile.methods());
    long count = rows.add(place, profile, numbers);
    long number = bin.firstProfile() + place;
    tierRows.add(number, profile.methods(), numbers);
    pending.add(
        new ProfileRow(
            number,
            survey,
            read.id(),
            Objects.requireNonNull(survey.identity()),
            withoutNodes,
            count,
            head,
            null));
    outcomes.add(Outcome.added(survey.file(), number, count));
  }

  private void flush(ColumnFile nodes, @Nullable ColumnFile sums, RowFile<ProfileRow> profiles)
      throws IOException {
    paths.hash();
    buffer.sort(paths.size());
    long[] numbers =
        LongStream.range(bin.firstProfile(), bin.firstProfile() + bin.profiles().size()).toArray();
    new NodeFile(nodes, bin.service(), bin.hour()).write(buffer, paths, numbers, tiers.names());
    if (sums != null) {
      new NodeFile(sums, bin.service(), bin.hour())
          .write(buffer.summed(stretches()), paths, numbers, null);
    }
    for (ProfileRow profile : pending) {
      profiles.write(profile);
    }
    pending.clear();
    buffer.clear();
  }

  /** Sets the stretches of what is pending; of each place in the bin that of its first profile. */
  private int[] stretches() {
    int[] stretchOf = new int[bin.profiles().size()];
    int from = 0;
    for (int i = 1; i <= pending.size(); i++) {
      if (i == pending.size() || !pending.get(i).goesWith(pending.get(i - 1))) {
        long first = pending.get(from).number();
        ProfileRow.Stretch stretch = new ProfileRow.Stretch(first, i - from);
        for (int member = from; member < i; member++) {
          ProfileRow row = pending.get(member);
          pending.set(member, row.in(stretch));
          stretchOf[(int) (row.number() - bin.firstProfile())] = (int) (first - bin.firstProfile());
        }
        from = i;
      }
    }
    return stretchOf;
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

  private ColumnFile columns(Kind kind) throws IOException {
    return new ColumnFile(table, path(kind), configuration, Schemas.of(kind));
  }

  private <T> RowFile<T> file(Kind kind, RowFile.Shape<T> shape) throws IOException {
    return new RowFile<>(
        table, path(kind), configuration, Schemas.of(kind), Schemas.unlike(kind), shape);
  }

  private Path path(Kind kind) {
    String folder =
        switch (kind) {
          case NODES, SUMS ->
              kind.key()
                  + "/"
                  + Identity.SERVICE_FOLDER
                  + Identity.folder(bin.service())
                  + "/hour="
                  + Identity.folder(bin.hour());
          case PATHS, METHODS -> MET + "/" + kind.key();
          default -> kind.key();
        };
    return new Path(batch, folder + "/" + name);
  }

  private void close(RowFile<?> file, Kind kind) throws IOException {
    file.close();
    files.add(file.written(kind, bin.service(), bin.hour()));
  }

  private void close(ColumnFile file, Kind kind) throws IOException {
    file.close();
    files.add(file.written(kind, bin.service(), bin.hour()));
  }
}
