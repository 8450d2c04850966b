package dev.tare.agent.calibration;

import dev.tare.runtime.Category;
import dev.tare.runtime.KnownOverheads;
import java.util.stream.IntStream;

/**
 * Makes trained values into what is known of every category. Where training met none of a category,
 * its like speak for it: those between the same events, of them first those in which the method on
 * top ran the same way.
 */
final class Likeness {
  private Likeness() {}

  /**
   * What is known.
   *
   * @param minimum by key
   * @param mean by key, NaN where training met none
   * @param language by key
   */
  static KnownOverheads fill(double[] minimum, double[] mean, double[] language) {
    KnownOverheads known = new KnownOverheads();
    int[] trained = IntStream.range(0, Category.KEYS).filter(k -> !Double.isNaN(mean[k])).toArray();
    for (int key = 0; key < Category.KEYS; key++) {
      if (!Double.isNaN(mean[key])) {
        known.setTrained(key, (long) minimum[key], mean[key], language[key]);
        continue;
      }
      int[] like = like(trained, key);
      if (like.length > 0) {
        known.setGuessed(key, average(minimum, like), average(mean, like), average(language, like));
      }
    }
    return known;
  }

  /** The trained categories that come nearest. */
  private static int[] like(int[] trained, int key) {
    int nearest = IntStream.of(trained).map(other -> Category.distance(key, other)).min().orElse(0);
    return IntStream.of(trained)
        .filter(other -> Category.distance(key, other) == nearest)
        .toArray();
  }

  private static double average(double[] values, int[] of) {
    return IntStream.of(of).mapToDouble(key -> values[key]).average().orElseThrow();
  }
}
