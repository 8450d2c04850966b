package dev.tare.bench;

import dev.tare.bench.run.Contender;
import dev.tare.bench.run.JdkHome;
import dev.tare.bench.run.Scratch;
import dev.tare.bench.run.WorkKind;
import dev.tare.bench.run.WorkRun;
import dev.tare.bench.work.WorkMain;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Whether a budget is kept, and whether the profiler knows what it costs: JVMs run in turns. */
@Command(
    name = "Overhead",
    mixinStandardHelpOptions = true,
    description =
        "Compares the CPU time of the same work with and without a budgeted profiler, in JVMs that"
            + " run in turns of a tenth of a second, with what the profiler says of it.")
public final class Overhead implements Callable<Integer> {
  private static final String TITLE = "What a budget of overhead comes to";

  @Mixin RunOptions options = new RunOptions();

  @Option(
      names = "--work",
      split = ",",
      defaultValue = "h2,ecj,fib,loop,shapes,tree,interpreter,events",
      description = "of the works (default: ${DEFAULT-VALUE})")
  List<WorkKind> works = List.of();

  @Option(
      names = "--budget",
      split = ",",
      defaultValue = "10%,30%,100%",
      description = "values of budget (default: ${DEFAULT-VALUE})")
  List<String> budgets = List.of();

  @Option(
      names = "--mode",
      split = ",",
      defaultValue = "full,sampled",
      description = "values of mode (default: ${DEFAULT-VALUE})")
  List<String> modes = List.of();

  @Option(
      names = "--first-run",
      description =
          "without what earlier runs measured (default: after one such run of each budget)")
  boolean firstRun;

  @Option(
      names = "--exact",
      description = "also a run of budget=off, to say which methods' calls are exact")
  boolean exact;

  @Option(
      names = "--warmup-ms",
      defaultValue = "10000",
      description = "warm-up in each JVM (default: ${DEFAULT-VALUE})")
  long warmUpMillis;

  @Option(
      names = "--measure-ms",
      defaultValue = "15000",
      description = "measured time in each JVM (default: ${DEFAULT-VALUE})")
  long measureMillis;

  public static void main(String[] args) {
    System.exit(
        new CommandLine(new Overhead()).setCaseInsensitiveEnumValuesAllowed(true).execute(args));
  }

  @Override
  public Integer call() throws Exception {
    OverheadTable table = new OverheadTable();
    // What is printed is compared with the rounds that count: it must be of the same time.
    WorkRun.Length length =
        new WorkRun.Length(warmUpMillis, measureMillis, options.jvmArguments)
            .with("-D" + WorkMain.RESET + "=true");
    for (JdkHome jdk : options.jdks()) {
      for (WorkKind work : works) {
        for (String mode : modes) {
          measure(jdk, work, mode, length, table);
        }
      }
    }
    options.finish(TITLE, table.toString());
    return 0;
  }

  private void measure(
      JdkHome jdk, WorkKind work, String mode, WorkRun.Length length, OverheadTable table)
      throws Exception {
    try (Scratch scratch = Scratch.create()) {
      for (String budget : budgets) {
        if (!firstRun) {
          WorkRun.start(jdk, side(mode, budget, rates(scratch, budget)), work, length);
        }
      }
      WorkRun reference = null;
      if (exact) {
        reference = WorkRun.start(jdk, options.tare("mode=" + mode + ",budget=off"), work, length);
      }
      for (int run = 0; run < options.runs; run++) {
        List<Contender> sides = new ArrayList<>(List.of(new Contender.Plain()));
        for (String budget : budgets) {
          Path rates = rates(scratch, budget);
          if (firstRun) {
            Files.deleteIfExists(rates);
          }
          sides.add(side(mode, budget, rates));
        }
        List<WorkRun> runs = WorkRun.inTurns(jdk, sides, work, length);
        for (int i = 0; i < budgets.size(); i++) {
          table.add(
              new OverheadTable.Key(jdk.version(), work.label(), mode, budgets.get(i)),
              OverheadTable.Result.of(runs.get(0), runs.get(i + 1), reference));
        }
        options.write(TITLE, table.toString());
      }
    }
  }

  /** What the runs with this budget learn: those with another one would measure other methods. */
  private static Path rates(Scratch scratch, String budget) {
    return scratch.folder().resolve("rates-" + budget.replace("%", "") + ".tsv");
  }

  private Contender side(String mode, String budget, Path rates) {
    return options.tare("mode=" + mode + ",budget=" + budget + ",budgetlearn=" + rates);
  }
}
