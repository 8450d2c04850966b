package dev.tare.counters;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tare.runtime.clock.NativeReading;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The service, with a software event: it counts nanoseconds, and is everywhere where perf is
 * allowed.
 */
class CounterServiceTest {
  private static final double TOLERANCE = 0.01;

  private final List<String> warnings = new ArrayList<>();
  private CounterService service;

  @BeforeEach
  void open() {
    assumeTrue(NativeLibrary.load().isEmpty(), "no native library here");
    LibC libC = new LibC();
    try {
      PerfEvent event = new PerfEvent(libC, Event.taskClock());
      event.close(event.open(PerfEvent.THIS_THREAD));
    } catch (PerfEventException refusal) {
      assumeTrue(false, refusal.getMessage());
    }
    service = new CounterService(new PerfEvent(libC, Event.taskClock()), warnings::add);
    service.start(() -> {});
  }

  @AfterEach
  void close() {
    if (service != null) {
      service.stop();
    }
  }

  @Test
  void aThreadReadsItsOwnCounter() throws Exception {
    AtomicLong used = new AtomicLong();
    AtomicLong counted = new AtomicLong();
    Waiting.forThread(
        () -> {
          long first = NativeReading.event();
          long before = NativeReading.cpuBySystemCall();
          for (int i = 0; i < 20; i++) {
            SelfTestWorkload.run();
          }
          used.set(NativeReading.cpuBySystemCall() - before);
          counted.set(NativeReading.event() - first);
        });
    // The event counts what interrupts and a hypervisor took, too, and the CPU time does not.
    assertTrue(
        counted.get() >= used.get() * (1 - TOLERANCE) && counted.get() <= used.get() * 2,
        () -> counted + " counted of " + used);
    assertEquals(List.of(), warnings);
  }

  @Test
  @Tag("nightly")
  void twoThousandThreadsThatComeAndGoLeaveNothingBehind() throws Exception {
    Waiting.forThread(NativeReading::event);
    Waiting.until(() -> service.openCount() == 0);
    long before = openDescriptors();
    AtomicInteger withoutCounter = new AtomicInteger();

    for (int i = 0; i < 100; i++) {
      Thread[] threads = new Thread[20];
      for (int j = 0; j < threads.length; j++) {
        threads[j] =
            new Thread(
                () -> {
                  long first = NativeReading.event();
                  SelfTestWorkload.run();
                  if (NativeReading.event() == first) {
                    withoutCounter.incrementAndGet();
                  }
                });
        threads[j].start();
      }
      for (Thread thread : threads) {
        thread.join();
      }
    }

    Waiting.until(() -> service.openCount() == 0);
    assertEquals(0, service.openCount());
    assertEquals(0, withoutCounter.get());
    assertEquals(Optional.empty(), service.flaws());
    // The JVM opens and closes files of its own meanwhile.
    assertTrue(openDescriptors() <= before + 5, () -> "descriptors left open");
  }

  private static long openDescriptors() {
    try (Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
      return descriptors.count();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
