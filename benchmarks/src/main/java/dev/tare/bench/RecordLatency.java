package dev.tare.bench;

import dev.tare.bench.run.JdkHome;
import dev.tare.bench.run.Machine;
import dev.tare.bench.run.Scratch;
import dev.tare.bench.table.MarkdownTable;
import dev.tare.bench.table.Spread;
import dev.tare.bench.work.WorkMain;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How soon {@code record} says something, records, and has written its page. */
@Command(
    name = "RecordLatency",
    mixinStandardHelpOptions = true,
    description = "Times 'record' on a JVM that runs SQL all the time, each run on a new JVM.")
public final class RecordLatency implements Callable<Integer> {
  private static final String TITLE = "'record' on a JVM under load";
  private static final String RECORDING = "[tare] recording; ";
  private static final int LOAD_SECONDS = 600;

  @Mixin RunOptions options = new RunOptions();

  @Option(
      names = "--load-before",
      defaultValue = "5",
      paramLabel = "SECONDS",
      description = "how long the JVM has run when 'record' begins (default: ${DEFAULT-VALUE})")
  int loadBeforeSeconds = 5;

  @Option(
      names = "--duration",
      defaultValue = "5",
      paramLabel = "SECONDS",
      description = "how long is recorded (default: ${DEFAULT-VALUE})")
  int durationSeconds = 5;

  @Option(
      names = "--policy",
      defaultValue = "mode=sampled",
      paramLabel = "ARGS",
      description = "the agent's arguments (default: ${DEFAULT-VALUE})")
  String policy = "mode=sampled";

  /**
   * Since the command's start.
   *
   * @param wall seconds
   * @param cpu seconds of the command's own processors, which load hardly changes
   */
  private record Moment(double wall, double cpu) {}

  private record Times(Moment firstLine, Moment recording, Moment end, long pageBytes) {}

  public static void main(String[] args) {
    System.exit(new CommandLine(new RecordLatency()).execute(args));
  }

  @Override
  public Integer call() throws Exception {
    options.tare(policy);
    MarkdownTable table =
        new MarkdownTable(
            List.of(
                "JDK",
                "first line, s",
                "its CPU, s",
                "recording begins, s",
                "page after the recording's end, s",
                "its CPU, s",
                "page, MB"));
    for (JdkHome jdk : options.jdks()) {
      List<Times> times = new ArrayList<>();
      for (int run = 0; run < options.runs; run++) {
        times.add(run(jdk));
      }
      table.add(
          List.of(
              jdk.version(),
              seconds(times, time -> time.firstLine.wall),
              seconds(times, time -> time.firstLine.cpu),
              seconds(times, time -> time.recording.wall),
              seconds(times, time -> time.end.wall - time.recording.wall - durationSeconds),
              seconds(times, time -> time.end.cpu - time.recording.cpu),
              Spread.of(times.stream().map(time -> time.pageBytes * 1e-6).toList()).text(1)));
      options.write(TITLE, table.toString());
    }
    options.finish(TITLE, table.toString());
    return 0;
  }

  private static String seconds(List<Times> times, Function<Times, Double> value) {
    return Spread.of(times.stream().map(value).toList()).text(2);
  }

  private Times run(JdkHome jdk) throws IOException, InterruptedException {
    try (Scratch scratch = Scratch.create()) {
      List<String> command = new ArrayList<>(List.of(jdk.launcher()));
      command.addAll(options.jvmArguments);
      command.addAll(
          List.of(
              "-cp",
              System.getProperty("java.class.path"),
              WorkMain.class.getName(),
              "h2",
              String.valueOf(TimeUnit.SECONDS.toMillis(LOAD_SECONDS)),
              "0"));
      Process load =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(scratch.folder().resolve("load.txt").toFile())
              .start();
      try {
        TimeUnit.SECONDS.sleep(loadBeforeSeconds);
        return recorded(jdk, load.pid(), scratch.folder().resolve("page.html"));
      } finally {
        load.destroyForcibly().waitFor();
      }
    }
  }

  private Times recorded(JdkHome jdk, long pid, Path page)
      throws IOException, InterruptedException {
    long cpuBefore = Machine.endedChildrenCpuMillis();
    long start = System.nanoTime();
    Process record =
        new ProcessBuilder(
                jdk.launcher(),
                "-jar",
                options.agent.toString(),
                "record",
                "-d",
                String.valueOf(durationSeconds),
                String.valueOf(pid),
                policy,
                "-o",
                page.toString())
            .redirectErrorStream(true)
            .start();
    Moment firstLine = null;
    Moment recording = null;
    StringBuilder said = new StringBuilder();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(record.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        Duration cpu = record.info().totalCpuDuration().orElse(Duration.ZERO);
        Moment now = new Moment((System.nanoTime() - start) * 1e-9, cpu.toMillis() * 1e-3);
        firstLine = firstLine == null ? now : firstLine;
        recording = recording == null && line.startsWith(RECORDING) ? now : recording;
        said.append(line).append('\n');
      }
    }
    int status = record.waitFor();
    Moment end =
        new Moment(
            (System.nanoTime() - start) * 1e-9,
            (Machine.endedChildrenCpuMillis() - cpuBefore) * 1e-3);
    if (status != 0 || firstLine == null || recording == null) {
      throw new IOException("exit status " + status + " of record:\n" + said);
    }
    return new Times(firstLine, recording, end, Files.size(page));
  }
}
