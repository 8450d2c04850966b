package dev.tare.bench.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.openjdk.jmh.util.MultisetStatistics;

/**
 * The service of {@code benchmarks/service} in a JVM of its own, under the load of {@code wrk}.
 *
 * @param startWall seconds from the start of the process to its first answer
 * @param startCpu seconds of CPU time of the process until then
 * @param stretches what was measured under load, one stretch after another
 * @param log where its output is
 */
public record ServiceRun(
    double startWall, double startCpu, List<Stretch> stretches, List<String> log) {
  private static final Pattern PORT = Pattern.compile("Tomcat started on port ([0-9]+)");
  private static final String STARTED = "Started Service";
  private static final long STARTS_WITHIN_SECONDS = 180;
  private static final long STRETCH_WITHIN_SECONDS = 600;

  /** A late answer is a latency and no failure: wrk's own limit is two seconds. */
  private static final long ANSWER_WITHIN_SECONDS = 60;

  /** What the names of the threads that answer requests begin with. */
  private static final String ANSWERS = "http-nio-";

  private static final Pattern REQUESTS = Pattern.compile("([0-9]+) requests in ");
  private static final Pattern RATE = Pattern.compile("Requests/sec: +([0-9.]+)");
  private static final Pattern LATENCY = Pattern.compile("latency of ([0-9]+) us: ([0-9]+)");
  private static final Pattern FAILED = Pattern.compile("Non-2xx|Socket errors");

  /**
   * A stretch under load.
   *
   * @param rate requests a second
   * @param threadMicros CPU time of the threads that answer, for each request
   * @param cpuMicros CPU time of the process for each request, its compilers included
   * @param latencies milliseconds of each request, as {@code wrk} corrects them: a request that is
   *     late also counts as those that its connection would have sent meanwhile
   */
  public record Stretch(
      double rate, double threadMicros, double cpuMicros, MultisetStatistics latencies) {}

  /** The latencies of all these stretches together. */
  public static MultisetStatistics latencies(List<Stretch> stretches) {
    MultisetStatistics all = new MultisetStatistics();
    for (Stretch stretch : stretches) {
      stretch
          .latencies
          .getRawData()
          .forEachRemaining(latency -> all.addValue(latency.getKey(), latency.getValue()));
    }
    return all;
  }

  /**
   * The means of several JVMs that did the same, and the latencies of all of them.
   *
   * @param runs one or more
   */
  public static ServiceRun mean(List<ServiceRun> runs) {
    List<Stretch> stretches = new ArrayList<>();
    for (int i = 0; i < runs.get(0).stretches.size(); i++) {
      int stretch = i;
      stretches.add(
          new Stretch(
              mean(runs, i, Stretch::rate),
              mean(runs, i, Stretch::threadMicros),
              mean(runs, i, Stretch::cpuMicros),
              latencies(runs.stream().map(run -> run.stretches.get(stretch)).toList())));
    }
    return new ServiceRun(
        mean(runs, ServiceRun::startWall), mean(runs, ServiceRun::startCpu), stretches, List.of());
  }

  private static double mean(List<ServiceRun> runs, int stretch, ToDoubleFunction<Stretch> value) {
    return mean(runs, run -> value.applyAsDouble(run.stretches.get(stretch)));
  }

  private static double mean(List<ServiceRun> runs, ToDoubleFunction<ServiceRun> value) {
    return runs.stream().mapToDouble(value).average().orElseThrow();
  }

  /**
   * The load.
   *
   * @param requests the script of {@code wrk}
   * @param connections how many requests are under way at a time
   * @param pauseMillis mean time between an answer and the next request of a connection
   * @param stretches how many stretches
   * @param answers how many requests each is
   */
  public record Load(Path requests, int connections, int pauseMillis, int stretches, int answers) {}

  /**
   * Starts services, each of them alone, puts them under load in turns of a stretch, and ends them.
   *
   * @param commands what starts them
   * @param caches of each of them
   */
  public static List<ServiceRun> inTurns(List<List<String>> commands, List<Path> caches, Load load)
      throws IOException, InterruptedException {
    try (Scratch scratch = Scratch.create()) {
      List<Running> services = new ArrayList<>();
      try {
        for (int i = 0; i < commands.size(); i++) {
          Path log = scratch.folder().resolve(i + ".txt");
          services.add(Running.start(commands.get(i), caches.get(i), log));
          Suspension.begin(services.get(i).process);
        }
        for (int stretch = 0; stretch < load.stretches; stretch++) {
          for (Running service : services) {
            Suspension.end(service.process);
            service.stretches.add(stretch(service.process, load, service.url));
            Suspension.begin(service.process);
          }
        }
        List<ServiceRun> runs = new ArrayList<>();
        for (Running service : services) {
          runs.add(service.end());
        }
        return runs;
      } finally {
        // Before the folder is removed, to which they write.
        for (Running service : services) {
          service.process.destroyForcibly().waitFor();
        }
      }
    }
  }

  /** A service that has started. */
  private record Running(
      Process process,
      Path log,
      String url,
      double startWall,
      double startCpu,
      List<Stretch> stretches) {
    static Running start(List<String> command, Path caches, Path log)
        throws IOException, InterruptedException {
      ProcessBuilder builder =
          new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
      builder.environment().put("XDG_CACHE_HOME", caches.toString());
      long begin = System.nanoTime();
      Process process = builder.start();
      boolean isStarted = false;
      try {
        String url = "http://localhost:" + port(process, log);
        double wall = (System.nanoTime() - begin) * 1e-9;
        double cpu = cpu(process).toNanos() * 1e-9;
        isStarted = true;
        return new Running(process, log, url, wall, cpu, new ArrayList<>());
      } finally {
        if (!isStarted) {
          process.destroyForcibly().waitFor();
        }
      }
    }

    ServiceRun end() throws IOException, InterruptedException {
      Suspension.end(process);
      process.destroy();
      process.waitFor();
      return new ServiceRun(startWall, startCpu, stretches, Files.readAllLines(log));
    }
  }

  private static int port(Process service, Path log) throws IOException, InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(STARTS_WITHIN_SECONDS);
    while (service.isAlive() && System.nanoTime() < end) {
      String said = Files.readString(log);
      Matcher port = PORT.matcher(said);
      if (said.contains(STARTED) && port.find()) {
        return Integer.parseInt(port.group(1));
      }
      TimeUnit.MILLISECONDS.sleep(10);
    }
    throw new IOException("the service has not started:\n" + Files.readString(log));
  }

  private static Stretch stretch(Process service, Load load, String url)
      throws IOException, InterruptedException {
    Duration before = cpu(service);
    Duration threadsBefore = ThreadTimes.of(service, ANSWERS);
    ProcessBuilder builder =
        new ProcessBuilder(
                "wrk",
                "-t1",
                "-c" + load.connections,
                "-d" + STRETCH_WITHIN_SECONDS + "s",
                "--timeout",
                ANSWER_WITHIN_SECONDS + "s",
                "-s",
                load.requests.toString(),
                url,
                String.valueOf(load.pauseMillis),
                String.valueOf(load.answers))
            .redirectErrorStream(true);
    builder.environment().put("PRINT_LATENCIES", "yes");
    Process wrk = builder.start();
    String said;
    try (var output = wrk.getInputStream()) {
      said = new String(output.readAllBytes(), StandardCharsets.UTF_8);
    }
    double answered = Double.parseDouble(first(REQUESTS, said));
    if (wrk.waitFor() != 0 || FAILED.matcher(said).find() || answered < load.answers) {
      throw new IOException("requests failed:\n" + said);
    }
    return new Stretch(
        Double.parseDouble(first(RATE, said)),
        ThreadTimes.of(service, ANSWERS).minus(threadsBefore).toNanos() * 1e-3 / answered,
        cpu(service).minus(before).toNanos() * 1e-3 / answered,
        latencies(said));
  }

  private static Duration cpu(Process process) {
    return process.info().totalCpuDuration().orElseThrow();
  }

  private static MultisetStatistics latencies(String said) throws IOException {
    MultisetStatistics latencies = new MultisetStatistics();
    Matcher line = LATENCY.matcher(said);
    while (line.find()) {
      latencies.addValue(Long.parseLong(line.group(1)) * 1e-3, Long.parseLong(line.group(2)));
    }
    if (latencies.getN() == 0) {
      throw new IOException("wrk printed no latencies:\n" + said);
    }
    return latencies;
  }

  private static String first(Pattern pattern, String said) throws IOException {
    Matcher matcher = pattern.matcher(said);
    if (!matcher.find()) {
      throw new IOException("wrk said nothing of " + pattern + ":\n" + said);
    }
    return matcher.group(1);
  }
}
