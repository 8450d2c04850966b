package dev.tare.bench;

import dev.tare.bench.accuracy.Ablation;
import dev.tare.bench.accuracy.CausalityComparison;
import dev.tare.bench.accuracy.Comparison;
import dev.tare.bench.accuracy.KernelComparison;
import dev.tare.bench.accuracy.ShareComparison;
import dev.tare.bench.accuracy.Sides;
import dev.tare.bench.accuracy.SumComparison;
import dev.tare.bench.run.Contender;
import dev.tare.bench.run.JdkHome;
import dev.tare.bench.run.WorkKind;
import dev.tare.bench.run.WorkRun;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * How right the profiler's self values are, by each calibration policy, against the truth found in
 * four ways.
 */
@Command(
    name = "Accuracy",
    mixinStandardHelpOptions = true,
    description =
        "Compares self values with the truth: kernels of known cost, conservation, shares,"
            + " causality.")
public final class Accuracy implements Callable<Integer> {
  private static final String TITLE = "How right: self values against the truth";

  enum Part {
    KERNELS,
    SUMS,
    SHARES,
    CAUSALITY
  }

  @Mixin RunOptions options = new RunOptions();

  @Option(
      names = "--parts",
      split = ",",
      defaultValue = "kernels,sums,shares,causality",
      description = "of kernels, sums, shares, causality (default: ${DEFAULT-VALUE})")
  List<Part> parts = List.of();

  @Option(
      names = "--policy",
      paramLabel = "ARGS",
      description =
          "Tare with these agent arguments; can be repeated. With a budget, kernels lose their probes."
              + " "
              + Contender.Tare.RUN
              + ": a folder of each run. By default a first run, which measures its statistics, a"
              + " later run, which has them from a file, calibration=delayed and calibration=off")
  List<String> policies = new ArrayList<>();

  @Option(
      names = "--jfr",
      negatable = true,
      defaultValue = "true",
      fallbackValue = "true",
      description = "jdk.MethodTiming beside them, on JDK 25 (default: ${DEFAULT-VALUE})")
  boolean methodTiming = true;

  @Option(
      names = "--work",
      split = ",",
      defaultValue = "fib,h2,ecj",
      description = "for the sums: of fib, loop, h2, ecj (default: ${DEFAULT-VALUE})")
  List<WorkKind> sumWorks = List.of();

  @Option(
      names = "--share-work",
      split = ",",
      defaultValue = "h2,ecj",
      description = "for the shares: of fib, loop, h2, ecj (default: ${DEFAULT-VALUE})")
  List<WorkKind> shareWorks = List.of();

  @Option(
      names = "--kernel-rounds",
      defaultValue = "40",
      description = "measured rounds of the kernels in each JVM (default: ${DEFAULT-VALUE})")
  int kernelRounds;

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

  @Option(
      names = "--truth-ms",
      defaultValue = "60000",
      description =
          "measured time in each JVM whose CPU time is sampled (default: ${DEFAULT-VALUE})")
  long truthMillis;

  @Option(
      names = "--ablation",
      description =
          "instead of all that: what each correction of the calibration moves, on --work and"
              + " kernels")
  boolean ablation;

  @Option(
      names = "--corrections",
      split = ",",
      defaultValue = "drift,lookup,taken-away,overlap,call-prices,searches",
      description = "for --ablation: names of corrections (default: ${DEFAULT-VALUE})")
  List<String> corrections = List.of();

  @Option(
      names = "--budgets",
      split = ",",
      defaultValue = "off,100%",
      description = "for --ablation (default: ${DEFAULT-VALUE})")
  List<String> budgets = List.of();

  @Option(
      names = "--alone",
      negatable = true,
      defaultValue = "true",
      fallbackValue = "true",
      description = "for --ablation: each correction alone too (default: ${DEFAULT-VALUE})")
  boolean alone = true;

  public static void main(String[] args) {
    System.exit(
        new CommandLine(new Accuracy()).setCaseInsensitiveEnumValuesAllowed(true).execute(args));
  }

  @Override
  public Integer call() throws Exception {
    List<Comparison> comparisons = comparisons();
    for (JdkHome jdk : options.jdks()) {
      for (Comparison comparison : comparisons) {
        for (int run = 0; run < options.runs; run++) {
          comparison.run(jdk);
          options.write(TITLE, text(comparisons));
        }
      }
    }
    options.finish(TITLE, text(comparisons));
    return 0;
  }

  private List<Comparison> comparisons() throws IOException {
    if (ablation) {
      return List.of(
          new Ablation(
              new Ablation.Plan(corrections, budgets, alone),
              options.tare(String.join(",", policies)),
              sumWorks,
              kernelRounds,
              new WorkRun.Length(warmUpMillis, measureMillis, options.jvmArguments)));
    }
    List<Contender.Tare> tare = new ArrayList<>();
    for (String policy :
        policies.isEmpty()
            ? List.of(
                "budget=off,calstats=" + Contender.Tare.RUN + "/calstats",
                "budget=off",
                "budget=off,calibration=delayed",
                "budget=off,calibration=off")
            : policies) {
      tare.add(options.tare(policy));
    }
    Sides sides = new Sides(tare, methodTiming ? List.of(new Contender.MethodTiming()) : List.of());
    WorkRun.Length length = new WorkRun.Length(warmUpMillis, measureMillis, options.jvmArguments);
    WorkRun.Length truthLength =
        new WorkRun.Length(warmUpMillis, truthMillis, options.jvmArguments);
    List<Comparison> comparisons = new ArrayList<>();
    for (Part part : parts) {
      comparisons.add(
          switch (part) {
            case KERNELS ->
                new KernelComparison(sides, warmUpMillis, kernelRounds, options.jvmArguments);
            case SUMS -> new SumComparison(sides, sumWorks, length);
            case SHARES -> new ShareComparison(sides, shareWorks, length, truthLength);
            case CAUSALITY -> new CausalityComparison(sides, length);
          });
    }
    return comparisons;
  }

  private static String text(List<Comparison> comparisons) {
    StringBuilder text = new StringBuilder();
    for (Comparison comparison : comparisons) {
      text.append("## ")
          .append(comparison.title())
          .append("\n\n")
          .append(comparison.text())
          .append('\n');
    }
    return text.toString();
  }
}
