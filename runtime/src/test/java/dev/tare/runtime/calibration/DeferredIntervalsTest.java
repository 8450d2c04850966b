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
  void drainedCallsStandBesideTheCategories() {
    intervals.add(NODE, 5);
    intervals.add(NODE, 5);
    intervals.addSerialized(NODE, 1, 40);
    intervals.addSerialized(NODE, 1, 60);
    assertEquals(2, intervals.serializedCalls(NODE));
    assertEquals(100, intervals.serializedMetric(NODE));
    assertEquals(0, intervals.serializedCalls(CallNode.ROOT));
    assertEquals(List.of("16: 2 drained, 100", "16: 2 of 5"), told(intervals));
  }

  @Test
  void aCopyIsOfItsMoment() {
    intervals.addSerialized(NODE, 3, 120);
    DeferredIntervals copy = intervals.copy();
    intervals.addSerialized(NODE, 1, 50);
    assertEquals(List.of("16: 3 drained, 120"), told(copy));
  }

  @Test
  void anotherTreesNodesHaveTheirPlaceHere() {
    DeferredIntervals others = new DeferredIntervals();
    others.add(NODE, 7);
    others.addSerialized(NODE, 3, 120);
    intervals.addSerialized(NODE + CallNode.SIZE, 1, 30);
    intervals.addAll(others, new int[] {0, 0, NODE + CallNode.SIZE});
    assertEquals(List.of("24: 1 of 7", "24: 4 drained, 150"), told(intervals));
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
          public void serialized(int node, long calls, long metric) {
            told.add(node + ": " + calls + " drained, " + metric);
          }
        });
    told.sort(String::compareTo);
    return told;
  }
}
