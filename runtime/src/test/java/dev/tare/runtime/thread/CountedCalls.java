package dev.tare.runtime.thread;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.runtime.calibration.Kind;
import dev.tare.runtime.config.TestSettings;
import dev.tare.runtime.probe.CatchProbe;
import dev.tare.runtime.probe.CountProbe;
import dev.tare.runtime.probe.FullProbe;
import dev.tare.runtime.snapshot.SnapshotPoint;
import dev.tare.runtime.snapshot.TreeCounts;
import dev.tare.runtime.tree.CallNode;
import dev.tare.runtime.tree.Tiers;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/** What {@link CountedProbeTest} runs, by name, on an {@link OwnRuntime}. */
final class CountedCalls {
  private static final int KIND = Kind.C2_STATIC;
  private static final long SHORT_NANOS = 200_000;

  /** Method ids, with the probe's bit 0; those of C begin counted. */
  private static final int A = 1 << 1;

  private static final int B = 2 << 1;
  private static final int C = 3 << 1;
  private static final int D = 4 << 1;

  private CountedCalls() {}

  private static void count(int... methodIds) {
    for (int methodId : methodIds) {
      Tiers.setCounted(methodId >> 1, true);
    }
  }

  private static void time(int methodId) {
    Tiers.setCounted(methodId >> 1, false);
  }

  private static int enter(int methodId) {
    return FullProbe.enter(methodId, KIND);
  }

  private static void exit(int entered) {
    FullProbe.exit(entered, KIND);
  }

  private static void fail(int entered) {
    FullProbe.exitExceptionally(new Stackless(), entered);
  }

  /** Walking the stack in every frame of a deep one would take minutes. */
  private static final class Stackless extends Throwable {
    private static final long serialVersionUID = 1;

    Stackless() {
      super(null, null, false, false);
    }
  }

  /** Lets time pass, and says how much at least. */
  private static long pass() {
    long from = System.nanoTime();
    long now = from;
    while (now - from < SHORT_NANOS) {
      now = System.nanoTime();
    }
    return now - from;
  }

  private static ThreadRecorder recorder() {
    return Recorders.current();
  }

  private static int node(int... path) {
    int node = CallNode.ROOT;
    for (int methodId : path) {
      node = recorder().nodeOf(node, methodId);
      assertTrue(node != CallNode.OVERFLOW, "there is no such node");
    }
    return node;
  }

  private static long self(int... path) {
    return CallNode.self(recorder().nodes(), node(path));
  }

  private static long calls(int... path) {
    return CallNode.calls(recorder().nodes(), node(path));
  }

  private static long exceptions(int... path) {
    return CallNode.exceptions(recorder().nodes(), node(path));
  }

  /** At the end of each: nothing is open, nothing is lost, and the tree is whole. */
  private static void assertDone() {
    ThreadRecorder recorder = recorder();
    assertEquals(CallNode.ROOT, recorder.open);
    assertEquals(CallNode.ROOT, recorder.charged());
    assertEquals(recorder.lastReading() - recorder.clockStart(), Trees.sumOfMetric(recorder));
    Trees.assertWhole(recorder);
  }

  static void timeGoesToTheNearestTimedCaller() {
    count(C, D);
    int a = enter(A);
    pass();
    int c = enter(C);
    long inC = pass();
    int d = enter(D);
    long inD = pass();
    exit(d);
    exit(c);
    exit(a);
    assertTrue(self(A) >= inC + inD, "all of it is A's");
    assertEquals(0, self(A, C));
    assertEquals(0, self(A, C, D));
    assertEquals(Map.of("/2", 1L, "/2/6", 1L, "/2/6/8", 1L), Trees.calls(recorder()));
    assertDone();
  }

  static void timedCallsInDeepCountedRecursionSearchNoCaller() {
    count(C);
    int a = enter(A);
    long shallow = Long.MAX_VALUE;
    long deep = Long.MAX_VALUE;
    for (int round = 0; round < 5; round++) {
      shallow = Math.min(shallow, nanosOfLeaves(20, 1_000));
      deep = Math.min(deep, nanosOfLeaves(20_000, 1));
    }
    exit(a);
    // Searches would take a thousand times as long.
    assertTrue(deep < 30 * shallow, deep + " ns, " + shallow + " ns");
    assertDone();
  }

  /** How long it takes to enter and leave so many calls of C, with one of B on both ways. */
  private static long nanosOfLeaves(int depth, int turns) {
    int[] entered = new int[depth];
    long from = System.nanoTime();
    for (int turn = 0; turn < turns; turn++) {
      for (int i = 0; i < depth; i++) {
        entered[i] = enter(C);
        exit(enter(B));
      }
      for (int i = depth - 1; i >= 0; i--) {
        exit(enter(B));
        exit(entered[i]);
      }
    }
    return System.nanoTime() - from;
  }

