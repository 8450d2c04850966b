package dev.tare.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Imports run in one direction: a package uses packages that stand above it in its module's table
 * alone. Comments count, text in quotes does not.
 */
class PackageOrderTest {
  /** Each package may use all packages above it. */
  private static final List<Row> RUNTIME =
      each(
          "dev.tare.runtime",
          "internal",
          "config",
          "clock",
          "memory",
          "tree",
          "calibration",
          "snapshot",
          "thread",
          "probe");

  /** Behind each package, those of its module that it may use. */
  private static final List<Row> AGENT =
      List.of(
          agent("bootstrap"),
          agent("cache"),
          agent("hotspot"),
          agent("calibration.model"),
          agent("calibration.store", "calibration.model", "cache", "hotspot"),
          agent("calibration.training", "calibration.store", "calibration.model"),
          agent("budget", "cache"),
          agent("options", "calibration.store", "budget", "bootstrap"),
          agent("weave", "options", "calibration.training", "budget", "cache"),
          agent("snapshot", "weave", "calibration.model", "budget"),
          agent("samples", "snapshot", "weave", "options", "budget", "bootstrap"),
          agent("control.client"),
          agent(
              "control",
              "samples",
              "snapshot",
              "weave",
              "calibration.training",
              "hotspot",
              "bootstrap",
              "budget"),
          agent(
              "lifecycle",
              "control",
              "samples",
              "snapshot",
              "weave",
              "budget",
              "options",
              "calibration.training",
              "calibration.store",
              "cache",
              "hotspot",
              "bootstrap"),
          agent(
              "command",
              "lifecycle",
              "control",
              "options",
              "calibration.training",
              "calibration.store",
              "bootstrap"));

  private static final Pattern TEXT = Pattern.compile("\"(?:\\\\.|[^\"\\\\\n])*\"");
  private static final Pattern CLASS_NAME =
      Pattern.compile("\\b(dev\\.tare(?:\\.[a-z]\\w*)+)\\.(?:[A-Z]\\w*|\\*)");

  /** A package, and those that it may use. */
  private record Row(String name, Set<String> uses) {}

  @Test
  void nothingInTheRuntimeRunsUp() throws IOException {
    assertEquals(Set.of(), violations(RUNTIME, Path.of("../runtime/src/main/java")));
  }

  @Test
  void nothingInTheAgentRunsUp() throws IOException {
    assertEquals(Set.of(), violations(AGENT, Path.of("src/main/java")));
  }

  @Test
  void theTablesHaveNoCircle() {
    for (List<Row> table : List.of(RUNTIME, AGENT)) {
      Set<String> above = new HashSet<>();
      for (Row row : table) {
        assertTrue(above.containsAll(row.uses()), row::name);
        above.add(row.name());
      }
    }
  }

  @Test
  void aViolationIsFound() {
    String source =
        """
        package dev.tare.runtime.tree;
        import dev.tare.runtime.clock.Reading;
        import dev.tare.runtime.probe.FullProbe;
        /** {@link dev.tare.runtime.thread.Recorders} */
        class A { String b = "dev.tare.runtime.memory.Column"; }
        """;
    assertEquals(
        Set.of(
            "A.java: dev.tare.runtime.probe.FullProbe",
            "A.java: dev.tare.runtime.thread.Recorders"),
        violations(RUNTIME, "A.java", source));
  }

  private static Set<String> violations(List<Row> table, Path sources) throws IOException {
    Set<String> violations = new TreeSet<>();
    Path module = sources.resolve(folder(table.get(0)).getParent());
    List<Path> files;
    try (Stream<Path> all = Files.walk(module)) {
      files = all.filter(file -> file.toString().endsWith(".java")).toList();
    }
    assertTrue(files.size() > table.size(), files::toString);
    for (Path file : files) {
      violations.addAll(
          violations(table, module.relativize(file).toString(), Files.readString(file)));
    }
    return violations;
  }

  private static Path folder(Row row) {
    return Path.of(row.name().replace('.', '/'));
  }

  private static Set<String> violations(List<Row> table, String file, String source) {
    Matcher declaration = Pattern.compile("package ([\\w.]+);").matcher(source);
    assertTrue(declaration.find(), file);
    String own = declaration.group(1);
    Set<String> uses = new HashSet<>(Set.of(own));
    Set<String> known = new HashSet<>();
    for (Row row : table) {
      known.add(row.name());
      if (row.name().equals(own)) {
        uses.addAll(row.uses());
      }
    }
    Set<String> violations = new TreeSet<>();
    if (!known.contains(own)) {
      violations.add(file + ": package " + own + " is in no table");
    }
    String module = module(table);
    Matcher names = CLASS_NAME.matcher(TEXT.matcher(source).replaceAll("\"\""));
    while (names.find()) {
      if (names.group(1).startsWith(module) && !uses.contains(names.group(1))) {
        violations.add(file + ": " + names.group());
      }
    }
    return violations;
  }

  private static String module(List<Row> table) {
    String first = table.get(0).name();
    return first.substring(0, first.lastIndexOf('.'));
  }

  private static List<Row> each(String module, String... names) {
    List<Row> rows = new ArrayList<>();
    Set<String> above = new HashSet<>();
    for (String name : names) {
      rows.add(new Row(module + "." + name, Set.copyOf(above)));
      above.add(module + "." + name);
    }
    return rows;
  }

  private static Row agent(String name, String... uses) {
    Set<String> full = new HashSet<>();
    for (String used : uses) {
      full.add("dev.tare.agent." + used);
    }
    return new Row("dev.tare.agent." + name, full);
  }
}
