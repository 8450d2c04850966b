package dev.tare.agent.samples;

import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ClockLooksTest {
  private final AtomicInteger looks = new AtomicInteger();

  @Test
  @Timeout(value = 2, unit = TimeUnit.MINUTES)
  void aLookWithoutMemoryIsNotTheLast() throws InterruptedException {
    ClockLooks clocks = new ClockLooks(1, this::listed, ids -> {});
    clocks.find();
    clocks.begin();
    while (looks.get() < 2) {
      Thread.sleep(10);
    }
    clocks.pause();
  }

  private Set<Long> listed() {
    if (looks.incrementAndGet() == 1) {
      throw new OutOfMemoryError("in a test");
    }
    return Set.of();
  }
}
