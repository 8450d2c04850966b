package dev.tare.fleet.query;

import dev.tare.fleet.FleetException;
import dev.tare.profile.CallsKind;
import dev.tare.report.diff.Noise;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;

/** Sums of methods in the cells of two sides: JVMs, or periods of JVMs. */
final class Cells {
  private static final class Cell {
    private double seconds;
    private final long[] self;
    private final long[] calls;
    private final long[] samples;

    Cell(int methods) {
      self = new long[methods];
      calls = new long[methods];
      samples = new long[methods];
    }
  }

  private final MethodList methods;
  private final BitSet sampled;
  private final long samplePeriodNanos;
  private final List<Cell> all = new ArrayList<>();
  private final List<List<Cell>> sides = List.of(new ArrayList<>(), new ArrayList<>());
  private final int[] kinds;
  private final BitSet seen = new BitSet();

  /**
   * Cells in which these methods may be.
   *
   * @param bestKind how well calls can be known at best
   * @param sampled methods that samples compare too
   * @param samplePeriodNanos CPU time between two samples
   */
  Cells(MethodList methods, CallsKind bestKind, BitSet sampled, long samplePeriodNanos) {
    this.methods = methods;
    this.sampled = sampled;
    this.samplePeriodNanos = samplePeriodNanos;
    kinds = new int[methods.methods().size()];
    Arrays.fill(kinds, bestKind.number());
  }

  /** The number of a new cell of a side. */
  int add(int side) {
    Cell cell = new Cell(kinds.length);
    all.add(cell);
    sides.get(side).add(cell);
    return all.size() - 1;
  }

  void addSeconds(int cell, double seconds) {
    all.get(cell).seconds += seconds;
  }

  /** Rows of cell, method, self, calls, kind, samples. */
  void add(List<Row> rows) {
    for (Row row : rows) {
      Cell cell = all.get(row.getInt(0));
      int method = methods.number(row.getLong(1), row.getLong(2));
      cell.self[method] += row.getLong(3);
      cell.calls[method] += row.getLong(4);
      kinds[method] = Math.max(kinds[method], row.getInt(5));
      cell.samples[method] += row.getLong(6);
      seen.set(method);
    }
  }

  /** Cells of a side. */
  int count(int side) {
    return sides.get(side).size();
  }

  List<Comparison> compare(@Nullable String anchor, boolean perCall) throws FleetException {
    BitSet anchors = anchor == null ? new BitSet() : methods.among(anchor);
    leaveOutIdle();
    for (List<Cell> side : sides) {
      if (anchor != null && side.stream().allMatch(cell -> calls(cell, anchors) == 0)) {
        throw new FleetException(
            "no calls of "
                + anchor
                + " are known: it has no probes in one of the runs, or was not called. Choose another"
                + " --anchor, or name it in the agent's include=, as in include=*:com.acme.Order#total");
      }
      // Without a unit of work there is no value of one: a cell of zeros would leave nothing to
      // test.
      side.removeIf(cell -> anchor != null && calls(cell, anchors) == 0);
    }
    // Of each method its readings, and behind them its samples: all say how fast machines were.
    Noise noise =
        Noise.of(values(0, anchors, perCall), values(1, anchors, perCall), 2 * kinds.length);
    List<Integer> compared = seen.stream().boxed().toList();
    List<String> names = methods.names(compared);
    List<Comparison> result = new ArrayList<>();
    for (int i = 0; i < compared.size(); i++) {
      int method = compared.get(i);
      result.add(comparison(method, false, names.get(i), noise, anchors, perCall));
      if (sampled.get(method) && !Double.isNaN(noise.halfWidth(kinds.length + method))) {
        result.add(comparison(method, true, names.get(i), noise, anchors, perCall));
      }
    }
    return result;
  }

  /**
   * Leaves out cells in which most of the methods that matter did not run, such as a start: they
   * say nothing of how much the others vary.
   */
  private void leaveOutIdle() {
    int[] matter = mattering();
    for (List<Cell> side : sides) {
      List<Cell> busy =
          side.stream().filter(cell -> 2 * running(cell, matter) >= matter.length).toList();
      if (!busy.isEmpty()) {
        side.retainAll(busy);
      }
    }
  }

