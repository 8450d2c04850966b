package dev.tare.runtime.tree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.runtime.memory.SmallHeap;
import dev.tare.runtime.memory.TreeMemory;
import dev.tare.runtime.thread.ThreadRecorder;
import dev.tare.runtime.thread.Trees;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A heap without room for a tree to grow: what could not be made takes no part of any limit. */
class TreeOutOfMemoryTest {
  /** What is to be allocated at once is larger. */
  private static final int BLOCK = 1 << 16;

  private static final int NODES = 10_000;
  private static final int FLAT = 2_000;

  /** It has the place of method 0 until there are 32,768 places. */
  private static final int FAR_FLAT = 1 << 14;

  @Test
  void whatATreeCouldNotTakeIsNotCounted() throws Exception {
    SmallHeap.run(TreeOutOfMemoryTest.class);
  }

  /** In a JVM with a small heap. */
  public static void main(String[] args) {
    sumsThatCouldNotGrowCountNoSumMore();
    ThreadRecorder recorder = Trees.recorder(10 * NODES);
    while (recorder.end() < NODES * CallNode.SIZE) {
      addNode(recorder);
    }
    ThreadRecorder flat = Trees.recorder(NODES);
    for (int method = 0; method < FLAT; method++) {
      flat.countFlat(method << 1);
    }
    long flatMemory = flat.memory();
    List<byte[]> blocks = SmallHeap.fill(BLOCK);
    long taken = TreeMemory.taken();
    int length = recorder.nodes().length;
    while (!TreeMemory.wasFull()) {
      addNode(recorder);
    }
    flat.countFlat(FAR_FLAT << 1);
    blocks.clear();
    flat.countFlat(0);
    flat.countFlat(FAR_FLAT << 1);
    assertEquals(flatMemory, flat.memory(), "not tried again");
    assertEquals(length, recorder.nodes().length);
    assertEquals(taken, TreeMemory.taken());
    aFullHeapIsNotCollectedAtEachCall();
    aFirstWaitInAFullHeapIsLeftOut();
  }

  private static void addNode(ThreadRecorder recorder) {
    recorder.call(recorder.end() << 1);
  }

  private static void sumsThatCouldNotGrowCountNoSumMore() {
    NodeSums sums = new NodeSums();
    List<byte[]> blocks = SmallHeap.fill(BLOCK);
    int count = addAsManyAsThereIsRoomFor(sums, 0);
    int more = addAsManyAsThereIsRoomFor(sums, count);
    blocks.clear();
    assertEquals(0, more);
    assertTrue(sums.addIfRoom(count * CallNode.SIZE, NodeSums.WAITING, 1, count + 1), "one more");
  }

  /**
   * A node's third child and later ones are remembered in a table, which finds no room here. Nor
   * does what is told of a collection, which would be the next one's cause.
   */
  private static void aFullHeapIsNotCollectedAtEachCall() {
    NodeSums sums = new NodeSums();
    ThreadRecorder recorder = Trees.recorder(NODES);
    int methods = 40;
    for (int method = 0; method < methods; method++) {
      Trees.enter(recorder, method << 1);
      recorder.open = CallNode.ROOT;
    }
    List<GarbageCollectorMXBean> collectors = ManagementFactory.getGarbageCollectorMXBeans();
    long before = collections(collectors);
    List<byte[]> blocks = SmallHeap.fill(BLOCK);
    Object[] rest = SmallHeap.fillRest(1 << 8);
    long filled = collections(collectors);
    for (int call = 0; call < 1_000; call++) {
      Trees.enter(recorder, (call % methods) << 1);
      recorder.open = CallNode.ROOT;
      sums.addWaiting(call * CallNode.SIZE, 1);
      sums.addIfRoom(call * CallNode.SIZE, 1, 1, Integer.MAX_VALUE);
    }
    long after = collections(collectors);
    blocks.clear();
    assertTrue(filled > before && rest.length > 0, "the heap was filled");
    assertTrue(after - filled < 20, after - filled + " collections");
    sums.addWaiting(CallNode.SIZE << 10, 1);
    assertEquals(1, sums.get(CallNode.SIZE << 10, NodeSums.WAITING), "once there is room again");
  }

  private static void aFirstWaitInAFullHeapIsLeftOut() {
    ThreadRecorder recorder = Trees.recorder(NODES);
    Trees.enter(recorder, 0);
    recorder.unmount(false);
    List<byte[]> blocks = SmallHeap.fill(BLOCK);
    Object[] rest = SmallHeap.fillRest(1 << 4);
    recorder.mount(null);
    blocks.clear();
    assertTrue(rest.length > 0, "the heap was filled");
    assertNull(recorder.sumsOrNull());
    recorder.unmount(false);
    recorder.mount(null);
    assertNotNull(recorder.sumsOrNull(), "once there is room again");
  }

  private static long collections(List<GarbageCollectorMXBean> collectors) {
    long count = 0;
    for (GarbageCollectorMXBean collector : collectors) {
      count += collector.getCollectionCount();
    }
    return count;
  }

  private static int addAsManyAsThereIsRoomFor(NodeSums sums, int first) {
    int added = 0;
    try {
      while (true) {
        sums.add((first + added) * CallNode.SIZE, NodeSums.WAITING, 1);
        added++;
      }
    } catch (OutOfMemoryError e) {
      return added;
    }
  }
}
