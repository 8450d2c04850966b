package dev.tare.fleet.table;

import dev.tare.fleet.FleetException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ChecksumFileSystem;
import org.apache.hadoop.fs.CommonPathCapabilities;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;

/**
 * A table of profiles in a folder of any file system that Hadoop knows.
 *
 * <pre>
 * commits/000001.json                                    what belongs to the table
 * batches/000001/nodes/service=orders/hour=2026-11-23T01/...parquet
 * batches/000001/sums/service=orders/hour=2026-11-23T01/...parquet
 * batches/000001/{profiles,tiers,paths,methods,files}/...parquet
 * expired.json                                           files to be deleted
 * </pre>
 *
 * <p>A batch belongs to the table once its commit's file has its name, which it gets whole: by a
 * rename, or in an object store by the end of its upload. Whatever stops an ingestion before leaves
 * files that no commit lists; the next ingestion deletes them. One process writes at a time, the
 * one that has the {@link TableLock}; any number reads.
 */
public final class FleetTable {
  private static final String COMMITS = "commits";
  private static final String BATCHES = "batches";
  private static final String EXPIRED = "expired.json";

  private final Path root;
  private final FileSystem files;

  /** The table in this folder, which need not be there yet. */
  public FleetTable(String folder, Configuration configuration) throws IOException {
    Path given = new Path(folder);
    files = given.getFileSystem(configuration);
    root = files.makeQualified(given);
  }

  /** The folder, with its file system. */
  public Path root() {
    return root;
  }

  /** The address of a file of the table. */
  public Path path(DataFile file) {
    return new Path(root, file.path());
  }

  /** Where the files of a batch go. */
  public Path batch(int number) {
    return new Path(root, BATCHES + "/" + name(number));
  }

  /** A path below the table's folder. */
  public String relative(Path path) {
    return root.toUri().relativize(files.makeQualified(path).toUri()).getPath();
  }

  /** A file that was written below the table's folder, and is closed. */
  public DataFile written(Path path, Kind kind, String service, String hour, long rows)
      throws IOException {
    long bytes = files.getFileStatus(path).getLen();
    return new DataFile(kind, relative(path), service, hour, rows, bytes);
  }

  private static String name(int number) {
    return String.format(Locale.ROOT, "%06d", number);
  }

  private Path commitFile(int number) {
    return new Path(root, COMMITS + "/" + name(number) + ".json");
  }

  /** What the table consists of, the oldest first; nothing where there is no table yet. */
  public List<Commit> commits() throws IOException {
    FileStatus[] listed;
    try {
      listed = files.listStatus(new Path(root, COMMITS));
    } catch (FileNotFoundException e) {
      return List.of();
    }
    List<Commit> commits = new ArrayList<>();
    for (FileStatus status : listed) {
      if (status.getPath().getName().matches("[0-9]+\\.json")) {
        commits.add(read(status.getPath()));
      }
    }
    commits.sort(Comparator.comparingInt(Commit::number));
    return commits;
  }

  private Commit read(Path file) throws IOException {
    try (InputStream in = files.open(file)) {
      return Commit.read(in);
    }
  }

  /**
   * Takes the right to write to the table; who closes it gives it back.
   *
   * @throws FleetException where another process has it
   */
  public TableLock lock() throws IOException, FleetException {
    return TableLock.take(files, root);
  }

  /** Deletes what ingestions left that did not come to their commit. */
  public void deleteUncommitted(List<Commit> commits) throws IOException {
    Set<String> known =
        commits.stream().map(commit -> name(commit.number())).collect(Collectors.toSet());
    FileStatus[] listed;
    try {
      listed = files.listStatus(new Path(root, BATCHES));
    } catch (FileNotFoundException e) {
      return;
    }
    for (FileStatus status : listed) {
      if (!known.contains(status.getPath().getName())) {
        files.delete(status.getPath(), true);
      }
    }
  }

  /**
   * Makes a batch a part of the table.
   *
   * @param lock of this table
   * @throws FleetException where another process has written to the table meanwhile
   */
  public void commit(Commit commit, TableLock lock) throws IOException, FleetException {
    lock.check();
    Path target = commitFile(commit.number());
    if (files.exists(target) || commits().size() != commit.number() - 1) {
      throw new FleetException(
          root + ": another ingestion has written to the table meanwhile: run this one again");
    }
    write(commit, target);
  }

  /**
   * Replaces a commit by one of the same number.
   *
   * @param lock of this table
   * @throws FleetException where another process has taken it meanwhile
   */
  public void replace(Commit commit, TableLock lock) throws IOException, FleetException {
    lock.check();
    write(commit, commitFile(commit.number()));
  }

  /**
   * Notes files that commits are about to list no more, in the form of a commit, so that {@link
   * #deleteExpired} finds them whatever stops this process.
   *
   * @param lock of this table
   * @throws FleetException where another process has taken it meanwhile
   */
  public void noteExpired(List<DataFile> old, TableLock lock) throws IOException, FleetException {
    lock.check();
    write(new Commit(0, 0, old), expiredFile());
  }

  /** Deletes the noted files that no commit lists any more. Who calls it has the lock. */
  public void deleteExpired() throws IOException {
    Path noted = expiredFile();
    if (!files.exists(noted)) {
      return;
    }
    Set<DataFile> listed =
        commits().stream().flatMap(of -> of.files().stream()).collect(Collectors.toSet());
    for (DataFile file : read(noted).files()) {
      if (!listed.contains(file)) {
        files.delete(path(file), false);
      }
    }
    files.delete(noted, false);
  }

  private Path expiredFile() {
    return new Path(root, EXPIRED);
  }

  /**
   * Writes it so that whoever reads sees the file as it was, or the new one, and never a part or
   * none, whatever stops this process. {@link FileContext} alone would not do: but for HDFS, it
   * deletes the old file first.
   */
  private void write(Commit commit, Path target) throws IOException {
    if (files.hasPathCapability(target, CommonPathCapabilities.ABORTABLE_STREAM)) {
      upload(commit, target);
      return;
    }
    // Two files, of which one has checksums, cannot be replaced in one step.
    FileSystem plain =
        files instanceof ChecksumFileSystem checked ? checked.getRawFileSystem() : files;
    Path temporary = new Path(target.getParent(), "." + target.getName() + ".tmp");
    try (OutputStream out = plain.create(temporary, true)) {
      out.write(commit.text());
    }
    if (plain instanceof RawLocalFileSystem) {
      if (files instanceof ChecksumFileSystem checked) {
        plain.delete(checked.getChecksumFile(target), false); // of an earlier version of this class
      }
      if (!plain.rename(temporary, target)) {
        throw new IOException(target + " cannot be written");
      }
    } else {
      FileContext.getFileContext(root.toUri(), files.getConf())
          .rename(temporary, target, Options.Rename.OVERWRITE);
    }
  }

  /** To a store whose objects appear at the end of their upload, and whose renaming is a copy. */
  private void upload(Commit commit, Path target) throws IOException {
    FSDataOutputStream out = files.create(target, true);
    try {
      out.write(commit.text());
    } catch (IOException e) {
      out.abort();
      throw e;
    }
    out.close();
  }
}
