package dev.tare.bench;

import dev.tare.bench.run.Contender;
import dev.tare.bench.run.JdkHome;
import dev.tare.bench.run.JvmRun;
import dev.tare.bench.run.Scratch;
import dev.tare.bench.run.Target;
import dev.tare.bench.table.MarkdownTable;
import dev.tare.bench.table.Spread;
import dev.tare.bench.work.Hello;
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

/**
 * What profilers add to the time of a hello-world program, from the start of its process to its
 * end.
 */
@Command(
    name = "StartUp",
    mixinStandardHelpOptions = true,
    description =
        "Compares what profilers add to the time of a hello-world program, from start to end.")
public final class StartUp implements Callable<Integer> {
  private static final String TITLE = "Start and end of a hello-world program";
  private static final String NOTHING = "no.such.package";

  @Mixin RunOptions options = new RunOptions();

  @Option(
      names = "--against",
      split = ",",
      defaultValue = "full,sampled,jfr",
      description = "of full, sampled, jfr (default: ${DEFAULT-VALUE})")
  List<String> against = List.of();

  @Option(
      names = "--policy",
      paramLabel = "ARGS",
      description = "Tare with these agent arguments, as one more side; can be repeated")
  List<String> policies = new ArrayList<>();

  private record Side(String label, Contender contender, Target target) {}

  private record Key(JdkHome jdk, Side side) {}

  public static void main(String[] args) {
    System.exit(new CommandLine(new StartUp()).execute(args));
  }

  @Override
  public Integer call() throws Exception {
    List<Contender> contenders = new ArrayList<>();
    for (String name : against) {
      contenders.add(options.contender(name));
    }
    for (String policy : policies) {
      contenders.add(options.tare(policy));
    }
    Target hello = new Target(Hello.class.getName(), List.of(Hello.class.getName()));
    Target nothing = new Target(NOTHING + ".*", List.of(NOTHING + ".Nothing"));
    List<Side> sides = new ArrayList<>();
    sides.add(new Side("plain", new Contender.Plain(), nothing));
    for (Contender contender : contenders) {
      sides.add(new Side(contender.name() + ", nothing instrumented", contender, nothing));
      sides.add(new Side(contender.name() + ", the program instrumented", contender, hello));
    }
    Map<Key, List<Double>> times = new LinkedHashMap<>();
    for (JdkHome jdk : options.jdks()) {
      // The first start of all reads the files from disk, and does not count.
      for (int run = -1; run < options.runs; run++) {
        for (Side side : sides) {
          if (side.contender.runsOn(jdk)) {
            double millis = wallMillis(jdk, side);
            if (run >= 0) {
              times.computeIfAbsent(new Key(jdk, side), key -> new ArrayList<>()).add(millis);
              options.write(TITLE, table(times));
            }
          }
        }
      }
    }
    options.finish(TITLE, table(times));
    return 0;
  }

  private double wallMillis(JdkHome jdk, Side side) throws IOException, InterruptedException {
    try (Scratch scratch = Scratch.create()) {
      List<String> jvmArguments = new ArrayList<>(options.jvmArguments);
      jvmArguments.addAll(side.contender.jvmArguments(side.target, scratch.folder()));
      return JvmRun.start(jdk, jvmArguments, scratch.folder(), Hello.class, List.of()).wallNanos()
          * 1e-6;
    }
  }

  private static String table(Map<Key, List<Double>> times) {
    MarkdownTable table = new MarkdownTable(List.of("JDK", "profiler", "ms", "added ms"));
    List<Double> plain = List.of();
    for (Map.Entry<Key, List<Double>> entry : times.entrySet()) {
      List<Double> millis = entry.getValue();
      boolean isPlain = entry.getKey().side.contender instanceof Contender.Plain;
      if (isPlain) {
        plain = millis;
      }
      List<Double> added = new ArrayList<>();
      for (int run = 0; run < millis.size(); run++) {
        added.add(millis.get(run) - plain.get(run));
      }
      table.add(
          List.of(
              entry.getKey().jdk.version(),
              entry.getKey().side.label,
              Spread.of(millis).text(0),
              isPlain ? "" : Spread.of(added).text(0)));
    }
    return table
        + "\nWall time of the whole process; median (least..greatest) over interleaved runs.\n";
  }
}
