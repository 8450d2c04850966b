package dev.tare.bench.run;

import dev.tare.bench.work.WorkMain;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A JVM in a process of its own. */
final class RunningJvm implements AutoCloseable {
  private static final String PROFILER = "[tare]";

  /**
   * Length of a turn: some rounds of a work. The machine's other load changes within a second, and
   * can double what a round takes.
   */
  private static final long TURN_MILLIS = 100;

  private final List<String> command;
  private final Path out;
  private final Path errors;
  private final long start = System.nanoTime();
  private final Process process;
  private long end;

  /**
   * Starts it.
   *
   * @param output a folder for what it prints
   */
  RunningJvm(List<String> command, Path output) throws IOException {
    this.command = command;
    out = output.resolve("stdout.txt");
    errors = output.resolve("stderr.txt");
    process =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(errors.toFile())
            .start();
  }

  /** Waits for its end. */
  void await() throws InterruptedException {
    process.waitFor();
    end = System.nanoTime();
  }

  /**
   * Lets JVMs run in turns until all have ended, so that the machine's other load slows all of them
   * down alike. Those whose turn it is not are suspended.
   */
  static void awaitInTurns(List<RunningJvm> jvms) throws IOException, InterruptedException {
    List<RunningJvm> left = new ArrayList<>(jvms);
    for (RunningJvm jvm : left) {
      Suspension.begin(jvm.process);
    }
    while (left.size() > 1) {
      for (RunningJvm jvm : List.copyOf(left)) {
        Suspension.end(jvm.process);
        if (jvm.process.waitFor(TURN_MILLIS, TimeUnit.MILLISECONDS)) {
          jvm.await();
          left.remove(jvm);
        } else {
          Suspension.begin(jvm.process);
        }
      }
    }
    for (RunningJvm jvm : left) {
      Suspension.end(jvm.process);
      jvm.await();
    }
  }

  /**
   * What it said.
   *
   * @throws IOException where it did not exit with status 0
   */
  JvmRun result() throws IOException {
    if (process.exitValue() != 0) {
      throw new IOException(
          "exit status "
              + process.exitValue()
              + " of "
              + String.join(" ", command)
              + "\n"
              + Files.readString(errors));
    }
    Map<String, List<String>> values = new HashMap<>();
    try (Stream<String> lines = Files.lines(out)) {
      lines
          .filter(line -> line.startsWith(WorkMain.PREFIX))
          .map(line -> line.substring(WorkMain.PREFIX.length()).split(" ", 2))
          .forEach(
              parts -> values.computeIfAbsent(parts[0], key -> new ArrayList<>()).add(parts[1]));
    }
    try (Stream<String> lines = Files.lines(errors)) {
      return new JvmRun(
          end - start, values, lines.filter(line -> line.startsWith(PROFILER)).toList());
    }
  }

  /** Kills it where it still runs, and waits for its end. */
  @Override
  public void close() {
    process.destroyForcibly();
    process.onExit().join();
  }
}
