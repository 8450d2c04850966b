package dev.tare.runtime.thread;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tare.runtime.calibration.CategoryTable;
import dev.tare.runtime.clock.RecordingPauses;
import dev.tare.runtime.memory.TreeMemory;
import dev.tare.runtime.probe.FullProbe;
import dev.tare.runtime.probe.VirtualThreadMountProbe;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A recorded virtual thread comes to a carrier for whose recorder there is no memory. */
class CarrierOutOfMemoryTest {
  private static final int METHOD = 81 << 1;
  private static final int KIND = 1;

  @BeforeAll
  static void atLeastTwoCarriers() {
    assumeTrue(Runtime.version().feature() >= 21, "left out: no virtual threads before JDK 21");
    System.setProperty("jdk.virtualThreadScheduler.parallelism", "2");
  }

  @Test
  void itGoesOnWithoutATableUntilThereIsMemory() throws Throwable {
    OwnRuntime.run("CarrierOutOfMemoryTest", "mountWithoutMemory", "calibrated");
  }

  @Test
  void soItDoesWherePausesWereMissed() throws Throwable {
    OwnRuntime.run("CarrierOutOfMemoryTest", "skipWithoutMemory", "calibrated");
  }

  static void mountWithoutMemory() throws Exception {
    onACarrierWithoutARecorder(
        (recorder, carrier) -> {
          VirtualThreadMountProbe.mounted(Thread.currentThread());
          assertNull(Recorders.existing(carrier));
          assertSame(CategoryTable.NONE, recorder.categories());
          FullProbe.exit(FullProbe.enter(METHOD, KIND), KIND);
          assertEquals(2, Trees.sumOfCalls(recorder));
          assertEquals(0, CategoryTable.NONE.count());
          while (Recorders.existing(carrier) == null) {
            VirtualThreadMountProbe.mounted(Thread.currentThread());
          }
          assertSame(Recorders.own(carrier).categories(), recorder.categories());
          assertSame(recorder, Recorders.own(carrier).mounted);
        });
  }

  static void skipWithoutMemory() throws Exception {
    onACarrierWithoutARecorder(
        (recorder, carrier) -> {
          recorder.skip(RecordingPauses.current());
          assertNull(Recorders.existing(carrier));
          assertSame(CategoryTable.NONE, recorder.categories());
        });
  }

  private interface Mounted {
    void run(ThreadRecorder recorder, Thread carrier);
  }

  private static void onACarrierWithoutARecorder(Mounted test) throws Exception {
    AtomicReference<@Nullable Thread> first = new AtomicReference<>();
    AtomicBoolean isOver = new AtomicBoolean();
    FutureTask<Boolean> task =
        new FutureTask<>(
            () -> {
              FullProbe.exit(FullProbe.enter(METHOD, KIND), KIND);
              ThreadRecorder recorder = Recorders.current();
              first.set(carrier());
              while (carrier() == first.get()) {
                LockSupport.parkNanos(1_000);
              }
              VirtualThreadMountProbe.unmounting(Thread.currentThread(), false);
              TreeMemory.listen(CarrierOutOfMemoryTest::fail); // where half of the memory is taken
              TreeMemory.takeAnyway(TreeMemory.limit() / 2 - TreeMemory.taken());
              test.run(recorder, carrier());
              assertTrue(TreeMemory.wasFull());
            },
            true);
    FutureTask<Boolean> occupation = new FutureTask<>(() -> occupy(first, isOver), true);
    start(task);
    start(occupation);
    try {
      assertEquals(true, task.get());
    } finally {
      isOver.set(true);
    }
    assertEquals(true, occupation.get());
  }

  /** Runs on the first carrier and does not leave it. */
  private static void occupy(AtomicReference<@Nullable Thread> first, AtomicBoolean isOver) {
    while (!isOver.get()) {
      if (carrier() != first.get()) {
        LockSupport.parkNanos(1_000);
      }
    }
  }

  private static void fail() {
    throw new OutOfMemoryError();
  }

  private static Thread carrier() {
    Thread carrier = VirtualThreads.carrier(Thread.currentThread());
    assertNotNull(carrier);
    return carrier;
  }

  private static void start(Runnable task) throws ReflectiveOperationException {
    Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, task);
  }
}
