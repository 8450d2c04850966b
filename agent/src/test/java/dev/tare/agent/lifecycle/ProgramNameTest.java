package dev.tare.agent.lifecycle;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramNameTest {
  @Test
  void aMainClassIsWhatTheCommandLineBeginsWith(@TempDir Path folder) throws IOException {
    String classPath = Files.createFile(folder.resolve("app.jar")).toString();
    ProgramName expected = new ProgramName("com.acme.Main", "com.acme.Main");
    assertEquals(expected, ProgramName.of("com.acme.Main", classPath));
    assertEquals(expected, ProgramName.of("com.acme.Main serve 80", classPath));
    assertEquals(new ProgramName("", ""), ProgramName.of("", ""));
  }

  @Test
  void aJarIsTheSameHoweverItsPathIsWritten(@TempDir Path folder) throws IOException {
    Path jar =
        Files.createFile(Files.createDirectory(folder.resolve("my apps")).resolve("app.war"));
    ProgramName expected = new ProgramName("app.war", jar.toString());
    String relative = Path.of("").toAbsolutePath().relativize(jar).toString();
    String detour = folder.resolve("my apps/../my apps/app.war").toString();
    assertEquals(expected, ProgramName.of(jar + " serve 80", jar.toString()));
    assertEquals(expected, ProgramName.of(relative, relative));
    assertEquals(expected, ProgramName.of(detour + " serve", detour));
  }

  @Test
  void forksOfSurefireInOneDirectoryAreOneProgramThoughEachHasAJarOfItsOwn(@TempDir Path folder)
      throws IOException {
    String directory = Path.of("").toAbsolutePath().toString();
    ProgramName expected = new ProgramName("surefirebooter", "surefirebooter in " + directory);
    for (String fork : List.of("surefirebooter-20261129101500123_3.jar", "surefirebooter42.jar")) {
      String jar = Files.createFile(folder.resolve(fork)).toString();
      assertEquals(expected, ProgramName.of(jar + " " + folder + " 2026 surefire_0tmp", jar));
    }
  }
}
