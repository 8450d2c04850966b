package dev.tare.runtime.thread;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.tare.runtime.calibration.Kind;
import dev.tare.runtime.clock.Reading;
import dev.tare.runtime.clock.RecordingPauses;
import dev.tare.runtime.probe.CallerProbe;
import dev.tare.runtime.probe.CatchProbe;
import dev.tare.runtime.probe.CountProbe;
import dev.tare.runtime.probe.CountedProbe;
import dev.tare.runtime.probe.FlatProbe;
import dev.tare.runtime.probe.FullProbe;
import dev.tare.runtime.probe.SampledProbe;
import dev.tare.runtime.tree.CallNode;
import dev.tare.runtime.tree.NodeSums;
import java.lang.management.ManagementFactory;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** While nothing is recorded, nothing is charged, and exits of calls from before still count. */
class RecordingPausesTest {
  private static final int OUTER = 11 << 1;
  private static final int INNER = 12 << 1;
  private static final int CALLER = 13 << 1;
  private static final int ANOTHER_OUTER = 15 << 1;
  private static final int COUNTED = 14 << 1 | CallNode.COUNTED_BY_CALLER;
  private static final long PAUSE_NANOS = 20_000_000;

  @AfterEach
  void endThePause() {
    RecordingControl.resume();
  }

  @Test
  void aSumOfThreadsKnowsOfTheirPauses() {
    ThreadRecorder sum = new ThreadRecorder("sum", false, false, 1);
    ThreadRecorder ended = new ThreadRecorder(Thread.currentThread(), 1);
    sum.addPauses(ended);
    assertFalse(sum.mayLeaveOutCounted(false));
    RecordingControl.pause();
    RecordingControl.resume();
    ended.skip(RecordingPauses.current());
    sum.addPauses(ended);
    assertTrue(sum.mayLeaveOutCounted(false));
    assertFalse(sum.mayLeaveOutCounted(true));
  }

  @Test
  void aPauseIsChargedToNobody() {
    long from = System.nanoTime(); // Before the entry's reading, where the interval begins.
    int entered = FullProbe.enter(OUTER, Kind.C1_STATIC);
    ThreadRecorder recorder = Recorders.current();
    int open = recorder.open;
    long before = raw(recorder, open);
    RecordingControl.pause();
    pass();
    RecordingControl.resume();
    FullProbe.exit(entered, Kind.C1_STATIC);
    long charged = raw(recorder, open) - before;
    long passed = System.nanoTime() - from;
    assertTrue(charged >= 0 && charged <= passed - PAUSE_NANOS, charged + " of " + passed);
  }

  @Test
  void aVirtualThreadThatIsOnNoCarrierDoesNotWaitInAPause() throws Exception {
    ThreadRecorder[] own = new ThreadRecorder[1];
    Thread thread =
        new Thread(
            () -> {
              int entered = FullProbe.enter(OUTER, Kind.C1_STATIC);
              own[0] = Recorders.current();
              own[0].unmount(false);
              RecordingControl.pause();
              pass();
              RecordingControl.resume();
              own[0].mount(own[0]);
              FullProbe.exit(entered, Kind.C1_STATIC);
            });
    thread.start();
    thread.join();
    int node = own[0].nodeOf(CallNode.ROOT, OUTER);
    long waited = own[0].sums().get(node, NodeSums.WAITING);
    long all = raw(own[0], node);
    assertTrue(waited <= all, waited + " of " + all);
  }

  @Test
  void callsFromBeforeEndInThePause() {
    int outer = SampledProbe.enter(OUTER);
    int inner = SampledProbe.enter(INNER);
    ThreadRecorder recorder = Recorders.current();
    RecordingControl.pause();
    SampledProbe.exit(inner);
    assertEquals(OUTER, CallNode.method(recorder.nodes, recorder.open));
    pass();
    SampledProbe.exit(outer);
    RecordingControl.resume();
    assertSame(recorder, Recorders.current());
    assertEquals(outer, recorder.open);
  }

  @Test
  void aDeepStackThatUnwindsInAPauseIsWalkedOnce() {
    int depth = 2_000;
    int[] entered = new int[depth];
    for (int i = 0; i < depth; i++) {
      entered[i] = SampledProbe.enter(INNER);
    }
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    RecordingControl.pause();
    long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
    for (int i = depth - 1; i >= 0; i--) {
      SampledProbe.exit(entered[i]);
    }
    long allocated = threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
    assertTrue(allocated < 100L * depth, allocated + " bytes");
  }

