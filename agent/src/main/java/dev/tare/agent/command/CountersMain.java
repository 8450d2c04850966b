package dev.tare.agent.command;

import dev.tare.counters.CountersCommand;
import dev.tare.profile.StandardOutput;
import java.io.IOException;

/** The process of the command {@code counters}. */
public final class CountersMain {
  private CountersMain() {}

  /**
   * Runs it and ends the process with its exit status.
   *
   * @param arguments the command's name, and its options
   */
  public static void main(String[] arguments) {
    StandardOutput output = StandardOutput.install();
    int status = 0;
    try {
      if (arguments.length == 2 && VersionOption.is(arguments[1])) {
        VersionOption.print();
      } else {
        status = CountersCommand.run(System.out, arguments);
      }
    } catch (IOException e) {
      status = 1; // Standard output has noted it.
    }
    System.exit(output.ended(status));
  }
}
