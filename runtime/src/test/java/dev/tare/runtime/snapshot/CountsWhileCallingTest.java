package dev.tare.runtime.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.runtime.probe.SampledProbe;
import dev.tare.runtime.thread.Race;
import dev.tare.runtime.thread.Recorders;
import dev.tare.runtime.thread.ThreadRecorder;
import dev.tare.runtime.thread.Trees;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Counts that are read while their thread goes on: windows add up to what it did. */
class CountsWhileCallingTest {
  private static final int READINGS = Race.rounds(3_000, 300_000);
  private static final int METHODS = 40;
  private static final int FIRST_METHOD = 81;

  private static final class Caller extends Thread {
    private final CountDownLatch begun = new CountDownLatch(1);
    private volatile boolean stopped;
    private volatile @Nullable ThreadRecorder recorder;
    private long calls;

    @Override
    public void run() {
      recorder = Recorders.current();
      begun.countDown();
      while (!stopped) {
        // Each turn goes one call deeper, and meets new methods while the tree grows.
        int depth = 1 + (int) (calls % METHODS);
        int[] entered = new int[depth];
        for (int i = 0; i < depth; i++) {
          entered[i] = SampledProbe.enter((FIRST_METHOD + (i * depth) % METHODS) << 1);
        }
        for (int i = depth - 1; i >= 0; i--) {
          SampledProbe.exit(entered[i]);
        }
        calls += depth;
      }
    }
  }

  @Test
  void noWindowHasLessThanNothingAndAllTogetherHaveEveryCall() throws InterruptedException {
    Caller caller = new Caller();
    caller.start();
    caller.begun.await();
    ThreadRecorder recorder = caller.recorder;
    assertNotNull(recorder);
    TreeCounts last = TreeCounts.of(recorder);
    long inWindows = sumOfCalls(last);
    for (int i = 0; i < READINGS; i++) {
      TreeCounts now = TreeCounts.of(recorder);
      inWindows += window(last, now);
      last = now;
    }
    caller.stopped = true;
    caller.join();
    inWindows += window(last, TreeCounts.of(recorder));
    assertEquals(caller.calls, inWindows);
    Trees.assertWhole(recorder);
  }

  private static long window(TreeCounts from, TreeCounts until) {
    assertTrue(until.count() >= from.count(), "nodes are never taken back");
    long sum = 0;
    for (int i = 1; i < until.count(); i++) {
      long calls = until.calls(i) - (i < from.count() ? from.calls(i) : 0);
      assertTrue(calls >= 0, "calls of a window");
      sum += calls;
    }
    return sum;
  }

  private static long sumOfCalls(TreeCounts counts) {
    long sum = 0;
    for (int i = 1; i < counts.count(); i++) {
      sum += counts.calls(i);
    }
    return sum;
  }
}
