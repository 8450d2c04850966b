package dev.tare.agent.lifecycle;

import dev.tare.agent.control.CommandRefused;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import jdk.internal.misc.VM;

/** The jar that the JVM was given as agent. */
final class GivenJar {
  private static final String OPTION = "-javaagent:";

  private GivenJar() {}

  /**
   * Demands that it is the jar that the agent's classes come from, or a copy of it: the JVM looks
   * for an agent's class on the class path, where another version may come first.
   */
  static void demand(File ownJar) throws CommandRefused {
    demand(ownJar.toPath(), VM.getRuntimeArguments());
  }

  static void demand(Path ownJar, String[] jvmArguments) throws CommandRefused {
    boolean isGivenAny = false;
    for (String argument : jvmArguments) {
      if (argument.startsWith(OPTION)) {
        isGivenAny = true;
        int end = argument.indexOf('=');
        if (isSame(
            ownJar, argument.substring(OPTION.length(), end < 0 ? argument.length() : end))) {
          return;
        }
      }
    }
    if (isGivenAny) {
      throw new CommandRefused(
          "not profiling, because "
              + ownJar
              + ", which is another version than the agent's jar, comes first on the class path");
    }
  }

  private static boolean isSame(Path ownJar, String given) {
    try {
      Path jar = Path.of(given);
      return Files.isSameFile(ownJar, jar)
          || (Files.size(ownJar) == Files.size(jar) && Files.mismatch(ownJar, jar) < 0);
    } catch (IOException | InvalidPathException e) {
      return false;
    }
  }
}
