package dev.tare.report.diff;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DivisionsTest {
  @Test
  void eachWayToDivideIsThereOnce() {
    assertEquals(3, different(Divisions.of(2, 2), 2));
    assertEquals(10, different(Divisions.of(2, 3), 2));
    assertEquals(126, different(Divisions.of(5, 5), 5));
    assertEquals(126, different(Divisions.of(5, 4), 5));
  }

  @Test
  void theFirstIsTheOneThatIsAskedFor() {
    assertArrayEquals(IntStream.range(0, 10).toArray(), Divisions.of(5, 5).get(0));
    assertArrayEquals(IntStream.range(0, 40).toArray(), Divisions.of(20, 20).get(0));
  }

  @Test
  void ofManyRunsSomeAreDrawn() {
    List<int[]> drawn = Divisions.of(20, 20);
    assertEquals(Divisions.MAX, drawn.size());
    assertEquals(Divisions.MAX, different(drawn, 20));
    for (int[] order : drawn) {
      assertArrayEquals(IntStream.range(0, 40).toArray(), Arrays.stream(order).sorted().toArray());
    }
  }

  private static int different(List<int[]> orders, int before) {
    Set<Set<Integer>> sides = new HashSet<>();
    for (int[] order : orders) {
      Set<Integer> side = new HashSet<>();
      Arrays.stream(order).limit(before).forEach(side::add);
      sides.add(side);
    }
    assertEquals(orders.size(), sides.size());
    return sides.size();
  }
}
