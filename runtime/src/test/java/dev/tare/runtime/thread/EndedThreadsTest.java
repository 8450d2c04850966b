package dev.tare.runtime.thread;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tare.runtime.clock.SampleTicker;
import dev.tare.runtime.probe.SampledProbe;
import dev.tare.runtime.tree.CallNode;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

/** What a thread had behind its last sampling period, with readings that the test sets. */
class EndedThreadsTest {
  private static final int METHOD = 91 << 1;

  @Test
  void theNextThreadChargesWhereItsFirstPeriodEnds() throws Throwable {
    OwnRuntime.run("EndedThreadsTest", "threadsWithoutPeriods");
  }

  @Test
  void aThreadLeavesWhatIsBehindItsLastPeriodAlone() throws Throwable {
    OwnRuntime.run("EndedThreadsTest", "aThreadOfManyPeriods");
  }

  @Test
  void aVirtualThreadLeavesItWhereItIsUnmountedForGood() throws Throwable {
    OwnRuntime.run("EndedThreadsTest", "unmountedForGood");
  }

  static void threadsWithoutPeriods() throws Exception {
    SetReading.use(0);
    SampleTicker.epoch = 1;
    for (int thread = 0; thread < 2; thread++) {
      ThreadRecorder ended = inThread(() -> endedAfter(5, 10));
      assertEquals(15, CallNode.self(ended.nodes(), CallNode.ROOT));
      assertEquals(0, inMethod(ended));
    }
    ThreadRecorder next =
        inThread(
            () -> {
              int entered = SampledProbe.enter(METHOD);
              pass(3);
              endPeriod();
              SampledProbe.exit(entered);
              endPeriod();
              SampledProbe.exit(SampledProbe.enter(METHOD));
              return Recorders.current();
            });
    assertEquals(33, inMethod(next), "once, at its first period's end");
    assertEquals(-30, CallNode.self(next.nodes(), CallNode.ROOT));
    assertEquals(next.lastReading(), next.chargedUpTo(Trees.sumOfMetric(next)));
  }

  static void aThreadOfManyPeriods() throws Exception {
    SetReading.use(0);
    SampleTicker.epoch = 1;
    inThread(
        () -> {
          int entered = SampledProbe.enter(METHOD);
          pass(3);
          endPeriod();
          SampledProbe.exit(entered);
          return endedAfter(0, 2);
        });
    ThreadRecorder late =
        inThread(
            () -> {
              int entered = SampledProbe.enter(METHOD);
              pass(4);
              SampledProbe.exit(entered);
              endPeriod(); // No probe sees it: it ends outside of all methods.
              Recorders.current().endLastInterval();
              return Recorders.current();
            });
    assertEquals(4, CallNode.self(late.nodes(), CallNode.ROOT), "2 taken, and given back");
    assertEquals(0, inMethod(inThread(EndedThreadsTest::firstPeriod)));
  }

  static void unmountedForGood() throws Exception {
    SetReading.use(0);
    SampleTicker.epoch = 1;
    inThread(
        () -> {
          int entered = SampledProbe.enter(METHOD);
          pass(7);
          Recorders.current().unmount(false);
          Recorders.current().mount(null);
          SampledProbe.exit(entered);
          Recorders.current().unmount(true);
          return Recorders.current();
        });
    assertEquals(7, inMethod(inThread(EndedThreadsTest::firstPeriod)));
    assertEquals(0, inMethod(inThread(EndedThreadsTest::firstPeriod)));
  }

  /** A thread that works for so long in a method, and then outside. */
  private static ThreadRecorder endedAfter(long inside, long outside) {
    int entered = SampledProbe.enter(METHOD);
    pass(inside);
    SampledProbe.exit(entered);
    pass(outside);
    Recorders.current().endLastInterval();
    return Recorders.current();
  }

  /** A thread that takes no time of its own. */
  private static ThreadRecorder firstPeriod() {
    int entered = SampledProbe.enter(METHOD);
    endPeriod();
    SampledProbe.exit(entered);
    return Recorders.current();
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // One thread after the other writes it here.
  private static void pass(long amount) {
    SetReading.reading += amount;
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // As above.
  private static void endPeriod() {
    SampleTicker.epoch++;
  }

  private static ThreadRecorder inThread(Callable<ThreadRecorder> body) throws Exception {
    FutureTask<ThreadRecorder> task = new FutureTask<>(body);
    Thread thread = new Thread(task);
    thread.start();
    return task.get();
  }

  private static long inMethod(ThreadRecorder recorder) {
    return CallNode.self(recorder.nodes(), CallNode.OVERFLOW + CallNode.SIZE);
  }
}
