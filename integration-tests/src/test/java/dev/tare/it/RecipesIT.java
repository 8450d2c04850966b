package dev.tare.it;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.tare.it.launch.Tool;
import dev.tare.it.launch.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The recipes of {@code docs/recipes.md}, word for word, each in a folder that has nothing of ours
 * but what the modules have deployed. In the Maven profile {@code recipes}.
 */
@Tag("recipes")
class RecipesIT {
  private static final Path ROOT =
      Workspace.sources().resolve("../../..").toAbsolutePath().normalize();
  private static final Path RECIPES = ROOT.resolve(".ci/recipes");

  static List<String> recipes() throws IOException {
    try (Stream<Path> files = Files.list(RECIPES)) {
      return files
          .filter(Files::isDirectory)
          .map(folder -> folder.getFileName().toString())
          .sorted()
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("recipes")
  void doesWhatItSays(String recipe) throws IOException {
    Path work = ROOT.resolve("target/recipes");
    String said =
        Tool.run(
            RECIPES.resolve("run").toString(),
            work.resolve("repository").toString(),
            work.resolve("projects").toString(),
            recipe);
    assumeFalse(said.contains("LEFT OUT"), said);
    assertTrue(said.contains("recipe " + recipe + ": ok"), said);
  }
}
