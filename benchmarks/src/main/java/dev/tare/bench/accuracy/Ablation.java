package dev.tare.bench.accuracy;

import dev.tare.bench.kernel.Kernel;
import dev.tare.bench.kernel.Kernels;
import dev.tare.bench.run.Contender;
import dev.tare.bench.run.JdkHome;
import dev.tare.bench.run.MeasuredProfile;
import dev.tare.bench.run.Scratch;
import dev.tare.bench.run.WorkKind;
import dev.tare.bench.run.WorkRun;
import dev.tare.bench.table.MarkdownTable;
import dev.tare.bench.table.Spread;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * What each correction of the calibration moves: all of them, all but one, and each one alone. Each
 * JVM makes its calibration run itself.
 */
public final class Ablation implements Comparison {
  /** As {@code dev.tare.runtime.calibration.Corrections} reads it. */
  private static final String PROPERTY = "tare.calibration.without";

  /**
   * What is compared.
   *
   * @param corrections names of all of them
   * @param budgets of the agent, as its arguments give them; kernels are measured without one alone
   * @param alone whether each correction is measured without all others too
   */
  public record Plan(List<String> corrections, List<String> budgets, boolean alone) {
    public Plan {
      corrections = List.copyOf(corrections);
      budgets = List.copyOf(budgets);
    }

    private List<Side> sides() {
      List<Side> sides = new ArrayList<>();
      for (String budget : budgets) {
        sides.add(new Side(budget, "all", List.of()));
        corrections.forEach(name -> sides.add(new Side(budget, "without " + name, List.of(name))));
        sides.add(new Side(budget, "none", corrections));
        if (alone) {
          corrections.forEach(
              name ->
                  sides.add(
                      new Side(
                          budget,
                          name + " alone",
                          corrections.stream().filter(other -> !other.equals(name)).toList())));
        }
      }
      return sides;
    }
  }

  private record Side(String budget, String name, List<String> without) {
    boolean isExact() {
      return budget.equals("off");
    }
  }

  private record Key(JdkHome jdk, Side side) {}

  /** What is known of a side: runs of the kernels, and of each work the sum by the plain run's. */
  private record Runs(List<KernelRun> kernels, Map<WorkKind, List<Double>> sums) {
    static Runs none() {
      return new Runs(new ArrayList<>(), new LinkedHashMap<>());
    }
  }

  private final Plan plan;
  private final Contender.Tare tare;
  private final List<WorkKind> works;
  private final int kernelRounds;
  private final WorkRun.Length length;
  private final Map<JdkHome, List<KernelRun>> truths = new LinkedHashMap<>();
  private final Map<Key, Runs> runs = new LinkedHashMap<>();

  /**
   * @param tare the agent, whose arguments are added to
   * @param kernelRounds rounds of the kernels that count; 0 leaves the kernels out
   */
  public Ablation(
      Plan plan,
      Contender.Tare tare,
      List<WorkKind> works,
      int kernelRounds,
      WorkRun.Length length) {
    this.plan = plan;
    this.tare = tare;
    this.works = List.copyOf(works);
    this.kernelRounds = kernelRounds;
    this.length = length;
  }

  @Override
  public String title() {
    return "What each correction moves";
  }

  @Override
  public void run(JdkHome jdk) throws IOException, InterruptedException {
    Contender.Plain plain = new Contender.Plain();
    if (kernelRounds > 0) {
      truths
          .computeIfAbsent(jdk, key -> new ArrayList<>())
          .add(
              KernelRun.start(
                  jdk, plain, length.warmUpMillis(), kernelRounds, length.jvmArguments()));
    }
    for (Side side : plan.sides()) {
      Runs ofSide = runs.computeIfAbsent(new Key(jdk, side), key -> Runs.none());
      if (kernelRounds > 0 && side.isExact()) {
        ofSide.kernels.add(kernels(jdk, side));
      }
      for (WorkKind work : works) {
        ofSide.sums.computeIfAbsent(work, key -> new ArrayList<>()).add(sum(jdk, side, work));
      }
    }
  }

  private KernelRun kernels(JdkHome jdk, Side side) throws IOException, InterruptedException {
    try (Scratch scratch = Scratch.create()) {
      return KernelRun.start(
          jdk,
          contender(side, scratch),
          length.warmUpMillis(),
          kernelRounds,
          of(side).jvmArguments());
    }
  }

