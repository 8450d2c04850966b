package dev.tare.agent.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CacheDirectoryTest {
  private static final Path NOT_SET = Path.of("");

  @TempDir private Path home = Path.of("");

  @Test
  void itIsMadeForTheUserAlone() throws IOException {
    Path directory = home.resolve(".cache/tare");
    assertEquals(Optional.of(directory), CacheDirectory.below(home, NOT_SET));
    assertEquals(
        "rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(directory)));
    assertEquals(Optional.of(directory), CacheDirectory.below(home, NOT_SET));
  }

  @Test
  void itIsWhereTheUserWantsIt() throws IOException {
    Path cache = home.resolve("elsewhere");
    assertEquals(Optional.of(cache.resolve("tare")), CacheDirectory.below(home, cache));
  }

  @Test
  void aRelativePlaceIsIgnored() throws IOException {
    assertEquals(
        Optional.of(home.resolve(".cache/tare")), CacheDirectory.below(home, Path.of("elsewhere")));
  }

  @Test
  void oneThatOthersMayWriteToIsNotUsed() throws IOException {
    Path directory = home.resolve(".cache/tare");
    Files.createDirectories(directory);
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxrwxrwx"));
    assertEquals(Optional.empty(), CacheDirectory.below(home, NOT_SET));
  }

  @Test
  void aLinkIsNotFollowed() throws IOException {
    Path other = Files.createDirectory(home.resolve("other"));
    Files.createSymbolicLink(Files.createDirectory(home.resolve(".cache")).resolve("tare"), other);
    assertEquals(Optional.empty(), CacheDirectory.below(home, NOT_SET));
  }

  @Test
  void withoutAHomeThereIsNone() throws IOException {
    assertEquals(Optional.empty(), CacheDirectory.below(home.resolve("nobody"), NOT_SET));
    assertEquals(Optional.empty(), CacheDirectory.below(Path.of("?"), NOT_SET));
  }
}
