package dev.tare.agent.calibration.model;

import dev.tare.runtime.calibration.Category;
import dev.tare.runtime.calibration.Corrections;
import dev.tare.runtime.calibration.KnownOverheads;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Makes trained values into what is known of every category. Where training met none of a category,
 * its like speak for it: those between the same events, of them first those in which the method on
 * top ran the same way.
 */
final class CategoryFallback {
  private CategoryFallback() {}

  /**
   * What is known.
   *
   * @param minimum by key
   * @param mean by key, NaN where training met none
   * @param baselineCallCost by key
   */
  static KnownOverheads fill(double[] minimum, double[] mean, double[] baselineCallCost) {
    KnownOverheads known = new KnownOverheads();
    int[] trained = IntStream.range(0, Category.KEYS).filter(k -> !Double.isNaN(mean[k])).toArray();
    if (trained.length == 0) {
      return known;
    }
    for (int key = 0; key < Category.KEYS; key++) {
      if (!Double.isNaN(mean[key])) {
        known.setTrained(key, (long) minimum[key], mean[key], baselineCallCost[key]);
        continue;
      }
      if (!Corrections.FALLBACK) {
        continue;
      }
      int[] like = like(trained, key);
      known.setFallback(
          key, average(minimum, like), average(mean, like), average(baselineCallCost, like));
    }
    return known;
  }

  /**
   * The trained categories that come nearest. There are thousands of keys, and programs that end at
   * once wait for them in an interpreter: so no streams.
   */
  private static int[] like(int[] trained, int key) {
    int[] like = new int[trained.length];
    int count = 0;
    int nearest = Integer.MAX_VALUE;
    for (int other : trained) {
      int distance = Category.distance(key, other);
      if (distance < nearest) {
        nearest = distance;
        count = 0;
      }
      if (distance == nearest) {
        like[count++] = other;
      }
    }
    return Arrays.copyOf(like, count);
  }

  private static double average(double[] values, int[] of) {
    double sum = 0;
    for (int key : of) {
      sum += values[key];
    }
    return sum / of.length;
  }
}
