package dev.tare.profile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AtomicFileTest {
  private final Path folder;

  AtomicFileTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void replacesTheOldFileAndLeavesNothingBeside() throws IOException {
    Path target = folder.resolve("profile.json");
    Files.writeString(target, "old");
    AtomicFile.write(target, out -> out.write('n'));
    assertEquals("n", Files.readString(target));
    assertEquals(List.of("profile.json"), names());
  }

  @Test
  void whatAKilledProcessLeftIsRemovedOnceItIsOld() throws IOException {
    Path target = folder.resolve("rates.tsv");
    for (String name : List.of(".rates.tsv.1.tmp", ".rates.tsv.2.tmp", ".other.tsv.1.tmp")) {
      Files.writeString(folder.resolve(name), "half");
    }
    FileTime longAgo = FileTime.from(Instant.now().minus(Duration.ofHours(2)));
    Files.setLastModifiedTime(folder.resolve(".rates.tsv.1.tmp"), longAgo);
    Files.setLastModifiedTime(folder.resolve(".other.tsv.1.tmp"), longAgo);
    AtomicFile.removeLeftovers(target);
    assertEquals(List.of(".other.tsv.1.tmp", ".rates.tsv.2.tmp"), names());
  }

  @Test
  void keepsTheOldFileWhereTheContentFails() throws IOException {
    Path target = folder.resolve("profile.json");
    Files.writeString(target, "old");
    for (Throwable failure : List.of(new IOException("full"), new StackOverflowError())) {
      Throwable thrown =
          assertThrows(
              failure.getClass(),
              () ->
                  AtomicFile.write(
                      target,
                      out -> {
                        out.write(new byte[1 << 20]);
                        if (failure instanceof IOException e) {
                          throw e;
                        }
                        throw (Error) failure;
                      }));
      assertEquals(failure, thrown);
      assertEquals("old", Files.readString(target));
      assertEquals(List.of("profile.json"), names());
    }
  }

  @Test
  void replacesALinkAndNotWhatItLeadsTo() throws IOException {
    Path precious = folder.resolve("precious");
    Files.writeString(precious, "precious");
    Path target = Files.createSymbolicLink(folder.resolve("profile.json"), precious);
    AtomicFile.write(target, out -> out.write('n'));
    assertFalse(Files.isSymbolicLink(target));
    assertEquals("precious", Files.readString(precious));
    assertEquals("n", Files.readString(target));
  }

  @Test
  void namesTheTargetThatCannotBeWritten() throws IOException {
    Path missing = folder.resolve("missing").resolve("profile.json");
    assertThrows(NoSuchFileException.class, () -> AtomicFile.write(missing, out -> {}));
    FileSystemException directory =
        assertThrows(FileSystemException.class, () -> AtomicFile.write(folder, out -> {}));
    assertEquals(folder + ": is a directory", directory.getMessage());
    assertEquals(List.of(), names());
  }

  @Test
  void saysWhyANameThatIsTooLongCannotBeWritten() {
    for (int letters : List.of(300, 5_000)) { // more than a name may have, more than a path
      Path target = folder.resolve("x".repeat(letters));
      assertTrue(AtomicFile.mayBeReplaced(target), letters + " letters");
      FileSystemException thrown =
          assertThrows(
              FileSystemException.class, () -> AtomicFile.write(target, out -> out.write('n')));
      assertEquals("File name too long", thrown.getReason());
    }
  }

  @Test
  void aDeviceIsWrittenAndStaysADevice() throws IOException {
    Path device = Path.of("/dev/null");
    if (Files.exists(device)) {
      AtomicFile.write(device, out -> out.write('n'));
      assertFalse(Files.isRegularFile(device));
    }
  }

  @Test
  void aLinkIsReplacedAlsoWhereItLeadsToADevice() throws IOException {
    Path target = folder.resolve("profile.json");
    Files.createSymbolicLink(target, Path.of("/dev/null"));
    AtomicFile.write(target, out -> out.write('n'));
    assertEquals("n", Files.readString(target));
  }

  @Test
  void aDescriptorOfTheProcessIsNotReplaced() throws IOException {
    Path file = folder.resolve("open");
    Path directory = Path.of("/proc/self/fd");
    try (FileChannel open =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      if (Files.exists(directory)) {
        AtomicFile.write(descriptor(directory, file.toRealPath()), out -> out.write('n'));
        assertEquals("n", Files.readString(file));
        assertEquals(1, open.size());
      }
    }
    assertEquals(List.of("open"), names());
  }

  private static Path descriptor(Path directory, Path file) throws IOException {
    try (Stream<Path> descriptors = Files.list(directory)) {
      return descriptors
          .filter(descriptor -> AtomicFile.isDescriptor(descriptor))
          .filter(descriptor -> leadsTo(descriptor, file))
          .findFirst()
          .orElseThrow();
    }
  }

  private static boolean leadsTo(Path link, Path file) {
    try {
      return Files.readSymbolicLink(link).equals(file);
    } catch (IOException e) {
      return false; // Closed meanwhile.
    }
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }
}
