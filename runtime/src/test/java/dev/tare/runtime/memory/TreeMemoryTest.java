package dev.tare.runtime.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.runtime.thread.ThreadRecorder;
import dev.tare.runtime.thread.Trees;
import org.junit.jupiter.api.Test;

/** What all trees take together. */
class TreeMemoryTest {

  @Test
  void isAShareOfTheHeapAtMostAndMayBeTakenAgain() {
    assertEquals(Runtime.getRuntime().maxMemory() / 4, TreeMemory.limit());
    long rest = TreeMemory.limit() - TreeMemory.taken();
    assertTrue(TreeMemory.take(rest, false));
    assertFalse(TreeMemory.take(1, false));
    assertTrue(TreeMemory.wasRefused());
    assertTrue(TreeMemory.take(1, true), "methods' own nodes may take more");
    TreeMemory.giveBack(1 + rest);
    assertTrue(TreeMemory.take(1, false));
    TreeMemory.giveBack(1);
  }

  @Test
  void growsWithATree() {
    ThreadRecorder recorder = Trees.recorder(1_000);
    long ownBefore = recorder.memory();
    long before = TreeMemory.taken();
    for (int method = 0; method < 500; method++) {
      recorder.call(method << 1);
    }
    assertTrue(recorder.memory() > ownBefore + 500 * 64);
    assertEquals(recorder.memory() - ownBefore, TreeMemory.taken() - before);
    TreeMemory.giveBack(recorder.memory() - ownBefore);
  }
}
