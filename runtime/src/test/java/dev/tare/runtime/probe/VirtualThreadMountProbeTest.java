package dev.tare.runtime.probe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tare.runtime.calibration.Category;
import dev.tare.runtime.thread.PendingSamples;
import dev.tare.runtime.thread.Recorders;
import dev.tare.runtime.thread.ThreadRecorder;
import dev.tare.runtime.thread.VirtualThreads;
import dev.tare.runtime.tree.CallNode;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

/** What a virtual thread's recorder and its carrier's have to do with each other. */
class VirtualThreadMountProbeTest {
  private static final int METHOD = 51 << 1;

  @Test
  void aThreadOfTheSystemIsOnNoCarrier() {
    assertNull(VirtualThreads.carrier(Thread.currentThread()));
  }

  @Test
  void aThreadThatCameToNoProbeGetsNoRecorderByBeingMounted() {
    Thread thread = new Thread();
    VirtualThreadMountProbe.mounted(thread);
    VirtualThreadMountProbe.unmounting(thread);
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
          VirtualThreadMountProbe.unmounting(Thread.currentThread());
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
          VirtualThreadMountProbe.unmounting(Thread.currentThread());
          recorder.categoryPrefix = Category.START_PREFIX + 1;
          VirtualThreadMountProbe.mounted(Thread.currentThread());
          assertEquals(Category.START_PREFIX, recorder.categoryPrefix);
          Thread carrier = VirtualThreads.carrier(Thread.currentThread());
          assertNotNull(carrier);
          assertSame(Recorders.own(carrier).categories(), recorder.categories());
          VirtualThreadMountProbe.unmounting(Thread.currentThread());
          SampledProbe.exit(entered);
        });
  }

  private static void inAVirtualThread(Runnable test) throws Exception {
    assumeTrue(Runtime.version().feature() >= 21, "left out: no virtual threads before JDK 21");
    FutureTask<Boolean> task = new FutureTask<>(test, true);
    Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, task);
    assertEquals(true, task.get());
  }
}
