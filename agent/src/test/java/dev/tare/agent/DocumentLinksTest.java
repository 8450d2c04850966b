package dev.tare.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Links from one document to another lead to a file, and to a heading, that is there. */
class DocumentLinksTest {
  private static final Path ROOT = Path.of("..");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");

  @Test
  void everyRelativeLinkLeadsSomewhere() throws IOException {
    List<String> broken = new ArrayList<>();
    List<Path> documents = documents();
    for (Path document : documents) {
      LINK.matcher(Files.readString(document))
          .results()
          .map(link -> link.group(1))
          .filter(link -> !link.contains("://") && !leadsSomewhere(document, link))
          .forEach(link -> broken.add(ROOT.relativize(document) + ": " + link));
    }
    assertTrue(documents.size() > 1, documents.toString());
    assertEquals(List.of(), broken);
  }

  private static boolean leadsSomewhere(Path document, String link) {
    int hash = link.indexOf('#');
    String file = hash < 0 ? link : link.substring(0, hash);
    Path target = file.isEmpty() ? document : document.resolveSibling(file);
    return Files.exists(target) && (hash < 0 || hasHeading(target, link.substring(hash + 1)));
  }

  private static boolean hasHeading(Path document, String anchor) {
    try (Stream<String> lines = Files.lines(document)) {
      return lines
          .filter(line -> line.startsWith("#"))
          .anyMatch(line -> anchor(line).equals(anchor));
    } catch (IOException e) {
      return false;
    }
  }

  /** As GitHub makes it of a heading. */
  private static String anchor(String heading) {
    return heading
        .replaceFirst("^#+\\s*", "")
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^\\p{L}\\p{N} _-]", "")
        .replace(' ', '-');
  }

  private static List<Path> documents() throws IOException {
    List<Path> documents = new ArrayList<>();
    for (Path folder : List.of(ROOT, ROOT.resolve("docs"))) {
      try (Stream<Path> files = Files.walk(folder, folder.equals(ROOT) ? 1 : 2)) {
        files.filter(file -> file.toString().endsWith(".md")).sorted().forEach(documents::add);
      }
    }
    return documents;
  }
}
