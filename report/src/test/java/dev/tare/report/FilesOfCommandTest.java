package dev.tare.report;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.profile.CallTree;
import dev.tare.profile.CallTreeBuilder;
import dev.tare.profile.MethodInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No command overwrites what it reads. */
class FilesOfCommandTest {
  private final Cli cli;
  private final Path folder;

  FilesOfCommandTest(@TempDir Path folder) {
    this.folder = folder;
    cli = new Cli(folder);
  }

  @BeforeEach
  void writeInputs() throws IOException {
    CallTreeBuilder nodes = new CallTreeBuilder();
    int node = nodes.add(0, 0);
    nodes.calls(node, 7).self(node, 100);
    CallTree tree = nodes.build();
    List<MethodInfo> methods = List.of(Profiles.method("a.A", "f", MethodInfo.TIMED));
    for (String name : List.of("p.json", "q.json")) {
      cli.file(name, Profiles.of(methods, Profiles.thread(1, "main", tree)));
    }
    Files.writeString(folder.resolve("rules"), "calls a.A#f <= 10\n");
    Files.createSymbolicLink(folder.resolve("link.json"), folder.resolve("p.json"));
  }

  @Test
  void oneFileForTwoOutputsIsRefused() {
    assertEquals(2, run("check /p.json --rules /rules --markdown /new --junit /new"), cli.err());
    assertTrue(cli.err().contains("new: would be written twice; name another"), cli.err());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "report /p.json --html /p.json",
        "report /link.json --html /p.json",
        "report /p.json --html /./p.json",
        "export /p.json --format csv -o /p.json",
        "merge /p.json /q.json -o /q.json",
        "diff /p.json /q.json --html /p.json",
        "diff --before /p.json --after /q.json --html /q.json",
        "check /p.json --rules /rules --markdown /rules",
        "check /p.json --rules /rules --junit /p.json",
        "check /p.json --against /q.json --rules /rules --junit /q.json"
      })
  void outputThatIsReadIsRefused(String line) throws IOException {
    byte[] first = Files.readAllBytes(folder.resolve("p.json"));
    byte[] second = Files.readAllBytes(folder.resolve("q.json"));
    byte[] rules = Files.readAllBytes(folder.resolve("rules"));

    assertEquals(2, run(line), cli.err());

    assertTrue(cli.err().contains("is read and would be overwritten"), cli.err());
    assertArrayEquals(first, Files.readAllBytes(folder.resolve("p.json")));
    assertArrayEquals(second, Files.readAllBytes(folder.resolve("q.json")));
    assertArrayEquals(rules, Files.readAllBytes(folder.resolve("rules")));
    assertTrue(Files.notExists(folder.resolve("new")), "nothing is written");
  }

  @Test
  void otherFilesAreReplaced() throws IOException {
    Files.writeString(folder.resolve("old"), "old");

    assertEquals(0, run("merge /p.json /q.json -o /old"), cli.err());

    assertTrue(Files.size(folder.resolve("old")) > 3);
  }

  private int run(String line) {
    return cli.run(
        Stream.of(line.split(" ", -1))
            .map(word -> word.startsWith("/") ? folder + word : word)
            .toArray(String[]::new));
  }
}
