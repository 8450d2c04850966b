package dev.tare.counters;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrivateDirectoryTest {
  private static final int SOMEBODY_ELSE = 4321;

  private Path parent;

  @BeforeEach
  void onAFileSystemWithOwners(@TempDir Path empty) {
    parent = empty;
    assumeTrue(
        parent.getFileSystem().supportedFileAttributeViews().contains("unix"),
        "no owners and modes here");
  }

  @Test
  void nobodyElseMayEnterIt() throws IOException {
    Path directory = PrivateDirectory.create(parent);

    assertEquals(
        Set.of(
            PosixFilePermission.OWNER_READ,
            PosixFilePermission.OWNER_WRITE,
            PosixFilePermission.OWNER_EXECUTE),
        Files.getPosixFilePermissions(directory));
  }

  @Test
  void eachIsItsOwn() throws IOException {
    assertNotEquals(PrivateDirectory.create(parent), PrivateDirectory.create(parent));
  }

  @Test
  void symbolicLinksAreLeftBehind() throws IOException {
    Path real = Files.createDirectory(parent.resolve("real"));
    Path link = Files.createSymbolicLink(parent.resolve("link"), real);

    Path directory = PrivateDirectory.create(link);

    assertEquals(real.toRealPath(), directory.getParent());
  }

  @Test
  void aDirectoryOfSomebodyElseIsRefused() throws IOException {
    assumeTrue((Integer) Files.getAttribute(parent, "unix:uid") == 0, "only root can try this");
    Path others = Files.createDirectory(parent.resolve("others"));
    Files.setAttribute(others, "unix:uid", SOMEBODY_ELSE);

    IOException refused = assertThrows(IOException.class, () -> PrivateDirectory.create(others));

    assertTrue(refused.toString().contains("belongs to another user"), refused::toString);
    assertEmpty(others);
  }

  @Test
  void aDirectoryThatOthersMayChangeIsRefused() throws IOException {
    Path open = Files.createDirectory(parent.resolve("open"));
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));

    IOException refused = assertThrows(IOException.class, () -> PrivateDirectory.create(open));

    assertTrue(refused.toString().contains("may be written by other"), refused::toString);
    assertEmpty(open);
  }

  @Test
  void oneWhereEachMayChangeHisOwnAloneIsNot() throws IOException {
    Path sticky = Files.createDirectory(parent.resolve("sticky"));
    Files.setAttribute(sticky, "unix:mode", 01777);

    assertTrue(Files.isDirectory(PrivateDirectory.create(sticky)));
  }

  @Test
  void oneThatIsNotThereIsRefused() {
    assertThrows(IOException.class, () -> PrivateDirectory.create(parent.resolve("none")));
    assertFalse(Files.exists(parent.resolve("none")));
  }

  private static void assertEmpty(Path directory) throws IOException {
    try (Stream<Path> children = Files.list(directory)) {
      assertEquals(List.of(), children.toList());
    }
  }
}
