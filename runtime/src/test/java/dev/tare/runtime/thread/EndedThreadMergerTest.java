package dev.tare.runtime.thread;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** How often ended threads are looked for. */
class EndedThreadMergerTest {
  @Test
  void aLookAtAMillionThreadsTakesATwentiethOfAProcessor() {
    assertEquals(100_000_000, EndedThreadMerger.pauseAfter(1_000_000));
    assertEquals(950_000_000, EndedThreadMerger.pauseAfter(50_000_000));
  }
}
