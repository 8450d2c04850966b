package dev.tare.bench.accuracy;

import dev.tare.bench.kernel.Kernel;
import dev.tare.bench.kernel.Kernels;
import dev.tare.bench.run.Contender;
import dev.tare.bench.run.JdkHome;
import dev.tare.bench.table.MarkdownTable;
import dev.tare.bench.table.Spread;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
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
    List<String> headings = new ArrayList<>(List.of("kernel: method", "JDK", "truth ns"));
    sides.profilers().forEach(profiler -> headings.add(profiler.name() + ": off by ns"));
    MarkdownTable table = new MarkdownTable(headings);
    StringBuilder wrong = new StringBuilder();
    runs.forEach(
        (jdk, bySide) -> {
          addRows(table, jdk, bySide);
          bySide.forEach(
              (side, list) ->
                  list.forEach(
                      run ->
                          run.wrongCounts()
                              .forEach(
                                  line ->
                                      wrong
                                          .append("\nWrong count under ")
                                          .append(side.name())
                                          .append(": ")
                                          .append(line)
                                          .append('\n'))));
        });
    return table
        + "\nTruth: nanoseconds of one call, without what it calls, when nothing is instrumented: median"
        + " (least..greatest) over the plain JVM runs. Off by: what the profiler says of one call less the truth's median,"
        + " and that as a part of the truth. Rows `all`: one turn of the kernel's loop, everything in it.\n"
        + wrong;
  }

  private void addRows(MarkdownTable table, JdkHome jdk, Map<Contender, List<KernelRun>> bySide) {
    List<KernelRun> plain = bySide.getOrDefault(sides.plain(), List.of());
    List<Kernel> kernels = Kernels.all();
    for (int index = 0; index < kernels.size(); index++) {
      Kernel kernel = kernels.get(index);
      int number = index;
      for (Kernel.Part part : kernel.parts()) {
        String shortClass = part.className().substring(part.className().lastIndexOf('.') + 1);
        Spread truth =
            spread(plain, run -> part.selfNanos(run.turnNanos().get(number), run.bodyTurnNanos()));
        table.add(
            row(
                kernel.name() + ": " + shortClass + "." + part.method(),
                jdk,
                truth,
                bySide,
                run -> run.selfNanos(part)));
      }
      Spread turn = spread(plain, run -> run.turnNanos().get(number));
      table.add(row(kernel.name() + ": all", jdk, turn, bySide, run -> run.turnSelfNanos(kernel)));
    }
  }

  private List<String> row(
      String name,
      JdkHome jdk,
      Spread truth,
      Map<Contender, List<KernelRun>> bySide,
      Function<KernelRun, OptionalDouble> value) {
    List<String> row = new ArrayList<>(List.of(name, jdk.version(), truth.text(2)));
    for (Contender profiler : sides.profilers()) {
      List<Double> errors =
          bySide.getOrDefault(profiler, List.of()).stream()
              .map(value)
              .filter(OptionalDouble::isPresent)
              .map(self -> self.getAsDouble() - truth.median())
              .toList();
      if (errors.isEmpty()) {
        row.add("");
      } else {
        Spread error = Spread.of(errors);
        row.add(
            error.text(1)
                + String.format(Locale.ROOT, ", %+.0f %%", error.median() / truth.median() * 100));
      }
    }
    return row;
  }

  private static Spread spread(List<KernelRun> runs, ToDoubleFunction<KernelRun> value) {
    return Spread.of(runs.stream().map(value::applyAsDouble).toList());
  }
}
