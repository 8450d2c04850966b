package dev.tare.agent.samples;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingDirectoriesTest {
  private static final Instant BEFORE_THE_MACHINE = Instant.EPOCH;
  private static final Duration MINUTE = Duration.ofMinutes(1);

  /** Of no process: Linux gives none so high. */
  private static final long GONE = 1L << 40;

  private final Instant now = Instant.now();

  @TempDir private Path folder = Path.of(".");

  @Test
  void whatJvmsLeftThatWereKilledIsRemovedOnceNobodyCanNeedIt() throws IOException {
    long pid = ProcessHandle.current().pid(); // Of another process of the same number.
    recording("tare-" + GONE + "-1", now.minus(Duration.ofHours(1)).minus(MINUTE));
    recording("tare-" + pid + "-1", BEFORE_THE_MACHINE);
    recording("tare-" + GONE + "-2", now.minus(Duration.ofHours(1)).plus(MINUTE));
    recording("tare-train" + GONE, BEFORE_THE_MACHINE);
    Path elsewhere = recording("elsewhere", BEFORE_THE_MACHINE);
    Files.createSymbolicLink(folder.resolve("tare-" + GONE + "-3"), elsewhere);
    Path own = RecordingDirectories.make(RecordingDirectories.newName());
    try {
      RecordingDirectories.removeAbandoned(folder);

      assertEquals(
          Stream.of(
                  "elsewhere",
                  "elsewhere/samples.jfr",
                  "tare-" + GONE + "-2",
                  "tare-" + GONE + "-2/samples.jfr",
                  "tare-" + GONE + "-3",
                  "tare-train" + GONE,
                  "tare-train" + GONE + "/samples.jfr")
              .sorted()
              .toList(),
          left());
    } finally {
      RecordingDirectories.remove(own);
    }
  }

  private Path recording(String name, Instant at) throws IOException {
    Path directory = Files.createDirectory(folder.resolve(name));
    Files.writeString(RecordingDirectories.file(directory), "recorded");
    Files.setLastModifiedTime(directory, FileTime.from(at));
    return directory;
  }

  private List<String> left() throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(path -> !path.equals(folder))
          .map(path -> folder.relativize(path).toString())
          .sorted()
          .toList();
    }
  }
}