  @Test
  void callsThatBeginInAPauseAreNotCounted() {
    int outer = SampledProbe.enter(OUTER);
    ThreadRecorder recorder = Recorders.current();
    int open = recorder.open;
    Map<String, Long> calls = Trees.calls(recorder);
    long before = Trees.sumOfCalls(recorder);
    RecordingControl.pause();
    int sampled = SampledProbe.enter(INNER);
    int full = FullProbe.enter(INNER, Kind.C1_STATIC);
    int counted = CountedProbe.enter(INNER);
    CountProbe.count(INNER);
    FlatProbe.countFlat(INNER);
    RecordingControl.resume();
    CountedProbe.exit(counted);
    FullProbe.exit(full, Kind.C1_STATIC);
    SampledProbe.exit(sampled);
    assertEquals(open, recorder.open);
    assertEquals(calls, Trees.calls(recorder));
    CountProbe.count(INNER);
    FlatProbe.countFlat(INNER);
    assertEquals(before + 2, Trees.sumOfCalls(recorder));
    SampledProbe.exit(outer);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aCatchInACallThatBeganInAPauseOpensNothing(boolean wasCalledBefore) {
    int outer = SampledProbe.enter(wasCalledBefore ? OUTER : ANOTHER_OUTER);
    ThreadRecorder recorder = Recorders.current();
    int open = recorder.open;
    if (wasCalledBefore) {
      SampledProbe.exit(SampledProbe.enter(INNER));
    }
    Map<String, Long> calls = Trees.calls(recorder);
    long exceptions = CallNode.exceptions(recorder.nodes, open);
    RecordingControl.pause();
    int sampled = SampledProbe.enter(INNER);
    CatchProbe.caught(sampled, INNER);
    SampledProbe.exit(sampled);
    int beyond = SampledProbe.enter(INNER);
    RecordingControl.resume();
    CatchProbe.caught(beyond, INNER);
    assertEquals(open, recorder.open);
    SampledProbe.exit(beyond);
    assertEquals(calls, Trees.calls(recorder));
    assertEquals(exceptions, CallNode.exceptions(recorder.nodes, open));
    SampledProbe.exit(outer);
  }

  @Test
  void norDoesItWhereRecursionIsFolded() throws Throwable {
    OwnRuntime.run("RecordingPausesTest", "catchesInAPause", "foldsRecursion");
  }

  static void catchesInAPause() {
    RecordingPausesTest test = new RecordingPausesTest();
    test.aCatchInACallThatBeganInAPauseOpensNothing(false);
    test.aCatchInACallThatBeganInAPauseOpensNothing(true);
  }

  /** The catching call's own node is open no more: what it called has folded into its caller. */
  @Test
  void aCatchBehindAPauseOpensItsOwnNodeWhereRecursionIsFolded() throws Throwable {
    OwnRuntime.run("RecordingPausesTest", "catchBehindAPause", "foldsRecursion");
  }

  static void catchBehindAPause() {
    pauseBriefly();
    int outer = SampledProbe.enter(OUTER);
    int caller = SampledProbe.enter(CALLER);
    int catching = SampledProbe.enter(INNER);
    ThreadRecorder recorder = Recorders.current();
    int own = recorder.open;
    SampledProbe.enter(CALLER); // Left without an exit.
    assertEquals(catching, recorder.open);
    CatchProbe.caught(catching, INNER);
    assertEquals(own, recorder.open);
    SampledProbe.exit(catching);
    SampledProbe.exit(caller);
    SampledProbe.exit(outer);
  }

  @Test
  void whatCallersCountedInAPauseIsLeftOutWhereRecursionIsFolded() throws Throwable {
    OwnRuntime.run("RecordingPausesTest", "recursionInAPause", "foldsRecursion");
  }

  @Test
  void soItIsWhereTheRecursionBeginsBehindThePause() throws Throwable {
    OwnRuntime.run("RecordingPausesTest", "recursionBehindAPause", "foldsRecursion");
  }

  static void recursionInAPause() {
    int outer = SampledProbe.enter(OUTER);
    int caller = SampledProbe.enter(CALLER);
    int inner = SampledProbe.enter(INNER);
    int folded = SampledProbe.enter(CALLER);
    pauseBriefly();
    SampledProbe.exit(folded);
    CallerProbe.add(10, COUNTED);
    SampledProbe.exit(inner);
    CallerProbe.add(100, COUNTED);
    SampledProbe.exit(caller);
    SampledProbe.exit(outer);
    assertEquals(0, countedCalls());

    outer = SampledProbe.enter(OUTER);
    CallerProbe.add(1_000, COUNTED);
    SampledProbe.exit(outer);
    assertEquals(1_000, countedCalls());
  }

  static void recursionBehindAPause() {
    int caller = SampledProbe.enter(CALLER);
    pauseBriefly();
    int inner = SampledProbe.enter(INNER);
    SampledProbe.exit(SampledProbe.enter(CALLER));
    SampledProbe.exit(inner);
    CallerProbe.add(10, COUNTED);
    SampledProbe.exit(caller);
    assertEquals(0, countedCalls());
    caller = SampledProbe.enter(OUTER);
    CallerProbe.add(100, COUNTED);
    SampledProbe.exit(caller);
    assertEquals(100, countedCalls());
  }

  private static void pauseBriefly() {
    RecordingControl.pause();
    RecordingControl.resume();
  }

  private static long countedCalls() {
    ThreadRecorder recorder = Recorders.current();
    long sum = 0;
    for (int node = CallNode.SIZE; node < recorder.end(); node += CallNode.SIZE) {
      boolean isCounted = CallNode.method(recorder.nodes(), node) == COUNTED;
      sum += isCounted ? CallNode.calls(recorder.nodes(), node) : 0;
    }
    return sum;
  }

  @Test
  void pausesAddUp() {
    long before = RecordingPauses.current().until(Reading.now());
    for (int i = 0; i < 2; i++) {
      RecordingControl.pause();
      pass();
      RecordingControl.resume();
    }
    assertTrue(RecordingPauses.current().until(Reading.now()) - before >= 2 * PAUSE_NANOS);
  }

  private static long raw(ThreadRecorder recorder, int node) {
    return CallNode.self(recorder.nodes, node) + CallNode.overhead(recorder.nodes, node);
  }

  private static void pass() {
    long end = System.nanoTime() + PAUSE_NANOS;
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
  }
}
