package dev.tare.bench.accuracy;

import dev.tare.bench.run.MeasuredProfile;
import dev.tare.bench.run.MethodKey;
import dev.tare.bench.table.Spread;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Each method's part of the whole.
 *
 * @param parts sum 1; a part of a profile can be negative
 */
record Shares(Map<MethodKey, Double> parts) {
  private static final int DRAWINGS = 21;

  static Shares of(Map<MethodKey, Double> values) {
    double sum = values.values().stream().mapToDouble(Double::doubleValue).sum();
    Map<MethodKey, Double> parts = new HashMap<>();
    values.forEach((method, value) -> parts.put(method, value / sum));
    return new Shares(parts);
  }

  static Shares of(MeasuredProfile profile) {
    Map<MethodKey, Double> self = new HashMap<>();
    profile.methods().forEach((method, sums) -> self.put(method, (double) sums.self()));
    return of(self);
  }

  /** Of values as a report shows them. */
  static Shares shown(MeasuredProfile profile) {
    return of(profile.shown());
  }

  /** The mean of each method's parts, of some. */
  static Shares mean(List<Shares> some) {
    Map<MethodKey, Double> sums = new HashMap<>();
    some.forEach(one -> one.parts.forEach((method, part) -> sums.merge(method, part, Double::sum)));
    return of(sums);
  }

  /**
   * Sum over all methods of the difference: 0 for equal shares, 2 for those that have no method in
   * common.
   */
  double distance(Shares other) {
    Set<MethodKey> methods = new HashSet<>(parts.keySet());
    methods.addAll(other.parts.keySet());
    double distance = 0;
    for (MethodKey method : methods) {
      distance += Math.abs(parts.getOrDefault(method, 0.0) - other.parts.getOrDefault(method, 0.0));
    }
    return distance;
  }

  /**
   * The distance that chance alone gives: between these shares and so many samples drawn from them;
   * median of some drawings. The parts are not negative.
   */
  double distanceByChance(long samples) {
    double[] cumulated = new double[parts.size()];
    List<MethodKey> methods = new ArrayList<>(parts.keySet());
    double sum = 0;
    for (int index = 0; index < cumulated.length; index++) {
      sum += parts.getOrDefault(methods.get(index), 0.0);
      cumulated[index] = sum;
    }
    SplittableRandom random = new SplittableRandom(1);
    List<Double> distances = new ArrayList<>();
    for (int drawing = 0; drawing < DRAWINGS; drawing++) {
      Map<MethodKey, Double> drawn = new HashMap<>();
      for (long sample = 0; sample < samples; sample++) {
        int found = Arrays.binarySearch(cumulated, random.nextDouble() * sum);
        int index = Math.min(found < 0 ? -found - 1 : found, cumulated.length - 1);
        drawn.merge(methods.get(index), 1.0, Double::sum);
      }
      distances.add(distance(of(drawn)));
    }
    return Spread.of(distances).median();
  }
}
