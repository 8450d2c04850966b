package dev.tare.bench.accuracy;

import dev.tare.bench.run.Contender;
import dev.tare.bench.run.JdkHome;
import dev.tare.bench.table.MarkdownTable;
import dev.tare.bench.table.Spread;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The lines of the kernels as tables: each line, and the worst of them. */
final class KernelTables {
  private static final double SHORT_FROM_NANOS = 2;
  private static final double SHORT_TO_NANOS = 20;
  private static final double LONG_FROM_NANOS = 100;

  private final List<KernelLine> lines;
  private final List<Contender> profilers;

  KernelTables(List<KernelLine> lines, List<Contender> profilers) {
    this.lines = lines;
    this.profilers = profilers;
  }

  /** A row for each line, a column for each profiler. */
  String all() {
    List<String> headings = new ArrayList<>(List.of("kernel: method", "JDK", "truth ns"));
    profilers.forEach(profiler -> headings.add(profiler.name() + ": off by ns"));
    MarkdownTable table = new MarkdownTable(headings);
    for (KernelLine line : lines) {
      List<String> row =
          new ArrayList<>(List.of(line.name(), line.jdk().version(), line.truthNanos().text(2)));
      for (Contender profiler : profilers) {
        Spread error = line.errorNanos().get(profiler);
        row.add(
            error == null
                ? ""
                : error.text(1)
                    + String.format(
                        Locale.ROOT,
                        ", %+.0f %%",
                        100 * error.median() / line.truthNanos().median()));
      }
      table.add(row);
    }
    return table.toString();
  }

  /** A row for each JDK and profiler: the greatest errors of short and of long methods. */
  String worst() {
    MarkdownTable table =
        new MarkdownTable(
            List.of(
                "profiler",
                "JDK",
                "2 to 20 ns: worst, ns",
                "100 ns or more: worst, %",
                "whole turns: worst, sum / truth"));
    Set<JdkHome> jdks = new LinkedHashSet<>();
    lines.forEach(line -> jdks.add(line.jdk()));
    for (JdkHome jdk : jdks) {
      for (Contender profiler : profilers) {
        double shortError = 0;
        double longError = 0;
        double ratio = 1;
        for (KernelLine line : lines) {
          Spread spread = line.errorNanos().get(profiler);
          if (spread == null || !line.jdk().equals(jdk)) {
            continue;
          }
          double error = spread.median();
          double truth = line.truthNanos().median();
          if (line.whole()) {
            ratio = further(ratio, 1 + error / truth);
          } else if (truth >= SHORT_FROM_NANOS && truth <= SHORT_TO_NANOS) {
            shortError = greater(shortError, error);
          } else if (truth >= LONG_FROM_NANOS) {
            longError = greater(longError, 100 * error / truth);
          }
        }
        table.add(
            List.of(
                profiler.name(),
                jdk.version(),
                String.format(Locale.ROOT, "%+.1f", shortError),
                String.format(Locale.ROOT, "%+.1f", longError),
                String.format(Locale.ROOT, "%.2f", ratio)));
      }
    }
    return table.toString();
  }

  private static double greater(double one, double other) {
    return Math.abs(other) > Math.abs(one) ? other : one;
  }

  private static double further(double one, double other) {
    return Math.abs(other - 1) > Math.abs(one - 1) ? other : one;
  }
}
