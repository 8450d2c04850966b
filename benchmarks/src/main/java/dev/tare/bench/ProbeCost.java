package dev.tare.bench;

import dev.tare.bench.probe.CallBenchmark;
import dev.tare.bench.run.ClassJar;
import dev.tare.bench.run.Contender;
import dev.tare.bench.run.JdkHome;
import dev.tare.bench.run.Scratch;
import dev.tare.bench.run.Target;
import dev.tare.bench.target.Calls;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
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
    ProbeCostTable table = new ProbeCostTable(sides);
    for (JdkHome jdk : options.jdks()) {
      // In turns: what a machine does beside this changes from minute to minute.
      for (int run = 0; run < options.runs; run++) {
        for (Contender side : sides) {
          if (side.runsOn(jdk)) {
            for (RunResult result : run(jdk, side)) {
              Result<?> primary = result.getPrimaryResult();
              table.add(primary.getLabel(), jdk.version(), side, primary.getScore());
            }
            options.write(TITLE, table.toString());
          }
        }
      }
    }
    options.finish(TITLE, table.toString());
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
              .forks(1)
              .warmupTime(iteration)
              .measurementTime(iteration)
              .verbosity(VerboseMode.SILENT);
      return new Runner(builder.build()).run();
    }
  }
}
