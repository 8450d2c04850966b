package dev.tare.bench.accuracy;

import dev.tare.bench.run.MeasuredProfile;
import dev.tare.bench.run.MethodKey;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Each method's part of the whole.
 *
 * @param parts sum 1; a part of a profile can be negative
 */
record Shares(Map<MethodKey, Double> parts) {

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
}
