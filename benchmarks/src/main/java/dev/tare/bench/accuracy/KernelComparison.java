package dev.tare.bench.accuracy;

import dev.tare.bench.kernel.Kernel;
import dev.tare.bench.kernel.Kernels;
import dev.tare.bench.run.Contender;
import dev.tare.bench.run.JdkHome;
import dev.tare.bench.table.Spread;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Self values of methods whose cost is known: their time in plain JVMs, by the difference of two
 * loop lengths.
 */
public final class KernelComparison implements Comparison {
  private final Sides sides;
  private final long warmUpMillis;
  private final int rounds;
  private final List<String> jvmArguments;
  private final Map<JdkHome, Map<Contender, List<KernelRun>>> runs = new LinkedHashMap<>();

  /**
   * @param rounds that count, in each JVM
   */
  public KernelComparison(Sides sides, long warmUpMillis, int rounds, List<String> jvmArguments) {
    this.sides = sides;
    this.warmUpMillis = warmUpMillis;
    this.rounds = rounds;
    this.jvmArguments = List.copyOf(jvmArguments);
  }

  @Override
  public String title() {
    return "Kernels of known cost";
  }

  @Override
  public void run(JdkHome jdk) throws IOException, InterruptedException {
    start(jdk, sides.plain());
    for (Contender profiler : sides.profilers(jdk)) {
      start(jdk, profiler);
    }
  }

  private void start(JdkHome jdk, Contender side) throws IOException, InterruptedException {
    runs.computeIfAbsent(jdk, key -> new LinkedHashMap<>())
        .computeIfAbsent(side, key -> new ArrayList<>())
        .add(KernelRun.start(jdk, side, warmUpMillis, rounds, jvmArguments));
  }

  @Override
  public String text() {
    List<KernelLine> lines = new ArrayList<>();
    runs.forEach((jdk, bySide) -> lines.addAll(lines(jdk, bySide)));
    KernelTables tables = new KernelTables(lines, sides.profilers());
    return tables.worst()
        + "\n"
        + tables.all()
        + "\nTruth: nanoseconds of one call, without what it calls, when nothing is instrumented: median"
        + " (least..greatest) over the plain JVM runs. Off by: what the profiler says of one call less the truth's median,"
        + " and that as a part of the truth. Rows `all`: one whole turn of the kernel's loop, everything in it.\n"
        + wrongCounts();
  }

  private String wrongCounts() {
    StringBuilder wrong = new StringBuilder();
    for (Map<Contender, List<KernelRun>> bySide : runs.values()) {
      bySide.forEach(
          (side, list) ->
              list.stream()
                  .flatMap(run -> run.wrongCounts().stream())
                  .forEach(
                      line ->
                          wrong.append("\nWrong count under " + side.name() + ": " + line + "\n")));
    }
    return wrong.toString();
  }

  private List<KernelLine> lines(JdkHome jdk, Map<Contender, List<KernelRun>> bySide) {
    List<KernelRun> plain = bySide.getOrDefault(sides.plain(), List.of());
    List<Kernel> kernels = Kernels.all();
    List<KernelLine> lines = new ArrayList<>();
    for (int index = 0; index < kernels.size(); index++) {
      Kernel kernel = kernels.get(index);
      int number = index;
      for (Kernel.Part part : kernel.parts()) {
        String shortClass = part.className().substring(part.className().lastIndexOf('.') + 1);
        String name = kernel.name() + ": " + shortClass + "." + part.method();
        Spread truth =
            spread(plain, run -> part.selfNanos(run.turnNanos().get(number), run.bodyTurnNanos()));
        lines.add(
            new KernelLine(
                name, jdk, false, truth, errors(truth, bySide, run -> run.selfNanos(part))));
      }
      Spread truth = spread(plain, run -> run.turnNanos().get(number));
      Map<Contender, Spread> errors = errors(truth, bySide, run -> run.turnSelfNanos(kernel));
      lines.add(new KernelLine(kernel.name() + ": all", jdk, true, truth, errors));
    }
    return lines;
  }

  private Map<Contender, Spread> errors(
      Spread truth,
      Map<Contender, List<KernelRun>> bySide,
      Function<KernelRun, OptionalDouble> value) {
    Map<Contender, Spread> errors = new HashMap<>();
    for (Contender profiler : sides.profilers()) {
      List<Double> found =
          bySide.getOrDefault(profiler, List.of()).stream()
              .map(value)
              .filter(OptionalDouble::isPresent)
              .map(self -> self.getAsDouble() - truth.median())
              .toList();
      if (!found.isEmpty()) {
        errors.put(profiler, Spread.of(found));
      }
    }
    return errors;
  }

  private static Spread spread(List<KernelRun> runs, ToDoubleFunction<KernelRun> value) {
    return Spread.of(runs.stream().map(value::applyAsDouble).toList());
  }
}
