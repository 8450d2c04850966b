package dev.tare.fleet.ingest;

import dev.tare.fleet.FleetException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Finds the files of which a user named some, or folders, or patterns such as {@code day-*}. */
final class Listing {
  /** In a folder; the profiler's temporary files begin with a dot. */
  private static final Pattern NAME = Pattern.compile("[^._].*\\.json(\\.gz)?");

  private Listing() {}

  /** All files, in the order of their paths. */
  static List<ListedFile> of(List<String> sources, Configuration configuration)
      throws IOException, FleetException {
    List<ListedFile> files = new ArrayList<>();
    for (String source : sources) {
      Path pattern = new Path(source);
      FileSystem system = pattern.getFileSystem(configuration);
      FileStatus[] found = system.globStatus(pattern);
      if (found == null || found.length == 0) {
        throw new FleetException(source + ": no such file or folder");
      }
      for (FileStatus status : found) {
        if (status.isDirectory()) {
          below(system, status.getPath()).stream()
              .filter(file -> NAME.matcher(file.getPath().getName()).matches())
              .forEach(file -> add(file, files));
        } else {
          add(status, files);
        }
      }
    }
    return files.stream().distinct().sorted(Comparator.comparing(ListedFile::path)).toList();
  }

  /**
   * All files below a folder. {@link FileSystem#listFiles} would start a process for each file of
   * this machine, to tell its permissions: 6 ms each (docs/results/2026-11-23-fleet-4.md).
   */
  static List<FileStatus> below(FileSystem system, Path folder) throws IOException {
    List<FileStatus> files = new ArrayList<>();
    try {
      for (FileStatus status : system.listStatus(folder)) {
        if (status.isDirectory()) {
          files.addAll(below(system, status.getPath()));
        } else {
          files.add(status);
        }
      }
    } catch (FileNotFoundException e) {
      // Deleted since its own folder was listed.
    }
    return files;
  }

  private static void add(FileStatus status, List<ListedFile> files) {
    files.add(
        new ListedFile(status.getPath().toString(), status.getLen(), status.getModificationTime()));
  }
}
