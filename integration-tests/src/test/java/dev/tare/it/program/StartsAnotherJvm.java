package dev.tare.it.program;

import java.nio.file.Path;

/** Has another JVM of the same environment run a program, and waits for its end, as JMH does. */
public final class StartsAnotherJvm {
  private StartsAnotherJvm() {}

  /** Runs the class that is named, and ends with its status. */
  public static void main(String[] arguments) throws Exception {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    Process other =
        new ProcessBuilder(
                java.toString(), "-cp", System.getProperty("java.class.path"), arguments[0])
            .inheritIO()
            .start();
    System.exit(other.waitFor());
  }
}
