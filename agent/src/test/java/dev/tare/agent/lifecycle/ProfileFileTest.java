package dev.tare.agent.lifecycle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.tare.agent.options.AgentOptions;
import dev.tare.agent.options.Option;
import dev.tare.agent.options.OptionException;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProfileFileTest {
  @TempDir private Path folder = Path.of(".");

  @Test
  void aFileInAFolderThatIsNotThereIsRefused() throws Exception {
    AgentOptions options = AgentOptions.parse("file=" + folder + "/none/p.json");
    OptionException wrong =
        assertThrows(
            OptionException.class, () -> ProfileFile.at(options, RunIdentity.begin(Instant.now())));
    assertEquals("file=" + folder + "/none/p.json: must be " + Option.FILE.values, wrong.line());
  }

  @Test
  void aFolderIsNoProfile() throws Exception {
    AgentOptions options = AgentOptions.parse("file=" + folder);
    assertThrows(
        OptionException.class, () -> ProfileFile.at(options, RunIdentity.begin(Instant.now())));
  }
}
