package dev.tare.report.html;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The page's scripts without a page: their tests are in {@code src/test/js}, and node runs them.
 */
@Tag("node")
class PageScriptsTest {
  private static final Path TESTS = Path.of("src/test/js");

  @Test
  void theirOwnTestsPass() throws IOException, InterruptedException {
    Process asked = new ProcessBuilder("node", "-e", "require('node:test')").start();
    assumeTrue(asked.waitFor() == 0, "this node is older than 18 and has no node:test");
    List<String> command = new ArrayList<>(List.of("node", "--test"));
    try (Stream<Path> files = Files.list(TESTS)) {
      files
          .map(Path::toString)
          .filter(name -> name.endsWith(".test.js"))
          .sorted()
          .forEach(command::add);
    }
    Process node = new ProcessBuilder(command).redirectErrorStream(true).start();
    String printed = new String(node.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, node.waitFor(), printed);
  }
}