  /** Of a round, by the time of one in a plain run beside it. */
  private double sum(JdkHome jdk, Side side, WorkKind work)
      throws IOException, InterruptedException {
    try (Scratch scratch = Scratch.create()) {
      List<Contender> sides = List.of(new Contender.Plain(), contender(side, scratch));
      List<WorkRun> runs = WorkRun.inTurns(jdk, sides, work, of(side));
      MeasuredProfile profile = Objects.requireNonNull(runs.get(1).profile());
      return profile.selfPerRound() / runs.get(0).roundCpuNanos();
    }
  }

  private WorkRun.Length of(Side side) {
    return length.with("-D" + PROPERTY + "=" + String.join(",", side.without));
  }

  /** With statistics of its own, so that no run takes over what another has learnt. */
  private Contender.Tare contender(Side side, Scratch scratch) {
    List<String> arguments =
        Stream.of(
                tare.arguments(),
                "budget=" + side.budget,
                "budgetlearn=off",
                "calstats=" + scratch.folder().resolve("calstats.json"))
            .filter(argument -> !argument.isEmpty())
            .toList();
    return new Contender.Tare(side.name, tare.agent(), String.join(",", arguments));
  }

  @Override
  public String text() {
    List<String> headings = new ArrayList<>(List.of("corrections", "budget", "JDK"));
    if (kernelRounds > 0) {
      for (KernelErrors.Statistic statistic : KernelErrors.Statistic.values()) {
        headings.add(statistic.heading());
      }
    }
    works.forEach(work -> headings.add(work.label() + ": sum / plain"));
    MarkdownTable table = new MarkdownTable(headings);
    runs.forEach((key, ofSide) -> table.add(row(key, ofSide)));
    return table
        + "\nMedian (least..greatest) over runs of one JVM each, interleaved; works run in turns with a"
        + " plain JVM."
        + " Kernels: what the profile says of a call less the truth, the median of the plain runs;"
        + " of each JVM the mean over the methods. Sums: of all self values in a round, by a round"
        + " of the plain run.\n";
  }

  private List<String> row(Key key, Runs ofSide) {
    List<String> row = new ArrayList<>(List.of(key.side.name, key.side.budget, key.jdk.version()));
    if (kernelRounds > 0) {
      KernelErrors errors = new KernelErrors(Objects.requireNonNull(truths.get(key.jdk)));
      for (KernelErrors.Statistic statistic : KernelErrors.Statistic.values()) {
        row.add(
            ofSide.kernels.isEmpty()
                ? ""
                : Spread.of(ofSide.kernels.stream().map(run -> errors.of(run, statistic)).toList())
                    .text(1));
      }
    }
    for (WorkKind work : works) {
      row.add(
          ofSide.sums.containsKey(work)
              ? Spread.of(Objects.requireNonNull(ofSide.sums.get(work))).text(2)
              : "");
    }
    return row;
  }

  /** How far one run of the kernels is off, in few figures. */
  private static final class KernelErrors {
    private static final double SHORT_NANOS = 30;
    private static final double LONG_NANOS = 100;

    enum Statistic {
      SHORT("leaves to 30 ns: off by, ns"),
      SHORT_SIZE("size of that, ns"),
      LONG("100 ns and more: off by, %"),
      CALLERS("callers: off by, ns"),
      RECURSION("fib: off by, ns");

      private final String heading;

      Statistic(String heading) {
        this.heading = heading;
      }

      String heading() {
        return heading;
      }
    }

    private final List<KernelRun> truths;

    KernelErrors(List<KernelRun> truths) {
      this.truths = truths;
    }

    double of(KernelRun run, Statistic statistic) {
      List<Double> errors = new ArrayList<>();
      List<Kernel> kernels = Kernels.all();
      for (int index = 0; index < kernels.size(); index++) {
        for (Kernel.Part part : kernels.get(index).parts()) {
          double truth = truth(part, index);
          double error = run.selfNanos(part).orElseThrow() - truth;
          boolean recursion = !part.leaf() && part.bodyTurns() == 0;
          boolean counts =
              switch (statistic) {
                case SHORT, SHORT_SIZE -> part.leaf() && truth <= SHORT_NANOS;
                case LONG -> truth >= LONG_NANOS;
                case CALLERS -> !part.leaf() && !recursion;
                case RECURSION -> recursion;
              };
          if (counts) {
            errors.add(
                switch (statistic) {
                  case SHORT_SIZE -> Math.abs(error);
                  case LONG -> 100 * error / truth;
                  default -> error;
                });
          }
        }
      }
      return errors.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
    }

    private double truth(Kernel.Part part, int kernel) {
      return Spread.of(
              truths.stream()
                  .map(run -> part.selfNanos(run.turnNanos().get(kernel), run.bodyTurnNanos()))
                  .toList())
          .median();
    }
  }
}
