package dev.tare.agent.weave;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tare.runtime.thread.ProfilerSection;
import dev.tare.runtime.thread.ProfilerThreads;
import java.lang.management.ManagementFactory;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class WeavingTimeTest {
  private final AtomicLong cpuNanos = new AtomicLong(1_000);

  @AfterEach
  void readTheThreadsClock() {
    ThreadCpu.readBy(ManagementFactory.getThreadMXBean()::getCurrentThreadCpuTime);
  }

  private void weave() {
    ProfilerSection section = ProfilerSection.begin();
    try {
      long begin = WeavingTime.begin(section);
      cpuNanos.addAndGet(70);
      WeavingTime.end(begin);
    } finally {
      section.end();
    }
  }

  @Test
  void whatAnApplicationThreadWeavesIsCounted() {
    ThreadCpu.readBy(cpuNanos::get);
    long before = WeavingTime.nanos();
    weave();
    weave();
    assertEquals(140, WeavingTime.nanos() - before);
  }

  /** As the start of a recording after a stop has them woven in whatever thread asks for it. */
  @Test
  void classesThatACommandHasWovenAreNot() {
    ThreadCpu.readBy(cpuNanos::get);
    long before = WeavingTime.nanos();
    ProfilerSection command = ProfilerSection.begin();
    try {
      weave();
    } finally {
      command.end();
    }
    assertEquals(1_070, cpuNanos.get());
    assertEquals(0, WeavingTime.nanos() - before);
  }

  @Test
  void whatAThreadOfTheProfilerWeavesIsNot() throws InterruptedException {
    ThreadCpu.readBy(cpuNanos::get);
    long before = WeavingTime.nanos();
    Thread own = ProfilerThreads.daemon("tare-weaving-test", this::weave);
    own.start();
    own.join();
    assertEquals(1_070, cpuNanos.get());
    assertEquals(0, WeavingTime.nanos() - before);
  }

  @Test
  void whatBeganInAThreadWithoutAClockIsNot() {
    ThreadCpu.readBy(
        () -> {
          throw new UnsupportedOperationException("no CPU time of virtual threads");
        });
    long before = WeavingTime.nanos();
    ProfilerSection section = ProfilerSection.begin();
    long begin = WeavingTime.begin(section);
    section.end();
    ThreadCpu.readBy(cpuNanos::get);
    WeavingTime.end(begin);
    assertEquals(0, WeavingTime.nanos() - before);
  }
}
