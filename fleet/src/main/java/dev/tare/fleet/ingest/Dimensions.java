package dev.tare.fleet.ingest;

import dev.tare.fleet.table.Commit;
import dev.tare.fleet.table.DataFile;
import dev.tare.fleet.table.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Shares out the work of adding paths and methods that tasks met and that the table has not. */
final class Dimensions {
  /** Hashes that one task keeps: some 100 MB. */
  private static final long MAX_HASHES = 1 << 20;

  private Dimensions() {}

  /**
   * A task for the methods, and one or more for each service's paths.
   *
   * @param met files of all that tasks met
   */
  static List<NewRows> of(List<DataFile> met, List<Commit> commits) {
    List<NewRows> tasks = new ArrayList<>();
    Map<String, List<DataFile>> byService =
        of(Kind.PATHS, met).stream()
            .collect(Collectors.groupingBy(DataFile::service, TreeMap::new, Collectors.toList()));
    List<DataFile> known = commits.stream().flatMap(commit -> commit.files().stream()).toList();
    byService.forEach(
        (service, files) -> {
          List<DataFile> paths =
              of(Kind.PATHS, known).stream()
                  .filter(file -> file.service().isEmpty() || file.service().equals(service))
                  .toList();
          add(Kind.PATHS, service, files, paths, tasks);
        });
    add(Kind.METHODS, "", of(Kind.METHODS, met), of(Kind.METHODS, known), tasks);
    return tasks;
  }

  private static void add(
      Kind kind, String service, List<DataFile> met, List<DataFile> known, List<NewRows> tasks) {
    long rows = met.stream().mapToLong(DataFile::rows).sum();
    int parts = (int) (rows / MAX_HASHES) + 1;
    for (int part = 0; part < parts && rows > 0; part++) {
      tasks.add(new NewRows(kind, service, met, known, part, parts));
    }
  }

  private static List<DataFile> of(Kind kind, List<DataFile> files) {
    return files.stream().filter(file -> file.kind() == kind && file.rows() > 0).toList();
  }
}
