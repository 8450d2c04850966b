package dev.tare.bench;

import dev.tare.bench.run.Contender;
import dev.tare.bench.run.JdkHome;
import dev.tare.bench.run.WorkKind;
import dev.tare.bench.run.WorkRun;
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

/** What profilers add to the CPU time of the same work, in JVMs that run in turns. */
@Command(
    name = "SideBySide",
    mixinStandardHelpOptions = true,
    description =
        "Compares what profilers add to the CPU time of the same work, in JVMs that run in turns.")
public final class SideBySide implements Callable<Integer> {
  private static final String TITLE = "What a call costs, side by side";

  @Mixin RunOptions options = new RunOptions();

  @Option(
      names = "--work",
      split = ",",
      defaultValue = "fib,loop,h2,ecj",
      description = "of fib, loop, h2, ecj (default: ${DEFAULT-VALUE})")
  List<WorkKind> works = List.of();

  @Option(
      names = "--against",
      split = ",",
      defaultValue = "plain,full,sampled,jfr",
      description =
          "of plain, full, sampled, delayed, stopped, jfr (default: ${DEFAULT-VALUE}); plain is always there")
  List<String> against = List.of();

  @Option(
      names = "--policy",
      paramLabel = "ARGS",
      description = "Tare with these agent arguments, as one more side; can be repeated")
  List<String> policies = new ArrayList<>();

  @Option(
      names = "--other",
      paramLabel = "JAR=ARGS",
      description =
          "another version of Tare with these agent arguments, as one more side; can be repeated")
  Map<Path, String> others = new LinkedHashMap<>();

  @Option(
      names = "--warmup-ms",
      defaultValue = "4000",
      description = "warm-up in each JVM (default: ${DEFAULT-VALUE})")
  long warmUpMillis;

  @Option(
      names = "--measure-ms",
      defaultValue = "2000",
      description = "measured time in each JVM (default: ${DEFAULT-VALUE})")
  long measureMillis;

  public static void main(String[] args) {
    System.exit(
        new CommandLine(new SideBySide()).setCaseInsensitiveEnumValuesAllowed(true).execute(args));
  }

  @Override
  public Integer call() throws Exception {
    List<Contender> contenders = new ArrayList<>();
    contenders.add(new Contender.Plain());
    for (String name : against) {
      if (!name.equals("plain")) {
        contenders.add(options.contender(name));
      }
    }
    for (String policy : policies) {
      contenders.add(options.tare(policy));
    }
    others.forEach(
        (jar, arguments) ->
            contenders.add(
                new Contender.OtherVersion(new Contender.Tare(arguments, jar, arguments))));
    WorkRun.Length length = new WorkRun.Length(warmUpMillis, measureMillis, options.jvmArguments);
    CostTable table = new CostTable();
    for (JdkHome jdk : options.jdks()) {
      for (WorkKind work : works) {
        compare(jdk, work, contenders, length, table);
      }
    }
    options.finish(TITLE, table.toString());
    return 0;
  }

  private void compare(
      JdkHome jdk,
      WorkKind work,
      List<Contender> contenders,
      WorkRun.Length length,
      CostTable table)
      throws Exception {
    List<Contender> sides = contenders.stream().filter(side -> side.runsOn(jdk)).toList();
    for (int run = 0; run < options.runs; run++) {
      List<WorkRun> runs = WorkRun.inTurns(jdk, sides, work, length);
      for (int i = 0; i < runs.size(); i++) {
        table.add(jdk, work, sides.get(i), runs.get(i));
      }
      options.write(TITLE, table.toString());
    }
  }
}
