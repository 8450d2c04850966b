package dev.tare.report.foreign;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The recipes of docs/profile-format.md, as they stand there. */
final class Recipes {
  private static final Pattern BLOCK = Pattern.compile("```(sh|sql)\n(.*?)\n```", Pattern.DOTALL);

  private Recipes() {}

  /**
   * The recipes in a language that have a word in them.
   *
   * @param language as the document's blocks say it
   * @param word tells the program and the question
   */
  static List<String> with(String language, String word) throws IOException {
    String page = Files.readString(Path.of("..", "docs", "profile-format.md"));
    String recipes = page.substring(page.indexOf("## Recipes"), page.indexOf("## Example"));
    Matcher block = BLOCK.matcher(recipes);
    return block
        .results()
        .filter(found -> found.group(1).equals(language) && found.group(2).contains(word))
        .map(found -> found.group(2))
        .toList();
  }
}
