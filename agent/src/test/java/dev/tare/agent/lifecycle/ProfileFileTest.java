package dev.tare.agent.lifecycle;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tare.agent.cache.NameLock;
import dev.tare.agent.options.AgentOptions;
import dev.tare.agent.options.Option;
import dev.tare.agent.options.OptionException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProfileFileTest {
  @TempDir private Path folder = Path.of(".");

  @Test
  void aFileInAFolderThatIsNotThereIsRefused() throws Exception {
    AgentOptions options = AgentOptions.parse("file=" + folder + "/none/p.json");
    OptionException wrong =
        assertThrows(
            OptionException.class,
            () -> ProfileFile.at(options, RunIdentity.begin(Instant.now()), null));
    assertEquals("file=" + folder + "/none/p.json: must be " + Option.FILE.values, wrong.line());
  }

  /** Root may write to it, by its permissions. */
  @Test
  void aFileInAFolderOfTheKernelsIsRefused() throws Exception {
    assumeTrue(Files.isDirectory(Path.of("/proc")));
    AgentOptions options = AgentOptions.parse("file=/proc/p.json");
    assertThrows(
        OptionException.class,
        () -> ProfileFile.at(options, RunIdentity.begin(Instant.now()), null));
  }

  @Test
  void whetherAFileCanBeWrittenIsTriedWithoutATrace() throws Exception {
    AgentOptions options = AgentOptions.parse("file=" + folder + "/p.json");
    ProfileFile.at(options, RunIdentity.begin(Instant.now()), null);
    try (Stream<Path> left = Files.list(folder)) {
      assertEquals(0, left.count());
    }
  }

  @Test
  void aFolderIsNoProfile() throws Exception {
    AgentOptions options = AgentOptions.parse("file=" + folder);
    assertThrows(
        OptionException.class,
        () -> ProfileFile.at(options, RunIdentity.begin(Instant.now()), null));
  }

  /** As a JVM of another container, whose process id is the same, does. */
  @Test
  void whileAnotherJvmWorksAtTheNameItIsNotTakenThoughItHasTheProcessId() throws Exception {
    RunIdentity run = RunIdentity.begin(Instant.now());
    ProfileFile file =
        ProfileFile.at(AgentOptions.parse("file=" + folder + "/p-%p.json"), run, null);
    Path temporary = Files.createFile(folder.resolve("temporary"));
    NameLock other = requireNonNull(NameLock.take(file.path("1"), 0));
    Path placed = file.place(temporary, file.path("1"));
    other.close();
    assertEquals(folder.resolve("p-" + run.pid() + "-" + run.pid() + ".json"), placed);
  }

  /**
   * As another user's file in a directory with the sticky bit, or one that is mounted by itself.
   */
  @Test
  void whereTheFileCannotBeReplacedTheProfileHasTheProcessIdInItsName() throws Exception {
    RunIdentity run = RunIdentity.begin(Instant.now());
    Path wanted = folder.resolve("p.json");
    ProfileFile file = ProfileFile.at(AgentOptions.parse("file=" + wanted), run, null);
    Files.createDirectories(wanted.resolve("inside"));
    Path placed = file.place(Files.createFile(folder.resolve("temporary")), wanted);
    assertEquals(folder.resolve("p-" + run.pid() + ".json"), placed);
    assertTrue(Files.isRegularFile(placed));
    assertEquals(placed, file.place(Files.createFile(folder.resolve("temporary")), wanted));
  }

  /** Where it cannot be written is known at the next start's end. */
  @Test
  void afterARecordingProfilesGoWhereTheOptionsSay() throws Exception {
    AgentOptions options = AgentOptions.parse("file=" + folder + "/none/p.json");
    Path temporary = folder.resolve("temporary.json");
    ProfileFile file = ProfileFile.at(options, RunIdentity.begin(Instant.now()), temporary);
    assertEquals(temporary, file.path("1"));
    assertEquals(folder + "/none/p.json", options.settings().get("file"));
    file.recordingEnds();
    assertEquals(folder.resolve("none/p.json"), file.path("1"));
  }
}
