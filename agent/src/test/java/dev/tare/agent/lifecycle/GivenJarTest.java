package dev.tare.agent.lifecycle;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tare.agent.control.CommandRefused;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GivenJarTest {
  private static Path ownJar(Path folder) throws IOException {
    return Files.writeString(folder.resolve("own.jar"), "this version");
  }

  @Test
  void theJarItselfIsFoundAmongOtherAgentsWithAndWithoutOptions(@TempDir Path folder)
      throws IOException {
    Path own = ownJar(folder);
    assertDoesNotThrow(() -> GivenJar.demand(own, new String[] {"-javaagent:" + own}));
    assertDoesNotThrow(
        () ->
            GivenJar.demand(
                own,
                new String[] {"-Xmx1g", "-javaagent:/no/such.jar", "-javaagent:" + own + "=a=b"}));
  }

  @Test
  void aLinkAndACopyAreAsGood(@TempDir Path folder) throws IOException {
    Path own = ownJar(folder);
    Path link = Files.createSymbolicLink(folder.resolve("link.jar"), own);
    Path copy = Files.copy(own, folder.resolve("copy.jar"));
    assertDoesNotThrow(() -> GivenJar.demand(own, new String[] {"-javaagent:" + link}));
    assertDoesNotThrow(() -> GivenJar.demand(own, new String[] {"-javaagent:" + copy}));
  }

  @Test
  void anotherVersionIsRefusedByName(@TempDir Path folder) throws IOException {
    Path own = ownJar(folder);
    Path other = Files.writeString(folder.resolve("other.jar"), "that version");
    CommandRefused refusal =
        assertThrows(
            CommandRefused.class, () -> GivenJar.demand(own, new String[] {"-javaagent:" + other}));
    assertEquals(
        "not profiling, because "
            + own
            + ", which is another version than the agent's jar, comes first on the class path",
        refusal.line());
  }

  @Test
  void aJvmThatDoesNotTellItsAgentsIsTrusted(@TempDir Path folder) throws IOException {
    Path own = ownJar(folder);
    assertDoesNotThrow(() -> GivenJar.demand(own, new String[] {"-Xmx1g"}));
  }
}
