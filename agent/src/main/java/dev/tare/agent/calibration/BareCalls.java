package dev.tare.agent.calibration;

import dev.tare.runtime.Category;
import java.util.stream.IntStream;

/** What bare calls take of the intervals between methods that C2 has compiled. */
final class BareCalls {
  private BareCalls() {}

  /**
   * Makes the solution of the kernels' equations an even one. These cannot tell apart what always
   * comes together: one of two categories was said to hold thirty instructions of bare calls, and
   * the other none. But between two events the probes are the same code whoever is called, and take
   * as much: what the solution leaves of the mean, in the median of all categories of these events.
   * Bare calls take what a category's mean is above that. What it is above the most that the
   * solution gives any of them is nobody's overhead: compilers changed the kernel's code meanwhile.
   *
   * @param mean by key, NaN where training met none; changed
   * @param language by key, as solved; changed
   */
  static void even(double[] mean, double[] language) {
    int[] known =
        IntStream.range(0, Category.KEYS)
            .filter(key -> Category.isOfC2(key) && !Double.isNaN(mean[key]))
            .toArray();
    IntStream.of(known)
        .map(Category::events)
        .distinct()
        .forEach(events -> even(ofEvents(known, events), mean, language));
  }

  private static int[] ofEvents(int[] keys, int events) {
    return IntStream.of(keys).filter(key -> Category.events(key) == events).toArray();
  }

  private static void even(int[] keys, double[] mean, double[] language) {
    double probes =
        Quartiles.median(IntStream.of(keys).mapToDouble(key -> mean[key] - language[key]));
    double most = IntStream.of(keys).mapToDouble(key -> language[key]).max().orElseThrow();
    for (int key : keys) {
      mean[key] = Math.min(mean[key], probes + most);
      language[key] = Math.max(0, mean[key] - probes);
    }
  }
}
