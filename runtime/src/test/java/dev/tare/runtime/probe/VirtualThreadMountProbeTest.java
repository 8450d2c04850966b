package dev.tare.runtime.probe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tare.runtime.calibration.Category;
import dev.tare.runtime.clock.Interruptions;
import dev.tare.runtime.clock.Reading;
import dev.tare.runtime.clock.SampleTicker;
import dev.tare.runtime.clock.ThreadWaits;
import dev.tare.runtime.internal.UnsafeAccess;
import dev.tare.runtime.thread.PendingSamples;
import dev.tare.runtime.thread.Recorders;
import dev.tare.runtime.thread.ThreadRecorder;
import dev.tare.runtime.thread.VirtualThreads;
import dev.tare.runtime.tree.CallNode;
import dev.tare.runtime.tree.NodeSums;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a virtual thread's recorder and its carrier's have to do with each other. */
class VirtualThreadMountProbeTest {
  private static final int METHOD = 51 << 1;
  private static final int OTHER_METHOD = 92 << 1;

  /** In nanoseconds: longer than any interval of a test. */
  private static final long HOUR = 3_600_000_000_000L;

  @AfterEach
  void sampleNothing() {
    SampleTicker.epoch = 0;
    SampleTicker.tickedAt = 0;
  }

  @Test
  void aThreadOfTheSystemIsOnNoCarrier() {
    assertNull(VirtualThreads.carrier(Thread.currentThread()));
  }

  @Test
  void aThreadThatCameToNoProbeGetsNoRecorderByBeingMounted() {
    Thread thread = new Thread();
    VirtualThreadMountProbe.mounted(thread);
    VirtualThreadMountProbe.unmounting(thread, false);
    assertNull(Recorders.existing(thread));
  }

  @Test
  void theCarrierKnowsWhoIsOnItAndSamplesDueGoToTheVirtualThread() throws Exception {
    inAVirtualThread(
        () -> {
          int entered = SampledProbe.enter(METHOD);
          ThreadRecorder recorder = Recorders.current();
          Thread carrier = VirtualThreads.carrier(Thread.currentThread());
          assertNotNull(carrier);
          VirtualThreadMountProbe.mounted(Thread.currentThread());
          ThreadRecorder ofCarrier = Recorders.own(carrier);
          assertSame(recorder, ofCarrier.mounted);
          PendingSamples.raise(ofCarrier, ofCarrier.samplesDue + 3);
          VirtualThreadMountProbe.unmounting(Thread.currentThread(), false);
          assertNull(ofCarrier.mounted);
          assertEquals(0, ofCarrier.samplesWaiting());
          assertEquals(3, CallNode.samples(recorder.nodes(), recorder.open));
          SampledProbe.exit(entered);
        });
  }

  @Test
  void mountedAgainItsIntervalIsOfNoKnownCategoryAndInTheCarriersTable() throws Exception {
    inAVirtualThread(
        () -> {
          int entered = SampledProbe.enter(METHOD);
          ThreadRecorder recorder = Recorders.current();
          VirtualThreadMountProbe.unmounting(Thread.currentThread(), false);
          recorder.categoryPrefix = Category.START_PREFIX + 1;
          VirtualThreadMountProbe.mounted(Thread.currentThread());
          assertEquals(Category.START_PREFIX, recorder.categoryPrefix);
          Thread carrier = VirtualThreads.carrier(Thread.currentThread());
          assertNotNull(carrier);
          assertSame(Recorders.own(carrier).categories(), recorder.categories());
          VirtualThreadMountProbe.unmounting(Thread.currentThread(), false);
          SampledProbe.exit(entered);
        });
  }

  @Test
  void whatWasCollectedSinceItWasMountedIsAnInterruption() throws Exception {
    long counter = UnsafeAccess.UNSAFE.allocateMemory(Long.BYTES);
    UnsafeAccess.UNSAFE.putLong(counter, 0);
    Interruptions.read(false, new long[] {counter});
    try {
      inAVirtualThread(
          () -> {
            int entered = SampledProbe.enter(METHOD);
            ThreadRecorder recorder = Recorders.current();
            VirtualThreadMountProbe.unmounting(Thread.currentThread(), false);
            UnsafeAccess.UNSAFE.putLong(counter, HOUR);
            VirtualThreadMountProbe.mounted(Thread.currentThread());
            long mounted = Reading.now();
            passes(Interruptions.LONG_INTERVAL);
            recorder.endInterval();
            assertEquals(0, collected(recorder), "of the carrier, before");

            UnsafeAccess.UNSAFE.putLong(counter, 2 * HOUR);
            passes(ThreadWaits.LONG_INTERVAL);
            VirtualThreadMountProbe.unmounting(Thread.currentThread(), false);
            long unmounted = Reading.now();
            UnsafeAccess.UNSAFE.putLong(counter, 3 * HOUR);
            VirtualThreadMountProbe.mounted(Thread.currentThread());
            SampledProbe.exit(entered);
            long collected = collected(recorder);
            assertTrue(collected >= ThreadWaits.LONG_INTERVAL, () -> collected + " ns");
            assertTrue(collected <= unmounted - mounted, () -> collected + " ns");
            assertEquals(recorder.lastReading(), recorder.chargedUpTo(raw(recorder)));
          });
    } finally {
      Interruptions.read(false, new long[0]);
      UnsafeAccess.UNSAFE.freeMemory(counter);
    }
  }

