package dev.tare.bench;

import dev.tare.bench.run.JdkHome;
import dev.tare.bench.run.Scratch;
import dev.tare.bench.run.ServiceRun;
import dev.tare.bench.table.MarkdownTable;
import dev.tare.bench.table.Spread;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A web service under load: its start, its CPU time for a request, and its latency. */
@Command(
    name = "Service",
    mixinStandardHelpOptions = true,
    description =
        "Compares a Spring Boot service with JPA, plain and profiled, under the load of wrk. The sides"
            + " are under load in turns, of as many requests each, so that they do the same work: a"
            + " service gets faster for minutes. Each JVM has its own caches, so its first run learns, and"
            + " later ones begin with what it learned. Two plain JVMs differ by a tenth in CPU time, and"
            + " by three times in p99: --jvms has several of each side.")
public final class Service implements Callable<Integer> {
  private static final String TITLE = "A service under load";
  private static final String PLAIN = "plain";

  @Mixin RunOptions options = new RunOptions();

  @Option(
      names = "--service",
      paramLabel = "JAR",
      defaultValue = "benchmarks/service/target/service.jar",
      description = "made by './mvnw -f benchmarks/service package' (default: ${DEFAULT-VALUE})")
  Path service = Path.of("benchmarks/service/target/service.jar");

  @Option(
      names = "--requests",
      paramLabel = "SCRIPT",
      defaultValue = "benchmarks/service/requests.lua",
      description = "what wrk sends (default: ${DEFAULT-VALUE})")
  Path requests = Path.of("benchmarks/service/requests.lua");

  @Option(
      names = "--policy",
      paramLabel = "ARGS",
      defaultValue = "budget=10%",
      description = "the agent's arguments; can be repeated (default: ${DEFAULT-VALUE})")
  List<String> policies = new ArrayList<>();

  @Option(
      names = "--stretches",
      paramLabel = "N",
      defaultValue = "9",
      description = "stretches of load in a run (default: ${DEFAULT-VALUE})")
  int stretches = 9;

  @Option(
      names = "--answers",
      paramLabel = "N",
      defaultValue = "10000",
      description = "requests of a stretch (default: ${DEFAULT-VALUE})")
  int answers = 10_000;

  @Option(
      names = "--connections",
      paramLabel = "N",
      defaultValue = "8",
      description = "requests at a time (default: ${DEFAULT-VALUE})")
  int connections = 8;

  @Option(
      names = "--pause",
      paramLabel = "MS",
      defaultValue = "0",
      description = "mean time between an answer and the next request (default: ${DEFAULT-VALUE})")
  int pauseMillis;

  @Option(
      names = "--jvms",
      paramLabel = "N",
      defaultValue = "1",
      description = "JVMs of a side; their means are compared (default: ${DEFAULT-VALUE})")
  int jvms = 1;

  /** Results by run, and by side, of all its JVMs. */
  private final List<Map<String, List<ServiceRun>>> results = new ArrayList<>();

  public static void main(String[] args) {
    System.exit(new CommandLine(new Service()).execute(args));
  }

  @Override
  public Integer call() throws Exception {
    List<String> sides = new ArrayList<>(List.of(PLAIN));
    sides.addAll(policies);
    ServiceRun.Load load =
        new ServiceRun.Load(requests, connections, pauseMillis, stretches, answers);
    for (JdkHome jdk : options.jdks()) {
      String title = TITLE + ", JDK " + jdk.version();
      results.clear();
      try (Scratch caches = Scratch.create()) {
        for (int run = 0; run < options.runs; run++) {
          results.add(new TreeMap<>());
          // All sides, and all sides again: what disturbs them is not one side's.
          List<String> order = new ArrayList<>();
          List<List<String>> commands = new ArrayList<>();
          List<Path> own = new ArrayList<>();
          for (int jvm = 0; jvm < jvms * sides.size(); jvm++) {
            String side = sides.get(jvm % sides.size());
            Path folder = Files.createDirectories(caches.folder().resolve("" + jvm));
            order.add(side);
            own.add(folder);
            commands.add(command(jdk, side, folder));
          }
          List<ServiceRun> measured = ServiceRun.inTurns(commands, own, load);
          for (int jvm = 0; jvm < order.size(); jvm++) {
            ServiceRun result = measured.get(jvm);
            results.get(run).computeIfAbsent(order.get(jvm), side -> new ArrayList<>()).add(result);
            result.log().stream()
                .filter(line -> line.contains("[tare]"))
                .forEach(System.err::println);
          }
          options.write(title, tables(sides));
        }
      }
      options.finish(title, tables(sides));
    }
    return 0;
  }

