package dev.tare.agent.samples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import org.junit.jupiter.api.Test;

class JvmShutdownTest {
  @Test
  void whoAsksTakesNoNumberOfTheApplicationsThreads() {
    int before = numberOfTheNextThread();
    assertFalse(JvmShutdown.hasBegun());
    assertFalse(JvmShutdown.hasBegun());
    assertEquals(before + 1, numberOfTheNextThread());
  }

  private static int numberOfTheNextThread() {
    return Integer.parseInt(new Thread().getName().replace("Thread-", ""));
  }
}
