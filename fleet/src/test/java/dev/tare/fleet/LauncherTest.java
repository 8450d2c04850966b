package dev.tare.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code bin/tare-fleet}, with a program in place of Java that says its arguments. */
class LauncherTest {
  private final Path folder;
  private final Path launcher;

  LauncherTest(@TempDir Path folder) throws IOException {
    this.folder = folder.toRealPath();
    launcher = this.folder.resolve("a fleet/bin/tare-fleet");
  }

  @BeforeEach
  void install() throws IOException {
    assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "no /bin/sh");
    Path java = folder.resolve("jdk/bin/java");
    for (Path program : List.of(java, launcher)) {
      Files.createDirectories(program.getParent());
    }
    Files.writeString(java, "#!/bin/sh\nprintf '%s\\n' \"$@\"\n");
    Files.copy(Path.of("src/main/dist/bin/tare-fleet"), launcher);
    for (Path program : List.of(java, launcher)) {
      Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
  }

  @Test
  void findsItsLibrariesThroughLinks() throws IOException {
    Path there = Files.createDirectory(folder.resolve("links"));
    Path relative = Files.createSymbolicLink(there.resolve("first"), there.relativize(launcher));
    Path absolute = Files.createSymbolicLink(folder.resolve("second"), relative.toAbsolutePath());
    for (Path path : List.of(launcher, relative, absolute)) {
      assertEquals(folder.resolve("a fleet/lib") + "/*", classPath(path.toString(), ""));
    }
  }

  /** With it, a shell's cd prints where it went. */
  @Test
  void findsItsLibrariesWhereCdHasAPathOfItsOwn() throws IOException {
    assertEquals(
        folder.resolve("a fleet/lib") + "/*", classPath("a fleet/bin/tare-fleet", ".:" + folder));
  }

  private String classPath(String path, String cdPath) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder("/bin/sh", path, "expire").directory(folder.toFile());
    builder.environment().put("JAVA_HOME", folder.resolve("jdk").toString());
    builder.environment().put("CDPATH", cdPath);
    builder.redirectErrorStream(true);
    Process process = builder.start();
    List<String> said =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
            .lines()
            .toList();
    return said.get(said.indexOf("-cp") + 1);
  }
}
