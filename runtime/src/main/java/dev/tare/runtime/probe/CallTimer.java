package dev.tare.runtime.probe;

import dev.tare.runtime.clock.SampleTicker;
import dev.tare.runtime.clock.ThreadWaits;
import dev.tare.runtime.thread.ThreadRecorder;
import dev.tare.runtime.tree.CallNode;

/**
 * Measures, in sampled mode, how much longer it takes to find a call's node in this program than
 * where caches hold it. A program that calls many thousands of nodes in turn finds few of them in a
 * cache, and then the search is most of what a probe costs (docs/adr/0151).
 *
 * <p>In a sampling period each thread times some calls in a row. Each node is searched for twice,
 * and the second search is subtracted from the first. So the clock's own time does not count, nor
 * whether the code is compiled.
 */
public final class CallTimer {
  /** Calls timed in a row; the first bring this class's code into the caches, and do not count. */
  private static final int CALLS_IN_ROW = 10;

  private static final int COUNTED_IN_ROW = 8;

  /**
   * A row begins up to so many calls behind the period's end; a power of two. Most periods end in
   * code that takes long and calls little, and the calls behind that find the emptiest caches.
   */
  private static final int MAX_DISTANCE = 64;

  /** Nanoseconds that one search counts for at the most: a thread may lose its processor in it. */
  private static final long MAX_NANOS = 1_000;

  /** Whether there is a budget, which the result is for. */
  private static volatile boolean isWanted;

  private CallTimer() {}

  /** Lets calls be timed from now on. */
  public static void begin() {
    isWanted = true;
  }

  /**
   * Called by a thread that has seen a period's end: some of its next calls are timed, unless it
   * sees the end late, for then it has just got its processor back, with others' data in the
   * caches.
   */
  static void periodEnded(ThreadRecorder recorder) {
    if (!isWanted) {
      return;
    }
    long now = System.nanoTime();
    boolean isLate = now - SampleTicker.tickedAt >= ThreadWaits.LONG_INTERVAL;
    if (recorder.callsUntilTimed == 0 && !isLate) {
      recorder.callsUntilTimed = CALLS_IN_ROW + (int) (now & (MAX_DISTANCE - 1));
    }
    if (recorder.callsUntilTimed > 0) {
      recorder.seenEpoch ^= ThreadRecorder.WAITS_FOR_CALLS;
    }
  }

  /** Counts a call from the open node and returns its node; for probes off the fast path. */
  static int call(ThreadRecorder recorder, int methodId) {
    int left = recorder.callsUntilTimed - 1;
    if (left < 0) {
      return recorder.count(methodId);
    }
    recorder.callsUntilTimed = left;
    int epoch = SampleTicker.epoch;
    if (left == 0 && recorder.seenEpoch == (epoch ^ ThreadRecorder.WAITS_FOR_CALLS)) {
      recorder.seenEpoch = epoch;
    }
    return left < CALLS_IN_ROW ? timed(recorder, methodId, left) : recorder.count(methodId);
  }

  /** How much longer the first search took, in nanoseconds, at most {@link #MAX_NANOS}. */
  static long longer(long first, long again) {
    return Math.max(-MAX_NANOS, Math.min(first - again, MAX_NANOS));
  }

  private static int timed(ThreadRecorder recorder, int methodId, int left) {
    int end = recorder.end();
    long from = System.nanoTime();
    int node = recorder.call(methodId);
    long found = System.nanoTime();
    try {
      recorder.callee(methodId);
      long foundAgain = System.nanoTime();
      boolean isNew = recorder.end() != end; // What a new node takes comes once.
      if (left < COUNTED_IN_ROW && !isNew) {
        SearchTimes.add(
            CallNode.calls(recorder.nodes(), node), longer(found - from, foundAgain - found));
      }
    } catch (StackOverflowError e) { // The probe fails, and the call does not happen.
      CallNode.addCalls(recorder.nodes(), node, -1);
      throw e;
    }
    return node;
  }
}
