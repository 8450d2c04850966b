package dev.tare.fleet.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FleetTableTest {
  private static final DataFile FILE = new DataFile(Kind.METHODS, "methods/1", "", "", 7, 100);

  @TempDir private Path folder = Path.of(".");

  @Test
  void whoReadsWhileACommitIsReplacedSeesTheOldOneOrTheNewOne() throws Exception {
    FleetTable table = new FleetTable(folder.toString(), new Configuration());
    Commit full = new Commit(1, 2, List.of(FILE));
    Commit empty = full.withFiles(List.of());
    AtomicBoolean hasEnded = new AtomicBoolean();
    try (TableLock lock = table.lock()) {
      table.commit(full, lock);
      CompletableFuture<Long> reader =
          CompletableFuture.supplyAsync(() -> readWholeCommits(table, hasEnded));
      try {
        for (int i = 0; i < 100; i++) {
          table.replace(i % 2 == 0 ? empty : full, lock);
        }
      } finally {
        hasEnded.set(true);
      }
      assertEquals(0, reader.get());
    }
    assertEquals(List.of(full), table.commits());
  }

  @Test
  void whatAStoppedExpirationLeftIsDeletedByTheNextJob() throws Exception {
    FleetTable table = new FleetTable(folder.toString(), new Configuration());
    DataFile other = new DataFile(Kind.METHODS, "methods/2", "", "", 7, 100);
    Files.createDirectories(folder.resolve("methods"));
    for (DataFile file : List.of(FILE, other)) {
      Files.writeString(folder.resolve(file.path()), "rows");
    }
    Commit first = new Commit(1, 2, List.of(FILE));
    try (TableLock lock = table.lock()) {
      table.commit(first, lock);
      table.commit(new Commit(2, 2, List.of(other)), lock);
      table.noteExpired(List.of(FILE, other), lock);
      table.replace(first.withFiles(List.of()), lock);
      // Here it is killed: of the second commit, the file is still a part of the table.
    }
    table.deleteExpired();
    assertTrue(Files.notExists(folder.resolve(FILE.path())));
    assertTrue(Files.exists(folder.resolve(other.path())));
    assertEquals(2, table.commits().size());
    try (Stream<Path> left = Files.list(folder)) {
      assertEquals(
          List.of("commits", "methods"),
          left.map(path -> path.getFileName().toString()).sorted().toList());
    }
  }

  /** How often there was not just one commit. */
  private static long readWholeCommits(FleetTable table, AtomicBoolean hasEnded) {
    long others = 0;
    do {
      try {
        others += table.commits().size() == 1 ? 0 : 1;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    } while (!hasEnded.get());
    return others;
  }
}
