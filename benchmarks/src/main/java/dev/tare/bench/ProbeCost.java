package dev.tare.bench;

import dev.tare.bench.probe.CallBenchmark;
import dev.tare.bench.run.ClassJar;
import dev.tare.bench.run.Contender;
import dev.tare.bench.run.JdkHome;
import dev.tare.bench.run.Scratch;
import dev.tare.bench.run.Target;
import dev.tare.bench.table.MarkdownTable;
import dev.tare.bench.target.Calls;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * What the emitted probes add to calls of each kind: {@link CallBenchmark} by JMH, with the agent
 * and without.
 */
@Command(
    name = "ProbeCost",
    mixinStandardHelpOptions = true,
    description =
        "Runs the JMH benchmarks of calls with the agent and without: what the emitted probes add to a call.")
public final class ProbeCost implements Callable<Integer> {
  private static final String TITLE = "What the emitted probes add to a call";

  /** The release since which the JVM warns of what JMH does. */
  private static final int WARNS_OF_UNSAFE = 24;

  @Mixin RunOptions options = new RunOptions();

  @Option(
      names = "--against",
      split = ",",
      defaultValue = "full,sampled",
      description = "of full, sampled, jfr (default: ${DEFAULT-VALUE})")
  List<String> against = List.of();

  @Option(
      names = "--policy",
      paramLabel = "ARGS",
      description = "Tare with these agent arguments, as one more column; can be repeated")
  List<String> policies = new ArrayList<>();

  @Option(
      names = "--benchmark",
      paramLabel = "REGEX",
      defaultValue = ".*",
      description = "only benchmarks whose names match (default: all)")
  String benchmark = ".*";

  @Option(
      names = "--iteration-ms",
      defaultValue = "300",
      description =
          "of each of 5 warm-up and 5 measured iterations in each of --runs JVMs (default: ${DEFAULT-VALUE})")
  long iterationMillis;

  private record Key(JdkHome jdk, String benchmark) {}

  public static void main(String[] args) {
    System.exit(new CommandLine(new ProbeCost()).execute(args));
  }

  @Override
  public Integer call() throws Exception {
    List<Contender> sides = new ArrayList<>();
    sides.add(new Contender.Plain());
    for (String name : against) {
      sides.add(options.contender(name));
    }
    for (String policy : policies) {
      sides.add(options.tare(policy));
    }
    Map<Key, Map<Contender, Result<?>>> results = new LinkedHashMap<>();
    for (JdkHome jdk : options.jdks()) {
      for (Contender side : sides) {
        if (side.runsOn(jdk)) {
          for (RunResult result : run(jdk, side)) {
            Key key = new Key(jdk, result.getPrimaryResult().getLabel());
            results
                .computeIfAbsent(key, k -> new LinkedHashMap<>())
                .put(side, result.getPrimaryResult());
          }
          options.write(TITLE, table(sides, results));
        }
      }
    }
    options.finish(TITLE, table(sides, results));
    return 0;
  }

  private Iterable<RunResult> run(JdkHome jdk, Contender side) throws Exception {
    String targets = Calls.class.getPackageName() + ".";
    List<String> classNames =
        ClassJar.holding(Calls.class.getName()).classNames().stream()
            .filter(name -> name.startsWith(targets))
            .toList();
    try (Scratch scratch = Scratch.create()) {
      List<String> jvmArguments = new ArrayList<>(options.jvmArguments);
      jvmArguments.addAll(
          side.jvmArguments(new Target(targets + "*", classNames), scratch.folder()));
      if (jdk.feature() >= WARNS_OF_UNSAFE) {
        jvmArguments.add("--sun-misc-unsafe-memory-access=allow");
      }
      TimeValue iteration = TimeValue.milliseconds(iterationMillis);
      ChainedOptionsBuilder builder =
          new OptionsBuilder()
              .include(CallBenchmark.class.getName() + "\\." + benchmark)
              .jvm(jdk.launcher())
              .jvmArgs(jvmArguments.toArray(String[]::new))
              .forks(options.runs)
              .warmupTime(iteration)
              .measurementTime(iteration)
              .verbosity(VerboseMode.SILENT);
      return new Runner(builder.build()).run();
    }
  }

  private static String table(List<Contender> sides, Map<Key, Map<Contender, Result<?>>> results) {
    List<String> headings = new ArrayList<>(List.of("call", "JDK"));
    for (Contender side : sides) {
      headings.add(side instanceof Contender.Plain ? "plain ns" : side.name() + " adds ns");
    }
    MarkdownTable table = new MarkdownTable(headings);
    results.forEach(
        (key, bySide) -> {
          List<String> row = new ArrayList<>(List.of(key.benchmark, key.jdk.version()));
          Result<?> plain = bySide.get(sides.get(0));
          for (Contender side : sides) {
            row.add(cell(bySide.get(side), side instanceof Contender.Plain ? null : plain));
          }
          table.add(row);
        });
    return table + "\nMean of one call, with JMH's error at 99.9 %.\n";
  }

  private static String cell(@Nullable Result<?> result, @Nullable Result<?> plain) {
    if (result == null) {
      return "";
    }
    double score = result.getScore();
    double error = result.getScoreError();
    if (plain != null) {
      score -= plain.getScore();
      error = Math.hypot(error, plain.getScoreError());
    }
    return String.format(Locale.ROOT, "%.1f ±%.1f", score, error);
  }
}