  static void aTimedCallBelowACountedOneKeepsItsOwnTime() {
    count(C);
    int a = enter(A);
    int c = enter(C);
    long inC = pass();
    long from = System.nanoTime();
    int b = enter(B);
    long inB = pass();
    exit(b);
    long aroundB = System.nanoTime() - from;
    long after = pass();
    exit(c);
    exit(a);
    assertTrue(self(A, C, B) >= inB);
    assertTrue(self(A, C, B) <= aroundB, "C's time is none of B's");
    assertTrue(self(A) >= inC + after);
    assertEquals(0, self(A, C));
    assertDone();
  }

  static void anEntryAloneOpensNothing() {
    count(C);
    int a = enter(A);
    int before = recorder().open;
    for (int i = 0; i < 10; i++) {
      CountProbe.count(C);
    }
    assertEquals(before, recorder().open);
    exit(a);
    assertEquals(10, calls(A, C));
    assertEquals(0, self(A, C));
    assertDone();
  }

  static void recursionOfCountedCallsIsCountedByPath() {
    count(C);
    int a = enter(A);
    recurse(5);
    exit(a);
    assertEquals(1, calls(A, C, C, C, C, C));
    assertEquals(5, Trees.sumOfCalls(recorder()) - 1 - calls(A, C, C, C, C, C, B));
    assertEquals(1, calls(A, C, C, C, C, C, B));
    assertDone();
  }

  private static void recurse(int depth) {
    if (depth == 0) {
      exit(enter(B));
      return;
    }
    int entered = enter(C);
    recurse(depth - 1);
    exit(entered);
  }

  static void exceptionsLeaveCountedCalls() {
    count(C, D);
    int a = enter(A);
    int c = enter(C);
    int d = enter(D);
    fail(d);
    assertEquals(node(A, C), recorder().open);
    fail(c);
    assertEquals(node(A), recorder().open);
    long after = pass();
    exit(a);
    assertEquals(1, exceptions(A, C));
    assertEquals(1, exceptions(A, C, D));
    assertEquals(0, exceptions(A));
    assertTrue(self(A) >= after);
    assertDone();
  }

  static void anExceptionThatPassesATimedCallIsChargedUpToThere() {
    count(C);
    int a = enter(A);
    int c = enter(C);
    int b = enter(B);
    long inB = pass();
    fail(b);
    assertEquals(node(A), recorder().charged());
    long after = pass();
    fail(c);
    exit(a);
    assertTrue(self(A, C, B) >= inB);
    assertTrue(self(A) >= after);
    assertEquals(1, exceptions(A, C, B));
    assertDone();
  }

  /** The frame of B is cut down without a word, as {@code super(...)} and stack overflows do. */
  static void aCatchInACountedCallOpensItAgain() {
    count(C);
    int a = enter(A);
    int c = enter(C);
    enter(B);
    CatchProbe.caught(c, C);
    assertEquals(node(A, C), recorder().open);
    assertEquals(node(A), recorder().charged());
    exit(c);
    exit(a);
    assertEquals(1, exceptions(A, C, B));
    assertDone();
  }

  static void anExitWithoutItsPartnersIsRepaired() {
    count(C, D);
    int a = enter(A);
    int c = enter(C);
    enter(B);
    enter(D);
    exit(c); // neither B nor D left a word
    assertEquals(node(A), recorder().open);
    assertEquals(node(A), recorder().charged());
    exit(a);
    assertDone();
  }

  static void aMethodThatIsTimedFromNowOnEndsAsItBegan() {
    count(C);
    int a = enter(A);
    int c = enter(C);
    time(C);
    exit(enter(B));
    long charged = pass();
    exit(c);
    assertEquals(node(A), recorder().charged());
    exit(enter(C));
    exit(a);
    assertTrue(self(A, C) >= charged, "once it is timed, what is seen of it is its own");
    assertEquals(2, calls(A, C));
    assertDone();
  }

  static void aMethodThatIsCountedFromNowOnEndsAsItBegan() {
    int a = enter(A);
    int b = enter(B);
    long own = pass();
    exit(enter(C));
    count(B);
    exit(enter(C));
    assertEquals(node(A), recorder().charged());
    exit(b);
    int again = enter(B);
    pass();
    exit(again);
    long before = self(A, B);
    exit(a);
    assertEquals(before, self(A, B), "a counted call adds nothing to what was timed");
    assertTrue(before >= own);
    assertEquals(2, calls(A, B));
    assertDone();
  }

  /** Its tier is none any more, and its old code runs on: entry counted, exit to come. */
  static void aMethodThatWasMergedOnTheStackStillEnds() {
    count(C);
    int a = enter(A);
    int c = enter(C);
    time(C); // as the plan says of a merged method: nothing
    exit(enter(B));
    exit(c);
    exit(enter(B));
    exit(a);
    assertEquals(1, calls(A, C));
    assertEquals(1, calls(A, C, B));
    assertEquals(1, calls(A, B));
    assertDone();
  }

