package dev.tare.bench;

import dev.tare.bench.run.ClassJar;
import dev.tare.bench.run.Contender;
import dev.tare.bench.run.JdkHome;
import dev.tare.bench.run.JvmRun;
import dev.tare.bench.run.Scratch;
import dev.tare.bench.run.Target;
import dev.tare.bench.table.MarkdownTable;
import dev.tare.bench.table.Spread;
import dev.tare.bench.work.LoadJar;
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
 * Megabytes of class files that are woven in a second: loading all classes of a jar under the
 * agent, and without.
 */
@Command(
    name = "WeavingSpeed",
    mixinStandardHelpOptions = true,
    description =
        "Loads all classes of the Eclipse compiler under profilers, and without: MB of class files a second.")
public final class WeavingSpeed implements Callable<Integer> {
  private static final String TITLE = "Weaving: megabytes of class files a second";

  @Mixin RunOptions options = new RunOptions();

  @Option(
      names = "--against",
      split = ",",
      defaultValue = "full,sampled,jfr",
      description = "of full, sampled, jfr (default: ${DEFAULT-VALUE})")
  List<String> against = List.of();

  @Option(
      names = "--passes",
      defaultValue = "6",
      description =
          "times that one JVM loads all classes, each in a loader of its own (default: ${DEFAULT-VALUE})")
  int passes;

  private record Key(JdkHome jdk, Contender side) {}

  /** Of one JVM: what the first pass took, and the last one. */
  private record Passes(double megabytes, double firstSeconds, double lastSeconds) {}

  public static void main(String[] args) {
    System.exit(new CommandLine(new WeavingSpeed()).execute(args));
  }

  @Override
  public Integer call() throws Exception {
    ClassJar jar = ClassJar.holding("org.eclipse.jdt.core.compiler.batch.BatchCompiler");
    Target target = new Target("org.eclipse.*", jar.classNames());
    List<Contender> sides = new ArrayList<>();
    sides.add(new Contender.Plain());
    for (String name : against) {
      sides.add(options.contender(name));
    }
    Map<Key, List<Passes>> runs = new LinkedHashMap<>();
    for (JdkHome jdk : options.jdks()) {
      for (int run = 0; run < options.runs; run++) {
        for (Contender side : sides) {
          if (side.runsOn(jdk)) {
            runs.computeIfAbsent(new Key(jdk, side), key -> new ArrayList<>())
                .add(load(jdk, side, target, jar));
            options.write(TITLE, table(runs));
          }
        }
      }
    }
    options.finish(TITLE, table(runs));
    return 0;
  }

  private Passes load(JdkHome jdk, Contender side, Target target, ClassJar jar) throws Exception {
    try (Scratch scratch = Scratch.create()) {
      List<String> jvmArguments = new ArrayList<>(options.jvmArguments);
      jvmArguments.addAll(side.jvmArguments(target, scratch.folder()));
      List<String> arguments = List.of(jar.path().toString(), Integer.toString(passes));
      JvmRun run = JvmRun.start(jdk, jvmArguments, scratch.folder(), LoadJar.class, arguments);
      List<Double> nanos = run.numbers(LoadJar.PASS);
      return new Passes(
          run.numbers(LoadJar.BYTES).get(0) * 1e-6,
          nanos.get(0) * 1e-9,
          nanos.get(nanos.size() - 1) * 1e-9);
    }
  }

  private static String table(Map<Key, List<Passes>> runs) {
    MarkdownTable table =
        new MarkdownTable(
            List.of(
                "JDK",
                "profiler",
                "MB",
                "first pass s",
                "MB/s added",
                "last pass s",
                "MB/s added, warm"));
    List<Passes> plain = List.of();
    for (Map.Entry<Key, List<Passes>> entry : runs.entrySet()) {
      List<Passes> list = entry.getValue();
      boolean isPlain = entry.getKey().side instanceof Contender.Plain;
      if (isPlain) {
        plain = list;
      }
      List<Double> cold = new ArrayList<>();
      List<Double> warm = new ArrayList<>();
      for (int run = 0; run < list.size(); run++) {
        Passes passes = list.get(run);
        cold.add(passes.megabytes / (passes.firstSeconds - plain.get(run).firstSeconds));
        warm.add(passes.megabytes / (passes.lastSeconds - plain.get(run).lastSeconds));
      }
      table.add(
          List.of(
              entry.getKey().jdk.version(),
              entry.getKey().side.name(),
              Spread.of(list.stream().map(Passes::megabytes).toList()).text(1),
              Spread.of(list.stream().map(Passes::firstSeconds).toList()).text(2),
              isPlain ? "" : Spread.of(cold).text(1),
              Spread.of(list.stream().map(Passes::lastSeconds).toList()).text(2),
              isPlain ? "" : Spread.of(warm).text(1)));
    }
    return table
        + "\nAll classes of the Eclipse compiler are loaded, and not initialised, in a loader of their own in each pass."
        + " MB/s: size of the class files by the seconds that the profiler adds to the pass: the first one of a new JVM,"
        + " and the last one. Median (least..greatest) over interleaved runs.\n";
  }
}
