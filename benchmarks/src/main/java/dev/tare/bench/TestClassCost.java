package dev.tare.bench;

import dev.tare.bench.run.Contender;
import dev.tare.bench.run.JdkHome;
import dev.tare.bench.run.JvmRun;
import dev.tare.bench.run.Machine;
import dev.tare.bench.run.Scratch;
import dev.tare.bench.run.Target;
import dev.tare.bench.table.MarkdownTable;
import dev.tare.bench.table.Spread;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What bounds on calls add to the time of a test class, from the start of its JVM to its end. */
@Command(
    name = "TestClassCost",
    mixinStandardHelpOptions = true,
    description = "Compares a class of Hibernate tests with and without a bound on calls.")
public final class TestClassCost implements Callable<Integer> {
  private static final String TITLE = "A class of Hibernate tests, with and without @MaxCalls";
  private static final String PLAIN = "dev.tare.junit.hibernate.QueryRuns";
  private static final String BOUNDED = PLAIN + "$Bounded";
  private static final String BOUND = "org.h2.jdbc.JdbcPreparedStatement#executeQuery";
  private static final String LIBRARIES = "org.hibernate.*:org.h2.*:dev.tare.junit.hibernate.*";
  private static final String ARGUMENTS = "mode=sampled,budget=off,calstats=off";

  @Mixin RunOptions options = new RunOptions();

  @Option(
      names = "--class-path",
      required = true,
      paramLabel = "FILE",
      description =
          "a file with the test class path of the module junit, as dependency:build-classpath"
              + " writes it")
  Path classPath = Path.of("");

  @Option(
      names = "--module",
      paramLabel = "FOLDER",
      defaultValue = "junit/target",
      description = "where the module junit was built (default: ${DEFAULT-VALUE})")
  Path module = Path.of("junit/target");

  private record Side(String label, Contender contender, String include, String tests) {}

  /**
   * Milliseconds: of the JVM's processors, which other work on the machine hardly changes; from its
   * start to its end; of its test class.
   */
  private record Times(List<Double> cpu, List<Double> jvm, List<Double> tests) {
    Times() {
      this(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    }
  }

  private record Key(JdkHome jdk, Side side) {}

  public static void main(String[] args) {
    System.exit(new CommandLine(new TestClassCost()).execute(args));
  }

  @Override
  public Integer call() throws Exception {
    Contender plain = new Contender.Plain();
    Contender tare = options.tare(ARGUMENTS);
    List<Side> sides =
        List.of(
            new Side("plain", plain, LIBRARIES, PLAIN),
            new Side("@MaxCalls, no agent", plain, LIBRARIES, BOUNDED),
            new Side("no bound, agent for the method", tare, BOUND, PLAIN),
            new Side("@MaxCalls, agent for the method", tare, BOUND, BOUNDED),
            new Side("@MaxCalls, agent for Hibernate and H2", tare, LIBRARIES, BOUNDED));
    Map<Key, Times> times = new LinkedHashMap<>();
    for (JdkHome jdk : options.jdks()) {
      // The first start of all reads the files from disk, and does not count.
      for (int run = -1; run < options.runs; run++) {
        for (Side side : sides) {
          long cpuStart = Machine.endedChildrenCpuMillis();
          JvmRun done = run(jdk, side);
          double cpu = Machine.endedChildrenCpuMillis() - cpuStart;
          if (run >= 0) {
            Times known = times.computeIfAbsent(new Key(jdk, side), key -> new Times());
            known.cpu.add(cpu);
            known.jvm.add(done.wallNanos() * 1e-6);
            known.tests.add(done.numbers("tests_ns").get(0) * 1e-6);
            options.write(TITLE, table(times));
          }
        }
      }
    }
    options.finish(TITLE, table(times));
    return 0;
  }

  private JvmRun run(JdkHome jdk, Side side) throws IOException, InterruptedException {
    String path =
        String.join(
            File.pathSeparator,
            module.resolve("test-classes").toString(),
            module.resolve("classes").toString(),
            Files.readString(classPath).strip());
    try (Scratch scratch = Scratch.create()) {
      List<String> jvmArguments = new ArrayList<>(options.jvmArguments);
      jvmArguments.addAll(
          side.contender.jvmArguments(
              new Target(side.include, List.of(side.include)), scratch.folder()));
      return JvmRun.start(jdk, jvmArguments, scratch.folder(), path, PLAIN, List.of(side.tests));
    }
  }

  private static String table(Map<Key, Times> times) {
    MarkdownTable table =
        new MarkdownTable(
            List.of(
                "JDK",
                "side",
                "CPU, ms",
                "of plain",
                "wall, ms",
                "of plain",
                "test class, ms",
                "of plain"));
    Times plain = new Times();
    for (Map.Entry<Key, Times> entry : times.entrySet()) {
      Times known = entry.getValue();
      if (entry.getKey().side.label.equals("plain")) {
        plain = known;
      }
      table.add(
          List.of(
              entry.getKey().jdk.version(),
              entry.getKey().side.label,
              Spread.of(known.cpu).text(0),
              Spread.of(ratios(known.cpu, plain.cpu)).text(2),
              Spread.of(known.jvm).text(0),
              Spread.of(ratios(known.jvm, plain.jvm)).text(2),
              Spread.of(known.tests).text(0),
              Spread.of(ratios(known.tests, plain.tests)).text(2)));
    }
    return table.toString();
  }

  /** Of runs that stood beside each other. */
  private static List<Double> ratios(List<Double> values, List<Double> plain) {
    List<Double> ratios = new ArrayList<>();
    for (int run = 0; run < values.size(); run++) {
      ratios.add(values.get(run) / plain.get(run));
    }
    return ratios;
  }
}