  private List<String> command(JdkHome jdk, String side, Path folder) throws IOException {
    List<String> command = new ArrayList<>(List.of(jdk.launcher()));
    command.addAll(options.jvmArguments);
    if (!side.equals(PLAIN)) {
      command.add(
          "-javaagent:"
              + options.tare(side).agent().toAbsolutePath()
              + "="
              + side
              + ",file="
              + folder.resolve("profile.json"));
    }
    command.addAll(List.of("-jar", service.toString()));
    return command;
  }

  private String tables(List<String> sides) {
    return "## Start\n\n"
        + starts(sides)
        + "\n## CPU time of a request by the plain one's, up to so many requests: threads that answer\n\n"
        + timeline(sides, ServiceRun.Stretch::threadMicros)
        + "\n## The same of the process, with its compilers\n\n"
        + timeline(sides, ServiceRun.Stretch::cpuMicros)
        + "\n## The second half of the load\n\n"
        + loads(sides);
  }

  private String starts(List<String> sides) {
    MarkdownTable table =
        new MarkdownTable(List.of("side", "run", "start, s", "CPU, s", "by plain", "CPU by plain"));
    forEach(
        sides,
        (side, run, result, plain) ->
            table.add(
                List.of(
                    side,
                    String.valueOf(run + 1),
                    number(result.startWall(), 2),
                    number(result.startCpu(), 2),
                    number(result.startWall() / plain.startWall(), 2),
                    number(result.startCpu() / plain.startCpu(), 2))));
    return table.toString();
  }

  private String timeline(List<String> sides, ToDoubleFunction<ServiceRun.Stretch> micros) {
    List<String> heads = new ArrayList<>(List.of("side", "run"));
    for (int stretch = 1; stretch <= stretches; stretch++) {
      heads.add(stretch * answers + "");
    }
    heads.add("all");
    MarkdownTable table = new MarkdownTable(heads);
    forEach(
        sides,
        (side, run, result, plain) -> {
          List<String> row = new ArrayList<>(List.of(side, String.valueOf(run + 1)));
          double sum = 0;
          double plainSum = 0;
          for (int stretch = 0; stretch < stretches; stretch++) {
            double own = micros.applyAsDouble(result.stretches().get(stretch));
            double ofPlain = micros.applyAsDouble(plain.stretches().get(stretch));
            sum += own;
            plainSum += ofPlain;
            row.add(cell(side, own, ofPlain));
          }
          row.add(cell(side, sum / stretches, plainSum / stretches));
          table.add(row);
        });
    return table.toString();
  }

  private static String cell(String side, double micros, double plain) {
    return side.startsWith(PLAIN) ? number(micros, 0) + " µs" : number(micros / plain, 2);
  }

  private String loads(List<String> sides) {
    MarkdownTable table =
        new MarkdownTable(
            List.of(
                "side",
                "run",
                "requests/s",
                "threads µs a request",
                "CPU µs a request",
                "median ms",
                "p99 ms",
                "p99.9 ms",
                "longest ms"));
    forEach(
        sides,
        (side, run, result, plain) ->
            table.add(
                List.of(
                    side,
                    String.valueOf(run + 1),
                    late(result, ServiceRun.Stretch::rate),
                    late(result, ServiceRun.Stretch::threadMicros),
                    late(result, ServiceRun.Stretch::cpuMicros),
                    latency(result, 50),
                    latency(result, 99),
                    latency(result, 99.9),
                    latency(result, 100))));
    return table
        + "\nMedian (least..greatest) over the stretches of the second half; latencies of all their"
        + " requests.\n";
  }

  private interface Row {
    void add(String side, int run, ServiceRun result, ServiceRun plain);
  }

  /** All results that are there, with the mean plain one of the same run. */
  private void forEach(List<String> sides, Row row) {
    for (String side : sides) {
      for (int run = 0; run < results.size(); run++) {
        List<ServiceRun> measured = results.get(run).getOrDefault(side, List.of());
        List<ServiceRun> plain = results.get(run).getOrDefault(PLAIN, List.of());
        for (ServiceRun result : measured) {
          row.add(side, run, result, ServiceRun.mean(plain));
        }
        if (measured.size() > 1) {
          row.add(side + ", mean", run, ServiceRun.mean(measured), ServiceRun.mean(plain));
        }
      }
    }
  }

  private static String late(ServiceRun run, ToDoubleFunction<ServiceRun.Stretch> value) {
    return Spread.of(late(run).stream().map(value::applyAsDouble).toList()).text(1);
  }

  private static String latency(ServiceRun run, double percentile) {
    return number(ServiceRun.latencies(late(run)).getPercentile(percentile), 1);
  }

  private static List<ServiceRun.Stretch> late(ServiceRun run) {
    List<ServiceRun.Stretch> all = run.stretches();
    return all.subList(all.size() / 2, all.size());
  }

  private static String number(double value, int decimals) {
    return String.format(Locale.ROOT, "%." + decimals + "f", value);
  }
}
