package dev.tare.fleet.query;

import dev.tare.fleet.FleetException;
import dev.tare.profile.CallsKind;
import dev.tare.profile.MethodInfo;
import dev.tare.report.diff.Noise;
import dev.tare.report.view.MethodPattern;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;

/** Sums of methods in the cells of two sides: JVMs, or periods of JVMs. */
final class Cells {
  private record Key(long high, long low) {}

  private static final class Cell {
    double seconds;
    final Map<Integer, Long> self = new HashMap<>();
    final Map<Integer, Long> calls = new HashMap<>();

    long self(int method) {
      return self.getOrDefault(method, 0L);
    }

    long calls(int method) {
      return calls.getOrDefault(method, 0L);
    }
  }

  private final String before;
  private final List<Map<String, Cell>> sides = List.of(new HashMap<>(), new HashMap<>());
  private final Map<Key, Integer> numbers = new HashMap<>();
  private final Map<Integer, Integer> kinds = new HashMap<>();
  private final Map<Integer, String> tiers = new HashMap<>();
  private final Map<Integer, MethodInfo> methods = new HashMap<>();
  private List<String> names = List.of();

  /** Of two sides, of which this is the first. */
  Cells(String before) {
    this.before = before;
  }

  private Cell cell(Row row) {
    return sides
        .get(row.getString(0).equals(before) ? 0 : 1)
        .computeIfAbsent(row.getString(1), key -> new Cell());
  }

  /** Rows of version, cell, seconds. */
  void durations(List<Row> rows) {
    rows.forEach(row -> cell(row).seconds = row.getDouble(2));
  }

  /** Rows of version, cell, method, self, calls, kind, tier. */
  void add(List<Row> rows) {
    for (Row row : rows) {
      Cell cell = cell(row);
      int method =
          numbers.computeIfAbsent(new Key(row.getLong(2), row.getLong(3)), key -> numbers.size());
      cell.self.merge(method, row.getLong(4), Long::sum);
      cell.calls.merge(method, row.getLong(5), Long::sum);
      kinds.merge(method, row.getInt(6), Math::max);
      String tier = row.isNullAt(7) ? "" : row.getString(7);
      tiers.merge(method, tier, (known, added) -> known.equals(added) ? known : "(several)");
    }
  }

  /** Rows of method_high, method_low, class, method, descriptor. */
  void name(List<Row> rows) {
    List<String> given = Top.names(rows);
    String[] byNumber = new String[numbers.size()];
    for (int i = 0; i < rows.size(); i++) {
      Row row = rows.get(i);
      Integer number = numbers.get(new Key(row.getLong(0), row.getLong(1)));
      if (number != null) {
        byNumber[number] = given.get(i);
        methods.put(
            number, new MethodInfo(row.getString(2), row.getString(3), row.getString(4), null, 0));
      }
    }
    names = List.of(byNumber);
  }

  /** Cells of a side. */
  int count(int side) {
    return sides.get(side).size();
  }

  List<Comparison> compare(@Nullable String anchor, boolean perCall) throws FleetException {
    BitSet anchors = anchor == null ? new BitSet() : anchors(anchor);
    Noise noise =
        Noise.of(values(0, anchors, perCall), values(1, anchors, perCall), numbers.size());
    List<Comparison> result = new ArrayList<>();
    for (int method = 0; method < numbers.size(); method++) {
      result.add(comparison(method, noise, anchors, perCall));
    }
    return result;
  }

  private BitSet anchors(String anchor) throws FleetException {
    List<MethodInfo> all = new ArrayList<>();
    for (int method = 0; method < numbers.size(); method++) {
      all.add(methods.getOrDefault(method, MethodInfo.BEYOND_MAXNODES));
    }
    try {
      return new MethodPattern(anchor).among(all);
    } catch (MethodPattern.NoMatchException e) {
      throw new FleetException(String.valueOf(e.getMessage()), e);
    }
  }

  private double[][] values(int side, BitSet anchors, boolean perCall) {
    List<double[]> values = new ArrayList<>();
    for (Cell cell : sides.get(side).values()) {
      double[] of = new double[numbers.size()];
      for (int method = 0; method < of.length; method++) {
        of[method] = ratio((double) cell.self(method), weight(cell, method, anchors, perCall));
      }
      values.add(of);
    }
    return values.toArray(double[][]::new);
  }

  private static double weight(Cell cell, int method, BitSet anchors, boolean perCall) {
    if (perCall) {
      return cell.calls(method);
    }
    return anchors.isEmpty() ? cell.seconds : anchors.stream().mapToLong(cell::calls).sum();
  }

  private static double ratio(double value, double weight) {
    return weight == 0 ? 0 : value / weight;
  }

  private Comparison comparison(int method, Noise noise, BitSet anchors, boolean perCall) {
    double[] means = new double[2];
    long[] calls = new long[2];
    long[] units = new long[2];
    for (int side = 0; side < 2; side++) {
      double self = 0;
      double weights = 0;
      for (Cell cell : sides.get(side).values()) {
        self += cell.self(method);
        weights += weight(cell, method, anchors, perCall);
        calls[side] += cell.calls(method);
        units[side] += anchors.stream().mapToLong(cell::calls).sum();
      }
      means[side] = ratio(self, weights);
    }
    double half = noise.halfWidth(method);
    boolean isTested = !Double.isNaN(half);
    double base = evenBefore(means, noise.change(method));
    return new Comparison(
        names.get(method),
        isTested ? (Double) (noise.change(method) / base) : null,
        isTested && noise.canBeSure() ? (Double) (half / base) : null,
        noise.isSure(method),
        means[0],
        means[1],
        anchors.isEmpty() ? null : fraction(calls[0], units[0]),
        anchors.isEmpty() ? null : fraction(calls[1], units[1]),
        anchors.isEmpty() ? null : callsVerdict(method, calls, units),
        tiers.getOrDefault(method, ""));
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
    CallsKind kind = CallsKind.of(kinds.getOrDefault(method, 0));
    return (isSame ? "same" : "other") + (kind == CallsKind.EXACT ? "" : ", " + kind.key());
  }
}
