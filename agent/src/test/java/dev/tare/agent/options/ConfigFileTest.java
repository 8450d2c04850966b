package dev.tare.agent.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who else may write a config file, by its group. */
class ConfigFileTest {
  @TempDir private Path folder = Path.of(".");
  private Path config = folder;

  @BeforeEach
  void writtenByItsGroup() throws IOException {
    config = Files.writeString(folder.resolve("tare.properties"), "file=p.json\n");
    Files.setPosixFilePermissions(config, PosixFilePermissions.fromString("rw-rw-r--"));
  }

  @Test
  void oneThatAGroupMayWriteNamesNoPaths() throws IOException {
    assumeTrue(isRoot(), "others cannot give a file to every group");
    Files.getFileAttributeView(config, PosixFileAttributeView.class)
        .setGroup(
            config
                .getFileSystem()
                .getUserPrincipalLookupService()
                .lookupPrincipalByGroupName("daemon"));
    OptionException refused = assertThrows(OptionException.class, this::read);
    assertEquals(
        "file=p.json: must stand on the command line, for others may write " + config,
        refused.line());
  }

  @Test
  void oneThatTheOwnersOwnGroupMayWriteNamesPaths() throws Exception {
    PosixFileAttributes file = Files.readAttributes(config, PosixFileAttributes.class);
    assumeTrue(file.group().getName().equals(file.owner().getName()));
    read();
  }

  private static boolean isRoot() throws IOException {
    return Files.isDirectory(Path.of("/proc/self"))
        && Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
  }

  private void read() throws OptionException {
    ConfigFile.read(config.toString(), new HashSet<>());
  }
}
