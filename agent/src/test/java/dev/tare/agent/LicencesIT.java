package dev.tare.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The CycloneDX list of what is packed: it is whole, and every licence goes with Apache-2.0. */
class LicencesIT {
  private static final Path LIST = Path.of("target", "dependencies.cdx.json");

  /** SPDX identifiers. One of those that a component offers is enough. */
  private static final Set<String> ACCEPTED =
      Set.of("Apache-2.0", "BSD-3-Clause", "MIT", "EPL-2.0");

  @Test
  void everyComponentHasOneThatGoesWithOurs() throws IOException {
    Map<String, Set<String>> licences = licences();
    assertTrue(
        licences.keySet().containsAll(Set.of("asm", "jackson-core", "picocli", "jnr-ffi", "jffi")),
        licences::toString);
    Map<String, Set<String>> refused = new TreeMap<>(licences);
    refused.values().removeIf(offered -> offered.stream().anyMatch(ACCEPTED::contains));
    assertEquals(Map.of(), refused);
  }

  /** Licences by component, as the list's array {@code components} has them. */
  private static Map<String, Set<String>> licences() throws IOException {
    Map<String, Set<String>> licences = new TreeMap<>();
    try (JsonParser json = new JsonFactory().createParser(LIST.toFile())) {
      json.nextToken();
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        boolean components = json.currentName().equals("components");
        json.nextToken();
        if (!components) {
          json.skipChildren();
          continue;
        }
        while (json.nextToken() == JsonToken.START_OBJECT) {
          component(json, licences);
        }
      }
    }
    return licences;
  }

  private static void component(JsonParser json, Map<String, Set<String>> licences)
      throws IOException {
    String name = "";
    Set<String> offered = new TreeSet<>();
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String key = json.currentName();
      json.nextToken();
      if (key.equals("name")) {
        name = json.getText();
      } else if (key.equals("licenses")) {
        offered.addAll(identifiers(json));
      } else {
        json.skipChildren();
      }
    }
    licences.put(name, offered);
  }

  private static Set<String> identifiers(JsonParser json) throws IOException {
    Set<String> identifiers = new TreeSet<>();
    int depth = 1;
    while (depth > 0) {
      JsonToken token = json.nextToken();
      depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
      if (token == JsonToken.VALUE_STRING
          && Set.of("id", "name", "expression").contains(json.currentName())) {
        identifiers.add(json.getText());
      }
    }
    return identifiers;
  }
}
