package dev.tare.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/** Which integration tests the profiles of the build choose, by their tags. */
class MavenProfilesTest {
  private static final Set<String> ADDING = Set.of("emulated", "containers");
  private static final Set<String> ALONE =
      Set.of("frameworks", "soak", "fleet", "recipes", "corpus");
  private static final String UNTAGGED = "";

  private final Element project;

  MavenProfilesTest() throws Exception {
    project =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(Path.of("../pom.xml").toFile())
            .getDocumentElement();
  }

  @Test
  void profilesThatAreGivenTogetherRunWhatEachOfThemRuns() {
    Set<String> profiles = new TreeSet<>(ADDING);
    profiles.addAll(ALONE);
    for (String one : profiles) {
      for (String other : profiles) {
        Set<String> expected = new TreeSet<>(Arrays.asList(one, other));
        if (ADDING.containsAll(expected)) {
          expected.add(UNTAGGED);
          expected.add("corpus"); // A part of it.
        }
        assertEquals(expected, chosen(one, other), one + "," + other);
      }
    }
  }

  /** There they would win over those of the parent, and the last profile over all others. */
  @Test
  void onlyTheParentSaysWhichTestsRun() throws IOException {
    String module = Files.readString(Path.of("../integration-tests/pom.xml"));
    assertFalse(module.contains("<it."), "a property of integration tests");
    assertFalse(module.contains("<groups>"), "tags of integration tests");
  }

  @Test
  void withoutProfilesOrdinaryTestsRun() {
    assertEquals(Set.of(UNTAGGED, "corpus"), chosen());
    assertEquals(Set.of(UNTAGGED, "corpus"), chosen("nightly", "programs"));
  }

  /** The tags whose tests run. */
  private Set<String> chosen(String... given) {
    Map<String, String> values = new HashMap<>(properties(project));
    for (Node profile : children(child(project, "profiles"))) {
      if (Arrays.asList(given).contains(child(profile, "id").getTextContent())) {
        values.putAll(properties(profile));
      }
    }
    Set<String> chosen = new TreeSet<>();
    Set<String> tags = new TreeSet<>(ADDING);
    tags.addAll(ALONE);
    tags.add(UNTAGGED);
    String groups = String.valueOf(values.get("it.groups"));
    for (String tag : tags) {
      for (String group : groups.split(",", -1)) {
        String expression = values.get(group.replaceAll("[${}]", ""));
        if (isMeant(tag, String.valueOf(expression))) {
          chosen.add(tag);
        }
      }
    }
    return chosen;
  }

  /** Of what JUnit's tag expressions can be, tags and negated tags, all of which have to hold. */
  private static boolean isMeant(String tag, String expression) {
    for (String term : expression.split("&", -1)) {
      String stripped = term.strip();
      boolean holds =
          stripped.startsWith("!") ? !tag.equals(stripped.substring(1)) : tag.equals(stripped);
      if (!holds) {
        return false;
      }
    }
    return true;
  }

  private static Map<String, String> properties(Node parent) {
    Map<String, String> properties = new LinkedHashMap<>();
    for (Node node : children(parent)) {
      if (node.getNodeName().equals("properties")) {
        for (Node property : children(node)) {
          properties.put(property.getNodeName(), property.getTextContent().strip());
        }
      }
    }
    return properties;
  }

  private static Node child(Node parent, String name) {
    return children(parent).stream()
        .filter(node -> node.getNodeName().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static List<Node> children(Node parent) {
    List<Node> children = new ArrayList<>();
    for (Node node = parent.getFirstChild(); node != null; node = node.getNextSibling()) {
      if (node.getNodeType() == Node.ELEMENT_NODE) {
        children.add(node);
      }
    }
    return children;
  }
}
