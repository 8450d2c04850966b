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
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

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
          addFolder(system, status.getPath(), files);
        } else {
          add(status, files);
        }
      }
    }
    return files.stream().distinct().sorted(Comparator.comparing(ListedFile::path)).toList();
  }

  private static void addFolder(FileSystem system, Path folder, List<ListedFile> files)
      throws IOException {
    try {
      RemoteIterator<LocatedFileStatus> all = system.listFiles(folder, true);
      while (all.hasNext()) {
        LocatedFileStatus status = all.next();
        if (NAME.matcher(status.getPath().getName()).matches()) {
          add(status, files);
        }
      }
    } catch (FileNotFoundException e) {
      // Deleted since the pattern was resolved.
    }
  }

  private static void add(FileStatus status, List<ListedFile> files) {
    files.add(
        new ListedFile(status.getPath().toString(), status.getLen(), status.getModificationTime()));
  }
}
