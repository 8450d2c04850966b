package dev.tare.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code renovate.json} is JSON, and means files and libraries that exist. */
class DependencyUpdatesTest {
  private static final Path ROOT = Path.of("..");

  @Test
  void eachLibraryThatIsHeldBackIsUsed() throws IOException {
    List<String> held = strings("matchPackageNames");
    assertFalse(held.isEmpty());
    StringBuilder poms = new StringBuilder();
    try (Stream<Path> modules = Files.list(ROOT)) {
      for (Path pom : modules.map(module -> module.resolve("pom.xml")).toList()) {
        poms.append(Files.exists(pom) ? Files.readString(pom) : "");
      }
    }
    poms.append(Files.readString(ROOT.resolve("pom.xml")));
    for (String name : held) {
      String[] parts = name.split(":", -1);
      String named =
          "<groupId>" + parts[0] + "</groupId>\\s*<artifactId>" + parts[1] + "</artifactId>";
      assertTrue(Pattern.compile(named).matcher(poms).find(), name);
    }
  }

  @Test
  void eachPatternFindsAVersion() throws IOException {
    List<String> files = strings("managerFilePatterns");
    assertEquals(Set.of("/^report/pom\\.xml$/", "/^docs/recipes\\.md$/"), Set.copyOf(files));
    String texts =
        Files.readString(ROOT.resolve("report/pom.xml"))
            + Files.readString(ROOT.resolve("docs/recipes.md"));
    for (String pattern : strings("matchStrings")) {
      assertTrue(Pattern.compile(pattern).matcher(texts).find(), pattern);
    }
  }

  /** What stands in the lists of this name. */
  private static List<String> strings(String name) throws IOException {
    List<String> found = new ArrayList<>();
    try (JsonParser json =
        new JsonFactory().createParser(Files.readString(ROOT.resolve("renovate.json")))) {
      String list = "";
      for (JsonToken token = json.nextToken(); token != null; token = json.nextToken()) {
        if (token == JsonToken.START_ARRAY) {
          list = String.valueOf(json.currentName());
        } else if (token == JsonToken.VALUE_STRING
            && json.getParsingContext().inArray()
            && list.equals(name)) {
          found.add(json.getText());
        }
      }
    }
    return found;
  }
}
