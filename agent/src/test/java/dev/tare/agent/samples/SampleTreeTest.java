package dev.tare.agent.samples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.tare.profile.SampledTier;
import java.lang.management.ManagementFactory;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Many stacks laid over each other. */
class SampleTreeTest {
  private static final int WIDTH = 100;

  @Test
  void addingALargeTreeTakesMemoryByItsSize() {
    SampleTree ended = new SampleTree(1_000_000);
    for (int below = 0; below < WIDTH; below++) {
      for (int top = 0; top < WIDTH; top++) {
        ended.add(new int[] {frame(top), frame(below)}, 1);
      }
    }
    SampleTree sum = new SampleTree(1_000_000);
    long before = allocated();
    sum.addAll(ended);
    assertTrue(allocated() - before < 10_000_000, "allocated " + (allocated() - before));
    assertEquals(WIDTH * WIDTH, LongStream.of(sum.samples()).sum());
    assertEquals(ended.samples().length, sum.samples().length);
  }

  private static int frame(int method) {
    return SampleTree.frame(method, SampledTier.OWN);
  }

  private static long allocated() {
    return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
  }
}
