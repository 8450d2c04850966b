package dev.tare.it.program;

import java.nio.file.Files;
import java.nio.file.Path;

/** Calls a method, and ends once a file is there: several JVMs do so at the same time. */
public final class EndsWhenTold {
  /** How often {@code called} is called. */
  private static final int CALLS = 1_000;

  private EndsWhenTold() {}

  /** Writes a line, and waits for the file that is named. */
  public static void main(String[] arguments) throws InterruptedException {
    for (int i = 0; i < CALLS; i++) {
      called();
    }
    System.out.println("waits");
    while (Files.notExists(Path.of(arguments[0]))) {
      Thread.sleep(1);
    }
  }

  private static void called() {}
}
