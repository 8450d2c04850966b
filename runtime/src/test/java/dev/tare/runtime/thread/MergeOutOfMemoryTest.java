package dev.tare.runtime.thread;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.runtime.calibration.CategoryTable;
import dev.tare.runtime.config.CategoryScheme;
import dev.tare.runtime.config.Settings;
import dev.tare.runtime.memory.SmallHeap;
import dev.tare.runtime.memory.TreeMemory;
import dev.tare.runtime.probe.FullProbe;
import dev.tare.runtime.tree.CallNode;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Out of memory, trees of ended threads are added up later, and once. */
class MergeOutOfMemoryTest {
  /** There is room for what is made of a small tree, and none for what is made of a large one. */
  private static final int BLOCK = 1 << 17;

  private static final int LARGE = 50_000;
  private static final int SMALL = 10;
  private static final int KIND = 1;

  @Test
  void theRoundEndsAndInALaterOneEachThreadIsAddedOnce() throws Exception {
    SmallHeap.run(MergeOutOfMemoryTest.class);
  }

  /** In a JVM with a small heap. */
  public static void main(String[] args) throws InterruptedException {
    Settings.freeze(1_000_000, false, true, 0, 1 << 20, CategoryScheme.FULL);
    record("pool-1", LARGE);
    record("pool-2", SMALL);
    record("pool-3", SMALL);
    long intervals = intervals();
    TreeMemory.takeAnyway(TreeMemory.limit() / 2); // Platform threads are added up from here on.

    List<byte[]> blocks = SmallHeap.fill(BLOCK);
    tryToAddUp();
    boolean wasFull = TreeMemory.wasFull();
    int listed = threads();
    tryToAddUp();
    int listedAtOnce = threads();
    blocks.clear();
    assertTrue(wasFull);
    assertEquals(3, listed, "no thread behind the one that found no memory is tried");
    assertEquals(3, listedAtOnce, "nor is any at once");

    while (threads() > 0) {
      Thread.sleep(1);
      tryToAddUp();
    }
    ThreadRecorder sum = Recorders.last();
    assertNotNull(sum);
    assertTrue(sum.isSum());
    assertEquals("pool-*", sum.nameAtStart());
    long withoutNode = CallNode.calls(sum.nodes(), CallNode.OVERFLOW);
    assertEquals(LARGE + 2 * SMALL, Trees.sumOfCalls(sum) + withoutNode);
    assertEquals(intervals, intervals());
  }

  private static void tryToAddUp() {
    EndedThreadMerger.seek();
    EndedThreadMerger.addUp();
  }

  private static void record(String name, int calls) throws InterruptedException {
    Thread thread = new Thread(() -> call(calls), name);
    thread.start();
    thread.join();
  }

  private static void call(int calls) {
    for (int method = 0; method < calls; method++) {
      FullProbe.exit(FullProbe.enter(method << 1, KIND), KIND);
    }
  }

  /** How many ended threads are listed each by itself. */
  private static int threads() {
    int count = 0;
    for (ThreadRecorder recorder = Recorders.last();
        recorder != null;
        recorder = Recorders.before(recorder)) {
      count += recorder.isSum() ? 0 : 1;
    }
    return count;
  }

  /** In the tables of all. */
  private static long intervals() {
    long sum = 0;
    for (ThreadRecorder recorder = Recorders.last();
        recorder != null;
        recorder = Recorders.before(recorder)) {
      CategoryTable table = recorder.categories();
      for (int category = 0; category < table.count(); category++) {
        sum += table.observed(category);
      }
    }
    return sum;
  }
}
