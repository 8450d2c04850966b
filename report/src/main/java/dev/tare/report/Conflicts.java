package dev.tare.report;

import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** Options that would change nothing beside another. */
final class Conflicts {
  private Conflicts() {}

  /**
   * Refuses a command line with any of these options, two or more, beside the one that is there.
   */
  static void refuse(CommandSpec spec, String option, String... others) {
    ParseResult given = spec.commandLine().getParseResult();
    if (Stream.of(others).anyMatch(given::hasMatchedOption)) {
      String last = others[others.length - 1];
      String first = String.join(", ", Stream.of(others).limit(others.length - 1L).toList());
      throw new ParameterException(
          spec.commandLine(), option + " goes with none of " + first + " and " + last);
    }
  }
}
