package dev.tare.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A second process: locks of files tell processes apart, not threads. */
public final class OtherJvm {
  private OtherJvm() {}

  /** What a class's main method writes, with this JVM's class path. */
  public static String output(Class<?> main, Path argument)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(main.getName(), argument.toString()));
    Process other = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(other.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, other.waitFor(), output);
    return output;
  }
}
