package dev.tare.report.foreign;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.tare.profile.CallTree;
import dev.tare.profile.CallTreeBuilder;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.Profile;
import dev.tare.profile.ThreadProfile;
import dev.tare.profile.json.ProfileWriter;
import dev.tare.report.GeneratedProfile;
import dev.tare.report.Profiles;
import dev.tare.report.analysis.MethodTotals;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * JSON readers that know nothing of Tare answer two questions, as docs/profile-format.md shows: the
 * ten methods of the greatest self value, and who calls a method. Programs that are not here are
 * left out.
 */
class ForeignReadersTest {
  private static final String NAME_IN_RECIPES = "com.acme.Order.total";
  private static final int DEPTH = 10_000;

  private final Path folder;

  ForeignReadersTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "import json\nm",
        "import json, pandas",
        "jq -r '.methods",
        "sed -n",
        "readFileSync(\"profile.json\")).methods"
      })
  void findsTheHottestMethods(String recipe) throws IOException, InterruptedException {
    for (Profile profile : List.of(deep(), wide())) {
      write(profile);
      List<String> commands = Recipes.with("sh", recipe);
      assertEquals(1, commands.size(), recipe);
      assertEquals(hottest(profile), printedBy(commands.get(0)));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"collections", "--arg name", "new Map()"})
  void findsTheCallersOfAMethod(String recipe) throws IOException, InterruptedException {
    for (Profile profile : List.of(deep(), wide(), overloaded())) {
      write(profile);
      List<String> commands = Recipes.with("sh", recipe);
      assertEquals(1, commands.size(), recipe);
      String callee = name(profile, 1);
      List<String> printed =
          printedBy(commands.get(0).replace(NAME_IN_RECIPES, callee)).stream().sorted().toList();
      assertEquals(callers(profile, callee), printed);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void jacksonReadsAllOfItWithinItsLimits(boolean isDeep) throws IOException {
    Profile profile = isDeep ? deep() : wide();
    write(profile);
    JsonNode root = new ObjectMapper().readTree(folder.resolve("profile.json").toFile());
    JsonNode methods = root.get("methods");
    List<String> read = new ArrayList<>();
    for (int method = 0; method < methods.get("self").size(); method++) {
      read.add(
          methods.get("self").get(method).asLong()
              + " "
              + methods.get("class").get(method).asText()
              + "."
              + methods.get("method").get(method).asText());
    }
    assertTrue(read.containsAll(hottest(profile)));
    assertEquals(
        profile.threads().stream().mapToInt(thread -> thread.tree().size()).sum(),
        root.get("nodes").get("parent").size());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void duckDbFindsTheHottestMethods(boolean isDeep) throws IOException, SQLException {
    Profile profile = isDeep ? deep() : wide();
    write(profile);
    List<String> queries = Recipes.with("sql", "read_json");
    assertEquals(1, queries.size());
    String query =
        queries.get(0).replace("profile.json", folder.resolve("profile.json").toString());
    List<String> read = new ArrayList<>();
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        read.add(rows.getLong(1) + " " + rows.getString(2));
      }
    }
    assertEquals(hottest(profile), read);
  }

  /** Two methods that call each other, so many calls deep. */
  private static Profile deep() {
    CallTreeBuilder tree = new CallTreeBuilder();
    int node = 0;
    for (int i = 0; i < DEPTH; i++) {
      node = tree.add(node, i % 2);
      tree.calls(node, 1 + i % 3).self(node, 10 + i % 2);
    }
    return Profiles.of(
        List.of(Profiles.method("com.acme.Even", "is"), Profiles.method("com.acme.Odd", "is")),
        Profiles.thread(1, "main", tree.build()));
  }

  /** Two methods of one name, which call each other. */
  private static Profile overloaded() {
    CallTreeBuilder tree = new CallTreeBuilder();
    int node = 0;
    for (int method : new int[] {0, 1, 2, 1, 2}) {
      node = tree.add(node, method);
      tree.calls(node, 1L << node);
    }
    return Profiles.of(
        List.of(
            Profiles.method("com.acme.Main", "main"),
            Profiles.method("com.acme.Order", "total"),
            new MethodInfo(
                "com.acme.Order", "total", "(I)V", "Order.java", 9, MethodInfo.TIMED, "")),
        Profiles.thread(1, "main", tree.build()));
  }

  private static Profile wide() {
    return GeneratedProfile.of(7, 60, 40, 20_000, 5_000, 1_000);
  }

  private void write(Profile profile) throws IOException {
    ProfileWriter.write(profile, folder.resolve("profile.json"));
  }

  private static String name(Profile profile, int method) {
    MethodInfo info = profile.methods().get(method);
    return info.className() + "." + info.name();
  }

  private static List<String> hottest(Profile profile) {
    MethodTotals totals = MethodTotals.of(profile.threads(), profile.methods().size());
    return Arrays.stream(totals.bySelf())
        .limit(10)
        .mapToObj(method -> totals.self(method) + " " + name(profile, method))
        .toList();
  }

  private static List<String> callers(Profile profile, String callee) {
    Map<String, Long> callers = new TreeMap<>();
    for (ThreadProfile thread : profile.threads()) {
      CallTree tree = thread.tree();
      for (int node = 1; node < tree.size(); node++) {
        if (name(profile, tree.method(node)).equals(callee)) {
          int caller = tree.method(tree.parent(node));
          callers.merge(
              caller == CallTree.NONE ? "(thread)" : name(profile, caller),
              tree.calls(node),
              Long::sum);
        }
      }
    }
    assertFalse(callers.isEmpty());
    return callers.entrySet().stream()
        .map(caller -> caller.getValue() + " " + caller.getKey())
        .sorted()
        .toList();
  }

  /** The lines that a command prints, with one blank between words. */
  private List<String> printedBy(String command) throws IOException, InterruptedException {
    String program = command.contains("jq -r") ? "jq" : command.split(" ", 2)[0];
    assumeTrue(succeeds("command -v " + program), "left out: " + program + " is not here");
    assumeTrue(
        !command.contains("pandas") || succeeds("python3 -c 'import pandas'"),
        "left out: python3 has no pandas here");
    Path printed = folder.resolve("printed");
    Process process = shell(command).redirectOutput(printed.toFile()).start();
    String wrong = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), wrong);
    return Files.readAllLines(printed).stream()
        .map(line -> line.strip().replaceAll(" +", " "))
        .toList();
  }

  private boolean succeeds(String command) throws IOException, InterruptedException {
    return shell(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start()
            .waitFor()
        == 0;
  }

  /** Debian's programs before others. */
  private ProcessBuilder shell(String command) {
    ProcessBuilder builder = new ProcessBuilder("sh", "-c", command).directory(folder.toFile());
    builder.environment().merge("PATH", "/usr/bin:", (path, first) -> first + path);
    return builder;
  }
}
