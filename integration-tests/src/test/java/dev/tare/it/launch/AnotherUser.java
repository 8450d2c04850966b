package dev.tare.it.launch;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/**
 * A user who is neither root nor the one that runs the tests; only root can start programs as it.
 */
public final class AnotherUser {
  /** What most systems call {@code nobody}; it needs no entry in a list of users. */
  private static final String ID = "65534";

  private static final List<String> WORDS =
      List.of("setpriv", "--reuid=" + ID, "--regid=" + ID, "--clear-groups");

  private AnotherUser() {}

  /**
   * Words for {@link JavaRun#launchedBy}. The test that asks is skipped where no program can be
   * started as that user, or the agent's jar cannot be read by it.
   */
  public static String[] words() {
    List<String> trial = new ArrayList<>(WORDS);
    trial.addAll(List.of("test", "-r", Workspace.profilerJar().toAbsolutePath().toString()));
    try {
      Tool.run(trial.toArray(String[]::new));
    } catch (IOException e) {
      Assumptions.abort("left out: no other user can run it: " + e.getMessage());
    }
    return WORDS.toArray(String[]::new);
  }

  /** Gives it a file. */
  public static void give(Path file) throws IOException {
    Tool.run("chown", ID + ":" + ID, file.toString());
  }
}
