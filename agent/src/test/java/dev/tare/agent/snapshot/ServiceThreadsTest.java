package dev.tare.agent.snapshot;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;

class ServiceThreadsTest {
  @Test
  void threadsOfTheJvmAreNoneOfTheApplication() {
    try (Recording recording = new Recording()) {
      recording.start();
      List<String> others =
          Thread.getAllStackTraces().keySet().stream()
              .filter(thread -> thread.getThreadGroup() != null)
              .filter(thread -> thread.getThreadGroup().getName().equals("system"))
              .map(Thread::getName)
              .filter(name -> !ServiceThreads.isOne(name, false))
              .filter(name -> !name.startsWith("process reaper") && !name.startsWith("tare-"))
              .toList();
      assertTrue(others.isEmpty(), others::toString);
    }
  }

  @Test
  void virtualThreadsAndOthersAre() {
    assertFalse(ServiceThreads.isOne("JFR Recorder Thread", true));
    assertFalse(ServiceThreads.isOne("JFRunner", false));
    assertTrue(ServiceThreads.isOne("JFR Recorder Thread", false));
  }
}
