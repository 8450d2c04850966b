package dev.tare.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What the profiler says is in {@code docs/troubleshooting.md}. The sources are scanned for the
 * places at which a line, or the reason in one, is made: each piece of text there, between the
 * values that are put into it, must stand in the document.
 */
class DocumentedMessagesTest {
  private static final Path ROOT = Path.of("..");

  /** A call that says a line, or makes an exception whose message is said; up to its semicolon. */
  private static final Pattern SAID =
      Pattern.compile(
          "(?:\\bsay\\(|\\bjson\\.bad\\(|\\b(?:say|warnings)\\.accept\\("
              + "|new (?:OptionException|RefusedFileException|MetricUnavailableException)\\()"
              + "(?:\"(?:[^\"\\\\]|\\\\.)*\"|[^\";])*;");

  private static final Pattern LITERAL = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"");

  /** Such as {@code "a long" + " text"}, over two lines. */
  private static final Pattern JOINT = Pattern.compile("\"\\s*\\+\\s*\"");

  /** Shorter pieces, such as a colon, say nothing. */
  private static final int MIN_LENGTH = 5;

  @Test
  void everyMessageOfTheCodeIsExplained() throws IOException {
    String document =
        Files.readString(ROOT.resolve("docs/troubleshooting.md")).replaceAll("\\s+", " ");
    List<String> said = new ArrayList<>();
    List<String> missing = new ArrayList<>();
    for (String module : List.of("agent", "native-counters")) {
      for (Path source : sources(ROOT.resolve(module).resolve("src/main/java"))) {
        for (String text : texts(Files.readString(source))) {
          said.add(text);
          if (!document.contains(text)) {
            missing.add(source.getFileName() + ": " + text);
          }
        }
      }
    }
    for (String known :
        List.of("; not used and not overwritten", "is truncated", "another event")) {
      assertTrue(said.contains(known), known); // Else a class has another name, and is not scanned.
    }
    assertTrue(said.stream().anyMatch(text -> text.startsWith("unknown key")), said.toString());
    assertEquals(List.of(), missing);
  }

  private static List<String> texts(String source) {
    Matcher calls = SAID.matcher(JOINT.matcher(source).replaceAll(""));
    return calls
        .results()
        .flatMap(call -> LITERAL.matcher(call.group()).results())
        .map((MatchResult literal) -> literal.group(1).strip())
        .filter(text -> text.length() >= MIN_LENGTH)
        .toList();
  }

  private static List<Path> sources(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(file -> file.toString().endsWith(".java")).sorted().toList();
    }
  }
}
