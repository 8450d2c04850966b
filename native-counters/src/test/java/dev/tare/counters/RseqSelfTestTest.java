package dev.tare.counters;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

class RseqSelfTestTest {
  /** As on Linux 6.19, where the sequence stays while a thread is blocked in a system call. */
  @Test
  void readingsThatCountASleepAreRefused() {
    LongSupplier keptOverTheSleep = System::nanoTime;
    assertNotEquals("", RseqSelfTest.sleep(keptOverTheSleep, new AtomicLong()::get));
  }

  @Test
  void readingsThatAgreeAreNot() {
    AtomicLong used = new AtomicLong();
    LongSupplier clock = () -> used.addAndGet(1_000);
    assertEquals("", RseqSelfTest.sleep(clock, clock));
  }
}
