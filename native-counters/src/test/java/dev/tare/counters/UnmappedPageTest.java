package dev.tare.counters;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tare.runtime.clock.NativeReading;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Threads past the limit of locked memory: their counters count, and are read by a system call. */
class UnmappedPageTest {
  private final List<String> warnings = Collections.synchronizedList(new ArrayList<>());

  /** Of a user who has mapped as many pages as he may. */
  private static final class Full extends LibC {
    @Override
    long mapPage(int descriptor) {
      return -Errno.EPERM.number();
    }
  }

  @BeforeEach
  void demandEvents() {
    assumeTrue(NativeLibrary.load().isEmpty(), "no native library here");
    try {
      PerfEvent event = new PerfEvent(new LibC(), Event.taskClock());
      event.close(event.open(PerfEvent.THIS_THREAD));
    } catch (PerfEventException refusal) {
      assumeTrue(false, refusal.getMessage());
    }
  }

  @Test
  void theUserIsToldOnceAndHowManyThereWere() throws Exception {
    CounterService service =
        new CounterService(new PerfEvent(new Full(), Event.taskClock()), warnings::add);
    service.start(() -> {});
    AtomicLong counted = new AtomicLong();
    for (int i = 0; i < 3; i++) {
      Waiting.forThread(
          () -> {
            long first = NativeReading.event();
            SelfTestWorkload.run();
            counted.set(NativeReading.event() - first);
          });
      assertTrue(counted.get() > 0, "it has a counter");
    }
    service.stop();
    assertEquals(
        List.of(
            "a thread's counter is read by a system call: mmap: EPERM: this user has mapped as many"
                + " counter pages as it may lock in memory; would help: a higher limit of locked"
                + " memory (ulimit -l), or of /proc/sys/kernel/perf_event_mlock_kb"),
        warnings);
    assertEquals(
        Optional.of("3 threads had a counter that is read by a system call"), service.flaws());
  }
}