  /** Methods of a thousandth or more of all values, that run in half of the cells or more. */
  private int[] mattering() {
    double[] sums = new double[kinds.length];
    int[] cells = new int[kinds.length];
    for (Cell cell : all) {
      for (int method = 0; method < sums.length; method++) {
        sums[method] += Math.max(0, cell.self[method]);
        cells[method] += cell.self[method] > 0 ? 1 : 0;
      }
    }
    double least = Noise.MIN_SHARE * DoubleStream.of(sums).sum();
    return IntStream.range(0, sums.length)
        .filter(method -> sums[method] > least && 2 * cells[method] >= all.size())
        .toArray();
  }

  private static long running(Cell cell, int[] methods) {
    return IntStream.of(methods).filter(method -> cell.self[method] > 0).count();
  }

  private double[][] values(int side, BitSet anchors, boolean perCall) {
    List<double[]> values = new ArrayList<>();
    for (Cell cell : sides.get(side)) {
      double[] of = new double[2 * kinds.length];
      for (int method = 0; method < kinds.length; method++) {
        double weight = weight(cell, method, anchors, perCall);
        of[method] = ratio(value(cell, method, false), weight);
        if (sampled.get(method)) {
          of[kinds.length + method] = ratio(value(cell, method, true), weight);
        }
      }
      values.add(of);
    }
    return values.toArray(double[][]::new);
  }

  private double value(Cell cell, int method, boolean isOfSamples) {
    return isOfSamples
        ? (double) cell.samples[method] * samplePeriodNanos
        : (double) cell.self[method];
  }

  private static long calls(Cell cell, BitSet anchors) {
    return anchors.stream().mapToLong(anchor -> cell.calls[anchor]).sum();
  }

  private static double weight(Cell cell, int method, BitSet anchors, boolean perCall) {
    if (perCall) {
      return cell.calls[method];
    }
    return anchors.isEmpty() ? cell.seconds : calls(cell, anchors);
  }

  private static double ratio(double value, double weight) {
    return weight == 0 ? 0 : value / weight;
  }

  private Comparison comparison(
      int method, boolean isOfSamples, String name, Noise noise, BitSet anchors, boolean perCall) {
    double[] means = new double[2];
    long[] calls = new long[2];
    long[] units = new long[2];
    for (int side = 0; side < 2; side++) {
      double self = 0;
      double weights = 0;
      for (Cell cell : sides.get(side)) {
        self += value(cell, method, isOfSamples);
        weights += weight(cell, method, anchors, perCall);
        calls[side] += cell.calls[method];
        units[side] += calls(cell, anchors);
      }
      means[side] = ratio(self, weights);
    }
    int place = isOfSamples ? kinds.length + method : method;
    double half = noise.halfWidth(place);
    boolean isTested = !Double.isNaN(half);
    double base = evenBefore(means, noise.change(place));
    return new Comparison(
        name,
        isTested ? (Double) (noise.change(place) / base) : null,
        isTested && noise.canBeSure() ? (Double) (half / base) : null,
        noise.isSure(place),
        means[0],
        means[1],
        anchors.isEmpty() ? null : fraction(calls[0], units[0]),
        anchors.isEmpty() ? null : fraction(calls[1], units[1]),
        anchors.isEmpty() ? null : callsVerdict(method, calls, units),
        methods.methods().get(method).tier(),
        isOfSamples);
  }

  /** What was before, with sides evened out: the mean of both, less half of the change. */
  private static double evenBefore(double[] means, double change) {
    return Math.max((means[0] + means[1] - change) / 2, Double.MIN_NORMAL);
  }

  /** A whole number where it is one. */
  private static String fraction(long calls, long units) {
    return units != 0 && calls % units == 0 ? Long.toString(calls / units) : calls + "/" + units;
  }

  private String callsVerdict(int method, long[] calls, long[] units) {
    boolean isSame =
        BigInteger.valueOf(calls[0])
            .multiply(BigInteger.valueOf(units[1]))
            .equals(BigInteger.valueOf(calls[1]).multiply(BigInteger.valueOf(units[0])));
    CallsKind kind = CallsKind.of(kinds[method]);
    return (isSame ? "same" : "other") + (kind == CallsKind.EXACT ? "" : ", " + kind.key());
  }
}
