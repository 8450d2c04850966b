package dev.tare.it.emulated;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tare.it.launch.ProfilerOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Boots the machine of {@code src/emulated/machine.sh} to run one job. */
final class EmulatedMachine {
  /** Names what machines with counters share: two of one JDK write to the same folders. */
  static final String FOLDERS = "emulated machines with counters";

  private static final Path FOLDER = Path.of("src", "emulated").toAbsolutePath();
  private static final Path JAR = Path.of(System.getProperty("tare.profiler.jar"));
  private static final Path PROGRAMS =
      Path.of(System.getProperty("tare.it.classes"), "dev", "tare", "it", "program");
  private static final Path OUTPUT = Path.of(System.getProperty("tare.it.output"), "emulated");

  /** Whether the machine's processor has counters. */
  enum Counters {
    YES,
    NO
  }

  private EmulatedMachine() {}

  /**
   * Runs these lines as root. The folder {@code /job} holds {@code profiler.jar}, {@code known.so}
   * and, in {@code programs}, the programs.
   *
   * @return the folder with what the job wrote to {@code /out}
   */
  static Path run(int jdk, Counters counters, String... lines)
      throws IOException, InterruptedException {
    return run(jdk, counters, List.of(), lines);
  }

  /** The same, with more files in {@code /job}. */
  static Path run(int jdk, Counters counters, List<Path> files, String... lines)
      throws IOException, InterruptedException {
    Path folder = OUTPUT.resolve(jdk + "-counters-" + counters.name().toLowerCase(Locale.ROOT));
    Path job = emptied(folder.resolve("job"));
    Path out = emptied(folder.resolve("out"));
    Files.copy(JAR, job.resolve("profiler.jar"));
    for (Path file : files) {
      Files.copy(file, job.resolve(file.getFileName()));
    }
    Path programs = Files.createDirectories(job.resolve("programs/dev/tare/it/program"));
    try (Stream<Path> classes = Files.list(PROGRAMS)) {
      for (Path file : classes.toList()) {
        Files.copy(file, programs.resolve(file.getFileName()));
      }
    }
    succeed(
        new ProcessBuilder(
            "aarch64-linux-gnu-gcc",
            "-shared",
            "-nostdlib",
            "-o",
            job.resolve("known.so").toString(),
            FOLDER.resolve("known.S").toString()));
    Files.writeString(job.resolve("run.sh"), "set -e\n" + String.join("\n", lines) + "\n");
    ProcessBuilder machine =
        new ProcessBuilder(
            FOLDER.resolve("machine.sh").toString(),
            "run",
            String.valueOf(jdk),
            job.toString(),
            out.toString());
    machine.environment().put("COUNTERS", counters == Counters.YES ? "yes" : "no");
    succeed(machine);
    return out;
  }

  /** The line that runs a program under the profiler, which writes {@code NAME.json}. */
  static String profiled(String program, String name, String options) {
    return "java -javaagent:/job/profiler.jar=metric=instructions,budget=off,include="
        + program
        + ",file=/out/"
        + name
        + ".json,"
        + ProfilerOptions.withDefaults(options)
        + " -cp /job/programs "
        + program;
  }

  private static void succeed(ProcessBuilder builder) throws IOException, InterruptedException {
    Process process = builder.redirectErrorStream(true).start();
    List<String> output = new ArrayList<>();
    try (var reader = process.inputReader()) {
      reader.lines().forEach(output::add);
    }
    assertEquals(0, process.waitFor(), () -> builder.command() + "\n" + String.join("\n", output));
  }

  private static Path emptied(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
    return Files.createDirectories(folder);
  }
}