  static void inTheOverflowPartCountsStayExact() {
    TestSettings.maxNodes(3);
    count(C);
    int a = enter(A);
    for (int i = 0; i < 4; i++) {
      int b = enter(B);
      int c = enter(C);
      int d = enter(D);
      CountProbe.count(C);
      exit(d);
      exit(c);
      exit(b);
    }
    exit(a);
    ThreadRecorder recorder = recorder();
    long[] nodes = recorder.nodes();
    long[] calls = new long[8];
    for (int node = ThreadRecorder.OWN_NODES * CallNode.SIZE;
        node < recorder.end();
        node += CallNode.SIZE) {
      calls[CallNode.method(nodes, node) >> 1] += CallNode.calls(nodes, node);
    }
    assertEquals(1, calls[A >> 1]);
    assertEquals(4, calls[B >> 1]);
    assertEquals(8, calls[C >> 1]);
    assertEquals(4, calls[D >> 1]);
    CallCounts counts = CallCounts.read(0);
    assertEquals(8, counts.calls()[C >> 1]);
    assertDone();
    CallNode.addOverhead(nodes, ThreadRecorder.OWN_NODES * CallNode.SIZE, 5);
    assertEquals(counts.measured() + 5, CallCounts.read(0).measured());
    CallNode.addSelf(nodes, ThreadRecorder.OWN_NODES * CallNode.SIZE, 7);
    assertEquals(counts.measured() + 12, CallCounts.read(0).measured());
  }

  static void samplesFallOnTheCountedCallOnTop() {
    count(C);
    int a = enter(A);
    int c = enter(C);
    ThreadRecorder recorder = recorder();
    recorder.samplesDue = 3;
    PendingSamples.record(recorder, recorder);
    exit(c);
    exit(a);
    assertEquals(3, CallNode.samples(recorder.nodes(), node(A, C)));
    assertDone();
  }

  static void aCutAmongCountedCallsDividesTheirCallersTime() {
    count(C);
    int a = enter(A);
    ThreadRecorder recorder = recorder();
    int index = node(A) / CallNode.SIZE;
    int c = enter(C);
    long before = pass();
    SnapshotPoint cut = SnapshotPoint.now();
    TreeCounts atCut = TreeCounts.at(cut, recorder);
    recorder.setMark(0, atCut);
    exit(c);
    int again = enter(C);
    long after = pass();
    exit(again);
    exit(a);
    TreeCounts later = TreeCounts.of(recorder);
    assertTrue(atCut.self(index) >= before, "what passed before the cut");
    assertTrue(later.self(index) - atCut.self(index) >= after);
    assertEquals(1, atCut.calls(node(A, C) / CallNode.SIZE));
    assertEquals(2, later.calls(node(A, C) / CallNode.SIZE));
    assertDone();
  }

  static void foldedRecursionKeepsTimesApart() {
    count(C);
    int a = enter(A);
    int c = enter(C);
    int b = enter(B);
    int folded = enter(C); // opens the C above
    long inFolded = pass();
    exit(enter(D));
    exit(folded);
    assertEquals(node(A, C, B), recorder().open);
    assertEquals(node(A, C, B), recorder().charged());
    exit(b);
    exit(c);
    exit(a);
    assertEquals(2, calls(A, C));
    assertTrue(self(A, C, B) >= inFolded);
    assertEquals(0, self(A, C));
    assertDone();
  }

  static void stackOverflowsLeaveTheTreeWhole() throws InterruptedException {
    for (int method = 0; method < 2_000; method += 3) {
      Tiers.setCounted(method, true);
    }
    AtomicBoolean overflowed = new AtomicBoolean();
    AtomicReference<Throwable> wrong = new AtomicReference<>();
    Runnable work =
        () -> {
          try {
            exit(enter(A));
            for (int i = 0; i < 60; i++) {
              int outer = enter(B);
              try {
                dive(i, 0);
              } catch (StackOverflowError e) {
                overflowed.set(true);
                CatchProbe.caught(outer, B);
              }
              exit(outer);
            }
            assertDone();
          } catch (Throwable e) {
            wrong.set(e);
          }
        };
    for (int kilobytes : new int[] {200, 230, 260, 300}) {
      Thread thread = new Thread(null, work, "overflow", kilobytes * 1024L);
      thread.start();
      thread.join();
      if (wrong.get() != null) {
        throw new AssertionError(kilobytes + " kB", wrong.get());
      }
      assertTrue(overflowed.get());
    }
  }

  @SuppressWarnings("InfiniteRecursion")
  private static void dive(int seed, int depth) {
    int entered = enter((seed + depth) % 2_000 << 1);
    try {
      dive(seed, depth + 1);
    } catch (Throwable e) {
      fail(entered);
      throw e;
    }
    exit(entered);
  }

  static void aThreadOfCountedCallsAloneAddsUp() {
    count(B, C);
    for (int i = 0; i < 100; i++) {
      int b = enter(B);
      exit(enter(C));
      exit(b);
    }
    assertEquals(100, calls(B));
    assertEquals(100, calls(B, C));
    assertEquals(0, self(B));
    int a = enter(A);
    assertTrue(self() > 0, "the root is timed");
    exit(a);
    assertDone();
  }
}
