package dev.tare.runtime.calibration;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tare.runtime.tree.CallNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is kept of each node until its tree is read. */
class DeferredIntervalsTest {
  private static final int NODE = 2 * CallNode.SIZE;

  private final DeferredIntervals intervals = new DeferredIntervals();

  @Test
  void waitsStandBesideTheCategories() {
    intervals.add(NODE, 5);
    intervals.add(NODE, 5);
    intervals.addWaiting(NODE, 140);
    intervals.addWaiting(NODE, -40);
    assertEquals(100, intervals.waiting(NODE));
    assertEquals(0, intervals.waiting(CallNode.ROOT));
    assertEquals(List.of("16: 2 of 5", "16: waited 100"), told(intervals));
  }

  @Test
  void aCopyIsOfItsMoment() {
    intervals.addWaiting(NODE, 120);
    DeferredIntervals copy = intervals.copy();
    intervals.addWaiting(NODE, 50);
    assertEquals(List.of("16: waited 120"), told(copy));
  }

  @Test
  void anotherTreesNodesHaveTheirPlaceHere() {
    DeferredIntervals others = new DeferredIntervals();
    others.add(NODE, 7);
    others.addWaiting(NODE, 120);
    intervals.addWaiting(NODE + CallNode.SIZE, 30);
    intervals.addAll(others, new int[] {0, 0, NODE + CallNode.SIZE});
    assertEquals(List.of("24: 1 of 7", "24: waited 150"), told(intervals));
  }

  private static List<String> told(DeferredIntervals intervals) {
    List<String> told = new ArrayList<>();
    intervals.read(
        new DeferredIntervals.Reader() {
          @Override
          public void intervals(int node, int category, long count) {
            told.add(node + ": " + count + " of " + category);
          }

          @Override
          public void waiting(int node, long nanos) {
            told.add(node + ": waited " + nanos);
          }
        });
    told.sort(String::compareTo);
    return told;
  }
}
