package dev.tare.agent.calibration.model;

import dev.tare.runtime.calibration.Category;
import java.util.stream.IntStream;

/** What bare calls take of the intervals between methods that C2 has compiled. */
public final class BaselineCostCorrection {
  private BaselineCostCorrection() {}

  /**
   * Makes the solution of the kernels' equations an even one. These cannot tell apart what always
   * comes together: one of two categories was said to hold thirty instructions of bare calls, and
   * the other none. But between two events the probes are the same code whoever is called, and take
   * as much: what the solution leaves of the mean, in the median of all categories of these events.
   * Bare calls take what a category's mean is above that. What it is above the most that the
   * solution gives any of them is nobody's overhead: compilers changed the kernel's code meanwhile.
   *
   * @param mean by key, NaN where training met none; changed
   * @param baselineCallCost by key, as solved; changed
   */
  public static void even(double[] mean, double[] baselineCallCost) {
    int[] known =
        IntStream.range(0, Category.KEYS)
            .filter(key -> Category.isOfC2(key) && !Double.isNaN(mean[key]))
            .toArray();
    IntStream.of(known)
        .map(Category::events)
        .distinct()
        .forEach(events -> even(ofEvents(known, events), mean, baselineCallCost));
  }

  private static int[] ofEvents(int[] keys, int events) {
    return IntStream.of(keys).filter(key -> Category.events(key) == events).toArray();
  }

  private static void even(int[] keys, double[] mean, double[] baselineCallCost) {
    double probes =
        Quartiles.median(IntStream.of(keys).mapToDouble(key -> mean[key] - baselineCallCost[key]));
    double most = IntStream.of(keys).mapToDouble(key -> baselineCallCost[key]).max().orElseThrow();
    for (int key : keys) {
      mean[key] = Math.min(mean[key], probes + most);
      baselineCallCost[key] = Math.max(0, mean[key] - probes);
    }
  }
}