  /** In sampled mode few probes take a reading, and the next one may be another method's. */
  @Test
  void theMethodInWhichItWaitsHasTheWaitAndItsTime() throws Exception {
    inAVirtualThread(
        () -> {
          int entered = SampledProbe.enter(METHOD);
          ThreadRecorder recorder = Recorders.current();
          recorder.endInterval();
          final int waits = recorder.open;
          VirtualThreadMountProbe.unmounting(Thread.currentThread(), false);
          passes(ThreadWaits.LONG_INTERVAL);
          VirtualThreadMountProbe.mounted(Thread.currentThread());
          SampledProbe.exit(entered);

          entered = SampledProbe.enter(OTHER_METHOD);
          final int works = recorder.open;
          recorder.endInterval();
          SampledProbe.exit(entered);
          long waited = recorder.sums().get(waits, NodeSums.WAITING);
          long self = CallNode.self(recorder.nodes(), waits);
          assertTrue(waited >= ThreadWaits.LONG_INTERVAL, () -> waited + " ns");
          assertTrue(waited <= self, () -> waited + " of " + self + " ns");
          assertEquals(0, recorder.sums().get(works, NodeSums.WAITING));
          assertEquals(recorder.lastReading(), recorder.chargedUpTo(raw(recorder)));
        });
  }

  /** Else what the thread did before a wait, in which most periods end, would be the wait's. */
  @Test
  void aPeriodThatEndsInAWaitLeavesWorkForTheNextReading() throws Exception {
    inAVirtualThread(
        () -> {
          int entered = SampledProbe.enter(METHOD);
          ThreadRecorder recorder = Recorders.current();
          recorder.endInterval();
          VirtualThreadMountProbe.unmounting(Thread.currentThread(), false);
          endPeriod();
          VirtualThreadMountProbe.mounted(Thread.currentThread());
          assertEquals(SampleTicker.epoch, recorder.seenEpoch);

          endPeriod();
          VirtualThreadMountProbe.unmounting(Thread.currentThread(), false);
          VirtualThreadMountProbe.mounted(Thread.currentThread());
          assertNotEquals(SampleTicker.epoch, recorder.seenEpoch, "it ended before the wait");
          SampledProbe.exit(entered);
        });
  }

  @Test
  void endedItHasAllTimeUntilItLeftItsCarrier() throws Exception {
    AtomicReference<ThreadRecorder> recorder = new AtomicReference<>();
    AtomicLong end = new AtomicLong();
    Thread thread =
        inAVirtualThread(
            () -> {
              SampledProbe.exit(SampledProbe.enter(METHOD));
              recorder.set(Recorders.current());
              end.set(Reading.now());
              VirtualThreadMountProbe.unmounting(Thread.currentThread(), false);
            });
    thread.join();
    ThreadRecorder ended = recorder.get();
    assertNotNull(ended);
    ended.concludeIfEnded();
    assertTrue(ended.lastReading() >= end.get(), "its last interval is in no node");
    assertEquals(ended.lastReading(), ended.chargedUpTo(raw(ended)));
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // One thread writes it here.
  private static void endPeriod() {
    SampleTicker.tickedAt = System.nanoTime();
    SampleTicker.epoch++;
  }

  private static void passes(long nanos) {
    long start = Reading.now();
    while (Reading.now() - start < nanos) {
      Thread.onSpinWait();
    }
  }

  private static long collected(ThreadRecorder recorder) {
    long sum = 0;
    for (int node = 0; node < recorder.end; node += CallNode.SIZE) {
      boolean stands = CallNode.method(recorder.nodes(), node) == Interruptions.COLLECTED;
      sum += stands ? CallNode.self(recorder.nodes(), node) : 0;
    }
    return sum;
  }

  private static long raw(ThreadRecorder recorder) {
    long sum = 0;
    for (int node = 0; node < recorder.end; node += CallNode.SIZE) {
      long[] nodes = recorder.nodes();
      sum += CallNode.self(nodes, node) + CallNode.overhead(nodes, node);
    }
    return sum;
  }

  private static Thread inAVirtualThread(Runnable test) throws Exception {
    assumeTrue(Runtime.version().feature() >= 21, "left out: no virtual threads before JDK 21");
    FutureTask<Boolean> task = new FutureTask<>(test, true);
    Object thread = Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, task);
    assertEquals(true, task.get());
    return (Thread) thread;
  }
}
