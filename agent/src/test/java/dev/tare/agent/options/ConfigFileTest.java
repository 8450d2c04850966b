package dev.tare.agent.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who else may write a config file, by its group, and its encoding. */
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

  @Test
  void itIsReadAsUtf8AndElseAsIso88591() throws Exception {
    Files.setPosixFilePermissions(config, PosixFilePermissions.fromString("rw-r--r--"));
    for (Charset charset : List.of(StandardCharsets.UTF_8, StandardCharsets.ISO_8859_1)) {
      Files.writeString(config, "include=com.acme.Gr\u00f6\u00dfe\n", charset);
      assertEquals(
          Map.of("include", "com.acme.Gr\u00f6\u00dfe"),
          ConfigFile.read(config.toString(), new HashSet<>()));
    }
  }

  private static boolean isRoot() throws IOException {
    return Files.isDirectory(Path.of("/proc/self"))
        && Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0);
  }

  private void read() throws OptionException {
    ConfigFile.read(config.toString(), new HashSet<>());
  }
}
