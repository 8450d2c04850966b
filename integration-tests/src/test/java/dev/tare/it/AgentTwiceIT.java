package dev.tare.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.tare.it.launch.JavaRun;
import dev.tare.it.launch.Jdk;
import dev.tare.it.launch.Outcome;
import dev.tare.it.launch.ProfilerOptions;
import dev.tare.it.launch.Traces;
import dev.tare.it.launch.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The agent given twice, by the environment and by the command line, as builds do. */
class AgentTwiceIT {
  private static final String PRINTS = Programs.PACKAGE + "Prints";

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Jdk#newest")
  void theSecondOfTheSameJarIsIgnored(Jdk jdk) throws IOException {
    theFirstIsInForce(jdk, "same", Workspace.profilerJar());
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Jdk#oldest")
  void theSecondOfTwoCopiesIsIgnored(Jdk jdk) throws IOException {
    Path copy = Traces.emptyDirectory("agent-twice/copy-" + jdk.feature()).resolve("tare.jar");
    theFirstIsInForce(jdk, "copies", Files.copy(Workspace.profilerJar(), copy));
  }

  @ParameterizedTest
  @MethodSource("dev.tare.it.launch.Jdk#newest")
  void theSecondOfTwoVersionsIsIgnored(Jdk jdk) throws IOException {
    Path other = Traces.emptyDirectory("agent-twice/other-" + jdk.feature()).resolve("tare.jar");
    theFirstIsInForce(jdk, "versions", OtherVersion.at(other));
  }

  private static void theFirstIsInForce(Jdk jdk, String name, Path second) throws IOException {
    Path directory = Traces.emptyDirectory("agent-twice/" + name + "-" + jdk.feature());
    String first =
        ProfilerOptions.withDefaults(
            "include=dev.tare.it.program.*,file=" + directory.resolve("first.json"));
    String ignored = "mode=sampled,file=" + directory.resolve("second.json");
    Outcome outcome =
        JavaRun.on(jdk)
            .environment("JAVA_TOOL_OPTIONS", "-javaagent:" + Workspace.profilerJar() + "=" + first)
            .agent(second, ignored)
            .classPath(Workspace.classes())
            .main(PRINTS)
            .run()
            .succeeded();
    assertEquals("to standard output\n", outcome.stdout());
    List<String> said = outcome.profilerLines();
    assertEquals(3, said.size(), outcome::toString);
    assertEquals(
        "[tare] already loaded, with " + first + "; this one is ignored, with " + ignored,
        said.get(1));
    assertEquals(1024, RealProgram.calls(Programs.read(directory.resolve("first.json")), PRINTS));
    assertFalse(Files.exists(directory.resolve("second.json")));
  }
}
