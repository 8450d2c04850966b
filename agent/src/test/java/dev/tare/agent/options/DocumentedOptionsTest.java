package dev.tare.agent.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The documents say of the options and of the build what the code says. */
class DocumentedOptionsTest {
  private static final Path ROOT = Path.of("..");

  private record Row(String key, String standard, String values) {}

  @Test
  void theTableOfOptionsIsThatOfTheCode() throws IOException {
    List<Row> documented =
        lines("docs/options.md")
            .dropWhile(line -> !line.startsWith("| key | default | values |"))
            .skip(2)
            .takeWhile(line -> line.startsWith("|"))
            .map(DocumentedOptionsTest::row)
            .toList();
    List<Row> coded =
        Stream.of(Option.values())
            .map(option -> new Row(option.key, option.standard, option.values))
            .toList();
    assertEquals(coded, documented);
  }

  @Test
  void everyOptionSaysWhatItMeans() throws IOException {
    for (Option option : Option.values()) {
      String row =
          lines("docs/options.md")
              .filter(line -> line.startsWith("| `" + option.key + "` |"))
              .findFirst()
              .orElse("");
      assertFalse(cell(row, 3).isEmpty(), option.key);
    }
  }

  @Test
  void theReadmesTestCommandIsTheContinuousBuilds() throws IOException {
    String command =
        lines(".ci/run").filter(line -> line.startsWith("./mvnw")).findFirst().orElse("none");
    assertTrue(lines("README.md").anyMatch(line -> line.equals(command)), command);
  }

  private static Row row(String line) {
    return new Row(cell(line, 0).replace("`", ""), cell(line, 1).replace("`", ""), cell(line, 2));
  }

  private static String cell(String line, int index) {
    return List.of(line.split("\\|", -1)).get(index + 1).strip();
  }

  private static Stream<String> lines(String file) throws IOException {
    return Files.readAllLines(ROOT.resolve(file)).stream();
  }
}
