package dev.tare.agent.calibration;

import dev.tare.runtime.Category;
import dev.tare.runtime.KnownOverheads;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Makes trained values into what is known of every category. Where training met none of a category,
 * its like speak for it: those between the same events, of them first those in which the method on
 * top ran the same way. Their mean bounds what is taken off until the category's own minimum is
 * known.
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
    for (int key = 0; key < Category.KEYS; key++) {
      if (!Double.isNaN(mean[key])) {
        known.setTrained(key, (long) minimum[key], mean[key], language[key]);
        continue;
      }
      boolean[] like = like(mean, key);
      if (like != null) {
        known.setGuessed(key, average(minimum, like), average(mean, like));
      }
    }
    return known;
  }

  /** The trained categories that come nearest; null where none is between the same events. */
  private static boolean @Nullable [] like(double[] mean, int key) {
    boolean[] like = new boolean[Category.KEYS];
    int nearest = Integer.MAX_VALUE;
    for (int other = 0; other < Category.KEYS; other++) {
      if (!Double.isNaN(mean[other])) {
        int distance = Category.distance(key, other);
        if (distance < nearest) {
          nearest = distance;
          Arrays.fill(like, false);
        }
        like[other] = distance == nearest;
      }
    }
    return nearest == Integer.MAX_VALUE ? null : like;
  }

  private static double average(double[] values, boolean[] of) {
    double sum = 0;
    int count = 0;
    for (int key = 0; key < of.length; key++) {
      if (of[key]) {
        sum += values[key];
        count++;
      }
    }
    return sum / count;
  }
}
