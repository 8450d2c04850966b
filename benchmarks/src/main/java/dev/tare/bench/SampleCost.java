package dev.tare.bench;

import dev.tare.bench.run.Contender;
import dev.tare.bench.run.JdkHome;
import dev.tare.bench.run.JvmRun;
import dev.tare.bench.run.Scratch;
import dev.tare.bench.run.Target;
import dev.tare.bench.run.WorkKind;
import dev.tare.bench.run.WorkRun;
import dev.tare.bench.table.MarkdownTable;
import dev.tare.bench.table.Spread;
import dev.tare.bench.work.Hello;
import dev.tare.bench.work.IdleThreads;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What CPU-time samples alone cost: at work, at the start, and with many idle threads. */
@Command(
    name = "SampleCost",
    mixinStandardHelpOptions = true,
    description =
        "Compares JVMs without a profiler, with JFR's CPU-time samples, and with Tare's, in turns.")
public final class SampleCost implements Callable<Integer> {
  private static final String TITLE = "What CPU-time samples cost";
  private static final String START = "hello world, whole process [ms]";
  private static final String IDLE = "idle threads, CPU of a second [ms]";

  @Mixin RunOptions options = new RunOptions();

  @Option(
      names = "--work",
      split = ",",
      defaultValue = "h2,ecj",
      description = "of fib, loop, h2, ecj (default: ${DEFAULT-VALUE})")
  List<WorkKind> works = List.of();

  @Option(
      names = "--pace",
      defaultValue = "500/s",
      description = "as cpusamples has it (default: ${DEFAULT-VALUE})")
  String pace = "500/s";

  @Option(names = "--no-work", description = "leave the works out")
  boolean isWithoutWork;

  @Option(
      names = "--threads",
      defaultValue = "1000",
      description = "idle threads, 0: leave them out (default: ${DEFAULT-VALUE})")
  int threads;

  @Option(
      names = "--warmup-ms",
      defaultValue = "8000",
      description = "warm-up in each JVM (default: ${DEFAULT-VALUE})")
  long warmUpMillis;

  @Option(
      names = "--measure-ms",
      defaultValue = "4000",
      description = "measured time in each JVM (default: ${DEFAULT-VALUE})")
  long measureMillis;

  private record Key(JdkHome jdk, String what) {}

  private final Map<Key, Map<Contender, List<Double>>> values = new LinkedHashMap<>();

  public static void main(String[] args) {
    System.exit(
        new CommandLine(new SampleCost()).setCaseInsensitiveEnumValuesAllowed(true).execute(args));
  }

  @Override
  public Integer call() throws Exception {
    List<Contender> contenders =
        List.of(
            new Contender.Plain(),
            new Contender.FlightSamples(pace),
            new Contender.Samples(options.agent, pace));
    for (JdkHome jdk : options.jdks()) {
      List<Contender> sides = contenders.stream().filter(side -> side.runsOn(jdk)).toList();
      for (int run = 0; run < options.runs; run++) {
        if (!isWithoutWork) {
          measureWorks(jdk, sides);
        }
        for (Contender side : sides) {
          measureStart(jdk, side);
        }
      }
    }
    options.finish(TITLE, table());
    return 0;
  }

  private void measureWorks(JdkHome jdk, List<Contender> sides) throws Exception {
    WorkRun.Length length = new WorkRun.Length(warmUpMillis, measureMillis, options.jvmArguments);
    for (WorkKind work : works) {
      List<WorkRun> runs = WorkRun.inTurns(jdk, sides, work, length);
      for (int i = 0; i < runs.size(); i++) {
        String what = work.label() + ", CPU time of a round [ms]";
        add(jdk, what, sides.get(i), runs.get(i).roundCpuNanos());
      }
    }
  }

  private void measureStart(JdkHome jdk, Contender contender) throws Exception {
    add(jdk, START, contender, (double) run(jdk, contender, Hello.class, List.of()).wallNanos());
    if (threads > 0) {
      List<String> arguments = List.of(Integer.toString(threads), "5");
      JvmRun run = run(jdk, contender, IdleThreads.class, arguments);
      add(jdk, threads + " " + IDLE, contender, Double.parseDouble(run.one(IdleThreads.CPU)));
    }
  }

  private JvmRun run(JdkHome jdk, Contender contender, Class<?> program, List<String> arguments)
      throws IOException, InterruptedException {
    try (Scratch scratch = Scratch.create()) {
      Target nothing = new Target("", List.of());
      List<String> jvmArguments = new ArrayList<>(options.jvmArguments);
      jvmArguments.addAll(contender.jvmArguments(nothing, scratch.folder()));
      return JvmRun.start(jdk, jvmArguments, scratch.folder(), program, arguments);
    }
  }

  private void add(JdkHome jdk, String what, Contender contender, double nanos) throws IOException {
    values
        .computeIfAbsent(new Key(jdk, what), key -> new LinkedHashMap<>())
        .computeIfAbsent(contender, key -> new ArrayList<>())
        .add(nanos * 1e-6);
    options.write(TITLE, table());
  }

  private String table() {
    MarkdownTable table =
        new MarkdownTable(List.of("JDK", "what", "profiler", "value", "added", "added [%]"));
    values.forEach(
        (key, sides) -> {
          List<Double> plain = sides.values().iterator().next();
          sides.forEach(
              (contender, millis) -> {
                List<Double> added = new ArrayList<>();
                List<Double> percent = new ArrayList<>();
                for (int run = 0; run < millis.size(); run++) {
                  added.add(millis.get(run) - plain.get(run));
                  percent.add(100 * (millis.get(run) / plain.get(run) - 1));
                }
                boolean isPlain = millis == plain;
                table.add(
                    List.of(
                        key.jdk.version(),
                        key.what,
                        contender.name(),
                        Spread.of(millis).text(1),
                        isPlain ? "" : Spread.of(added).text(1),
                        isPlain ? "" : Spread.of(percent).text(1)));
              });
        });
    return table + "\nMedian (least..greatest) over interleaved JVM runs.\n";
  }
}
