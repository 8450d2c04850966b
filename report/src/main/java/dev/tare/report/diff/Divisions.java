package dev.tare.report.diff;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * The ways to divide runs into two sides of given sizes: how a comparison would look if chance
 * alone had made the sides.
 */
final class Divisions {
  /** More are drawn by chance: of so many, one in fifty is known well enough. */
  static final int MAX = 200;

  private static final long SEED = 1;

  private Divisions() {}

  /**
   * Orders of the runs, of which those of the first side come first; each way once, or {@link #MAX}
   * drawn ones. The first is the order as it is. Where the sides have the same size, exchanging
   * them makes no other way.
   */
  static List<int[]> of(int before, int after) {
    int runs = before + after;
    boolean isOneSideFixed = before == after;
    double all = isOneSideFixed ? choices(runs, before) / 2 : choices(runs, before);
    List<int[]> orders = new ArrayList<>();
    if (all <= MAX) {
      add(orders, runs, new int[before], 0, 0, isOneSideFixed);
      return orders;
    }
    Random random = new Random(SEED);
    int[] order = IntStream.range(0, runs).toArray();
    orders.add(order.clone());
    while (orders.size() < MAX) {
      for (int i = 0; i < before; i++) {
        int other = i + random.nextInt(runs - i);
        int moved = order[i];
        order[i] = order[other];
        order[other] = moved;
      }
      orders.add(order.clone());
    }
    return orders;
  }

  private static double choices(int runs, int chosen) {
    double choices = 1;
    for (int i = 1; i <= chosen; i++) {
      choices = choices * (runs - chosen + i) / i;
    }
    return choices;
  }

  /** Adds all orders that begin with these runs, the lowest numbers first. */
  private static void add(
      List<int[]> orders, int runs, int[] first, int known, int next, boolean isOneSideFixed) {
    if (known == first.length) {
      IntStream others =
          IntStream.range(0, runs).filter(run -> IntStream.of(first).noneMatch(f -> f == run));
      orders.add(IntStream.concat(IntStream.of(first), others).toArray());
      return;
    }
    int last = isOneSideFixed && known == 0 ? 0 : runs - (first.length - known);
    for (int run = next; run <= last; run++) {
      first[known] = run;
      add(orders, runs, first, known + 1, run + 1, isOneSideFixed);
    }
  }
}
