package dev.tare.counters;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tare.runtime.clock.NativeReading;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Where the service has no memory, no thread of the application waits for it in vain. */
class FailingServiceTest {
  private static final int UNKNOWN_TYPE = Integer.MAX_VALUE;

  private final List<String> warnings = Collections.synchronizedList(new ArrayList<>());

  @BeforeEach
  void load() {
    assumeTrue(NativeLibrary.load().isEmpty(), "no native library here");
  }

  @Test
  void aThreadThatCannotBeServedGoesWithoutAndTheNextIsServed() throws Exception {
    AtomicInteger tries = new AtomicInteger();
    CounterService service =
        new CounterService(
            new PerfEvent(new LibC(), new Event("unknown", UNKNOWN_TYPE, 0, 0, 0)),
            warning -> {
              if (tries.incrementAndGet() <= 2) {
                throw new OutOfMemoryError("simulated");
              }
              warnings.add(warning);
            });
    service.start(() -> {});
    for (int i = 0; i < 5; i++) {
      Waiting.forThread(NativeReading::event);
    }
    Waiting.until(() -> warnings.size() == 2);
    service.stop();
    assertEquals(Optional.of("5 threads had no counter"), service.flaws());
    assertEquals(2, warnings.size(), warnings::toString);
    assertEquals(
        1,
        warnings.stream().filter(line -> line.contains("OutOfMemoryError: simulated")).count(),
        warnings::toString);
  }

  @Test
  void whoeverWaitsWhenTheServiceDiesGoesOnAtOnce() throws Exception {
    CountDownLatch over = new CountDownLatch(1);
    long patience = waitForAServiceThat(() -> await(over), over);
    long wait =
        waitForAServiceThat(
            () -> {
              throw new OutOfMemoryError("simulated");
            },
            over);
    assertTrue(wait < patience / 2, () -> wait + " ns, of " + patience);
    Waiting.until(() -> !warnings.isEmpty());
    assertEquals(1, warnings.size(), warnings::toString);
    assertTrue(warnings.get(0).contains("OutOfMemoryError: simulated"), warnings::toString);
  }

  /** How long a thread waits that comes before the service does this, in nanoseconds. */
  private long waitForAServiceThat(Runnable failsOrSleeps, CountDownLatch over) throws Exception {
    CounterService service =
        new CounterService(new PerfEvent(new LibC(), Event.taskClock()), warnings::add);
    CountDownLatch somebodyComes = new CountDownLatch(1);
    service.start(
        () -> {
          await(somebodyComes);
          failsOrSleeps.run();
        });
    AtomicLong waited = new AtomicLong();
    Waiting.forThread(
        () -> {
          somebodyComes.countDown();
          long start = System.nanoTime();
          NativeReading.event();
          waited.set(System.nanoTime() - start);
        });
    service.end(); // Before it goes on: else it may tell of the thread that has not waited for it.
    over.countDown();
    service.stop();
    return waited.get();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
