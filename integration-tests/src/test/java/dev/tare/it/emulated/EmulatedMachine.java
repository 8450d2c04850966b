package dev.tare.it.emulated;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/** Boots the machine of {@code src/emulated/machine.sh} to run one job. */
final class EmulatedMachine {
  private static final Path SCRIPT = Path.of("src", "emulated", "machine.sh").toAbsolutePath();
  private static final Path JAR = Path.of(System.getProperty("tare.profiler.jar"));
  private static final Path CLASSES = Path.of(System.getProperty("tare.it.classes"));
  private static final Path OUTPUT = Path.of(System.getProperty("tare.it.output"));

  private final int jdk;
  private final String name;
  private boolean counters = true;

  EmulatedMachine(int jdk, String name) {
    this.jdk = jdk;
    this.name = name;
  }

  EmulatedMachine withoutCounters() {
    counters = false;
    return this;
  }

  /**
   * Runs these lines as root. The folder {@code /job} holds {@code profiler.jar}, the programs in
   * {@code programs}, and the profiler's own classes in {@code classes}.
   *
   * @return the folder with what the job wrote to {@code /out}
   */
  Path run(String... lines) throws IOException, InterruptedException {
    Path folder = OUTPUT.resolve("emulated").resolve(name + "-" + jdk);
    Path job = emptied(folder.resolve("job"));
    Path out = emptied(folder.resolve("out"));
    Files.copy(JAR, job.resolve("profiler.jar"));
    copyPrograms(job.resolve("programs"));
    unpackClasses(job.resolve("classes"));
    Files.writeString(job.resolve("run.sh"), "set -e\n" + String.join("\n", lines) + "\n");
    ProcessBuilder builder =
        new ProcessBuilder(
                SCRIPT.toString(), "run", String.valueOf(jdk), job.toString(), out.toString())
            .redirectErrorStream(true);
    builder.environment().put("COUNTERS", counters ? "yes" : "no");
    Process process = builder.start();
    List<String> console = new ArrayList<>();
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      reader.lines().forEach(console::add);
    }
    int status = process.waitFor();
    if (status != 0) {
      throw new AssertionError(
          "the job ended with status " + status + "\n" + String.join("\n", console));
    }
    return out;
  }

  private static Path emptied(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
    return Files.createDirectories(folder);
  }

  private static void copyPrograms(Path target) throws IOException {
    Path source = CLASSES.resolve("dev/tare/it/program");
    Path folder = Files.createDirectories(target.resolve("dev/tare/it/program"));
    try (Stream<Path> files = Files.list(source)) {
      files.forEach(
          file -> {
            try {
              Files.copy(file, folder.resolve(file.getFileName()));
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
    }
  }

  /**
   * What the agent's loaders see, on a plain class path: the truth is measured with the same code.
   */
  private static void unpackClasses(Path target) throws IOException {
    try (JarFile jar = new JarFile(JAR.toFile())) {
      Enumeration<JarEntry> entries = jar.entries();
      while (entries.hasMoreElements()) {
        JarEntry entry = entries.nextElement();
        if (!entry.isDirectory()) {
          String name = entry.getName().replaceFirst("^isolated/", "");
          Path file = target.resolve(name.replaceFirst("\\.classdata$", ".class"));
          Files.createDirectories(file.getParent());
          Files.copy(jar.getInputStream(entry), file, StandardCopyOption.REPLACE_EXISTING);
        }
      }
    }
  }
}
