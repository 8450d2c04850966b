package dev.tare.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.api.MeasuredCalls;
import dev.tare.api.Measurement;
import dev.tare.api.Profiler;
import dev.tare.api.Recorded;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** {@link Profiler#measure} in a JVM with an agent. */
class MeasureIT {
  private static final String HERE = "dev.tare.junit.MeasureIT#";
  private static final long COMPUTED_NANOS = 300_000_000;

  /** Several sampling periods of 10 ms. */
  private static final long PERIOD_NANOS = 100_000_000;

  private static final int DEPTH = 100_000;
  private static final int STACK_BYTES = 500_000_000;

  @Test
  void boundsOnValuesNeedFullMode() {
    Map<String, String> results = Samples.run("skip");
    assertEquals("ok", results.get("keeps"));
    assertEquals(
        "skipped: @MaxSelf dev.tare.junit.sample.Dao#compute needs an agent with mode=full,"
            + " not sampled",
        results.get("computesForTooLong"));
  }

  @Test
  void callsSelfAndChildrenOfABlockAreThoseOfTheBlock() {
    twice();
    Measurement measured =
        Profiler.measure(
            () -> {
              twice();
              once();
            });
    twice();
    assertEquals(3, measured.calls(HERE + "once"));
    assertEquals(1, measured.calls(HERE + "twice"));
    assertEquals(Map.of(HERE + "twice", 2L, lambda(measured), 1L), measured.callers(HERE + "once"));
    String both = HERE + "once:" + HERE + "twice";
    assertEquals(4, measured.calls(both));
    assertEquals(Map.of(HERE + "twice", 2L, lambda(measured), 2L), measured.callers(both));
    MeasuredCalls block = measured.children().get(0);
    assertEquals(
        List.of("twice", "once"),
        block.children().stream().map(MeasuredCalls::methodName).toList());
    assertEquals("ns", measured.unit());
    assertEquals(block.total(), measured.total());
  }

  @Test
  void whatIsRecordedOfSeveralMethodsIsToldOfThemTogether() {
    once();
    assertEquals(Recorded.CALLS_AND_VALUES, Profiler.recorded(HERE + "once:" + HERE + "twice"));
    assertEquals(Recorded.CALLS_AND_VALUES, Profiler.recorded("gone.Gone:" + HERE + "once"));
    assertEquals(Recorded.NOTHING, Profiler.recorded("gone.Gone:gone.*#gone"));
    assertEquals(Recorded.WITHOUT_PROBES, Profiler.recorded(HERE + "gone"));
    assertEquals(Recorded.NOTHING, Profiler.recorded(HERE.replace("IT#", "*#gone")));
    String method = HERE.replace('#', '.') + "once";
    for (String wrong : List.of(method, method + "#once", "gone..Gone#once", "")) {
      assertEquals(Recorded.WITHOUT_PROBES, Profiler.recorded(wrong), wrong);
    }
    assertEquals(Recorded.WITHOUT_PROBES, Profiler.recorded(HERE + "once:java.lang.*#abs"));
    assertEquals(Recorded.NOTHING, Profiler.recorded("*IntegerCache"), "the JDK's");
    assertEquals(Recorded.NOTHING, Profiler.recorded("*WovenClassCache"), "the agent's");
  }

  @Test
  void selfAndTotalAreWhatTheBlockTook() {
    long began = System.nanoTime();
    Measurement measured =
        Profiler.measure(
            () -> {
              once();
              compute();
            });
    long most = System.nanoTime() - began + PERIOD_NANOS;
    long self = measured.self(HERE + "compute");
    assertTrue(self > COMPUTED_NANOS / 2 && self <= most, () -> self + " of " + most);
    assertTrue(measured.self(HERE + "once") <= PERIOD_NANOS, () -> "once: " + measured.self("*"));
    assertTrue(measured.total() > COMPUTED_NANOS / 2 && measured.total() <= most);
    assertEquals(measured.self("*"), measured.total());
  }

  /** Computes until the thread has had a processor for so long: a busy machine gives it late. */
  private static void compute() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long end = threads.getCurrentThreadCpuTime() + COMPUTED_NANOS;
    while (threads.getCurrentThreadCpuTime() < end) {
      Thread.onSpinWait();
    }
  }

  @Test
  void aBlockInABlockIsInBothAndOtherThreadsAreInNone() throws InterruptedException {
    CountDownLatch goOn = new CountDownLatch(1);
    CountDownLatch done = new CountDownLatch(1);
    Thread other =
        new Thread(
            () -> {
              await(goOn);
              twice();
              done.countDown();
            });
    other.start();
    Measurement[] inner = new Measurement[1];
    Measurement outer =
        Profiler.measure(
            () -> {
              goOn.countDown();
              once();
              inner[0] = Profiler.measure(() -> inThread());
              await(done);
            });
    other.join();
    assertEquals(5, inner[0].calls(HERE + "once"));
    assertEquals(6, outer.calls(HERE + "once"));
  }

  @Test
  void whatABlockThrowsIsThrownAndTheNextBlockIsRight() {
    assertThrows(
        IOException.class,
        () ->
            Profiler.measure(
                () -> {
                  once();
                  throw new IOException("of the block");
                }));
    assertEquals(2, Profiler.measure(MeasureIT::twice).calls(HERE + "once"));
  }

  @Test
  void aBlockInRecursionHasItsOwnCallsAlone() {
    assertEquals(4, recursing(10));
    assertTrue(Profiler.measure(() -> recursing(7)).calls(HERE + "recursing") == 8);
  }

  /** Measures what its last four calls do, in the middle of the others. */
  private static long recursing(int depth) {
    if (depth == 4) {
      return Profiler.measure(() -> recursing(3)).calls(HERE + "recursing");
    }
    return depth == 0 ? 0 : recursing(depth - 1);
  }

  /** So deep that nothing may go down the tree by recursion, in a thread of the usual stack. */
  @Test
  void aBlockMayBeDeeperThanTheStackOfItsThread() {
    Measurement measured =
        Profiler.measure(
            () -> {
              Thread deep = new Thread(null, () -> deep(DEPTH), "deep", STACK_BYTES);
              deep.start();
              join(deep);
            });
    assertEquals(DEPTH + 1, measured.calls(HERE + "deep"));
    assertEquals(DEPTH, measured.callers(HERE + "deep").get(HERE + "deep"));
    assertEquals(measured.self("*"), measured.total());
    long total = measured.children().stream().mapToLong(MeasuredCalls::total).sum();
    assertEquals(measured.total(), total);
  }

  private static int deep(int depth) {
    return depth == 0 ? 0 : 1 + deep(depth - 1);
  }

  private static String lambda(Measurement measured) {
    return measured.children().get(0).name();
  }

  /** Five calls, in a thread and in one that this one starts. */
  private static void inThread() throws InterruptedException {
    Thread thread =
        new Thread(
            () -> {
              twice();
              Thread inner = new Thread(MeasureIT::twice);
              inner.start();
              join(inner);
            });
    thread.start();
    thread.join();
    once();
  }

  private static void twice() {
    once();
    once();
  }

  private static void once() {}

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
