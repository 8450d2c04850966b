package dev.tare.runtime.tree;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.runtime.memory.SmallHeap;
import dev.tare.runtime.memory.TreeMemory;
import dev.tare.runtime.thread.ThreadRecorder;
import dev.tare.runtime.thread.Trees;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A JVM that ends itself at the first {@link OutOfMemoryError}, which a tree must not cause. */
class FatalOutOfMemoryTest {
  private static final int BLOCK = 1 << 16;
  private static final int MAX_NODES = 1_000_000;

  @ParameterizedTest
  @ValueSource(strings = {"-XX:+ExitOnOutOfMemoryError", "-XX:+CrashOnOutOfMemoryError"})
  void aTreeGrowsOnlyWhileTheHeapHasRoomForItsCopy(String option) throws Exception {
    SmallHeap.run(FatalOutOfMemoryTest.class, option);
  }

  /** In a JVM with a small heap, of which two thirds are taken. */
  public static void main(String[] args) {
    TreeMemory.errorIsFatal();
    byte[][] blocks = new byte[(40 << 20) / BLOCK][BLOCK];
    ThreadRecorder recorder = Trees.recorder(MAX_NODES);
    while (!TreeMemory.wasFull()) {
      recorder.call(recorder.end() << 1);
      if (recorder.end() % 1_000 == 0) {
        blocks[0] = new byte[BLOCK];
      }
    }
    assertEquals(BLOCK, blocks[0].length, "all are still held");
    assertTrue(recorder.nodes().length * (long) Long.BYTES > 1 << 20, "it did grow");
    assertFalse(TreeMemory.wasRefused(), "before all trees have what they may take");
  }
}
