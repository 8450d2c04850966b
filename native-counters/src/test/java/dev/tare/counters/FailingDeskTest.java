package dev.tare.counters;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tare.runtime.NativeReading;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Where the desk has no memory, no thread of the application waits for it in vain. */
class FailingDeskTest {
  private static final int UNKNOWN_TYPE = Integer.MAX_VALUE;

  private final List<String> warnings = Collections.synchronizedList(new ArrayList<>());

  @BeforeEach
  void load() {
    assumeTrue(NativeLibrary.load().isEmpty(), "no native library here");
  }

  @Test
  void aThreadThatCannotBeServedGoesWithoutAndTheNextIsServed() throws InterruptedException {
    AtomicInteger tries = new AtomicInteger();
    ThreadCounters desk =
        new ThreadCounters(
            new LibC(),
            new Event("unknown", UNKNOWN_TYPE, 0, 0, 0),
            false,
            warning -> {
              if (tries.incrementAndGet() <= 2) {
                throw new OutOfMemoryError("simulated");
              }
              warnings.add(warning);
            });
    desk.start(() -> {});
    for (int i = 0; i < 5; i++) {
      Waiting.forThread(NativeReading::event);
    }
    Waiting.until(() -> warnings.size() == 2);
    desk.stop();
    assertEquals(Optional.of("5 threads had no counter"), desk.flaws());
    assertEquals(2, warnings.size(), warnings::toString);
    assertEquals(
        1,
        warnings.stream().filter(line -> line.contains("OutOfMemoryError: simulated")).count(),
        warnings::toString);
  }

  @Test
  void whoeverWaitsWhenTheDeskDiesGoesOnAtOnce() throws InterruptedException {
    CountDownLatch over = new CountDownLatch(1);
    long patience = waitAtADeskThat(() -> await(over), over);
    long wait =
        waitAtADeskThat(
            () -> {
              throw new OutOfMemoryError("simulated");
            },
            over);
    assertTrue(wait < patience / 2, () -> wait + " ns, of " + patience);
    Waiting.until(() -> !warnings.isEmpty());
    assertEquals(1, warnings.size(), warnings::toString);
    assertTrue(warnings.get(0).contains("OutOfMemoryError: simulated"), warnings::toString);
  }

  /** How long a thread waits that comes before the desk does this, in nanoseconds. */
  private long waitAtADeskThat(Runnable failsOrSleeps, CountDownLatch over)
      throws InterruptedException {
    ThreadCounters desk = new ThreadCounters(new LibC(), Event.taskClock(), false, warnings::add);
    CountDownLatch somebodyComes = new CountDownLatch(1);
    desk.start(
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
    over.countDown();
    desk.stop();
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
