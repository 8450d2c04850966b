package dev.tare.agent.weave;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tare.runtime.thread.ProfilerSection;
import dev.tare.runtime.thread.ProfilerThreads;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class WeavingTimeTest {
  private final AtomicLong cpuNanos = new AtomicLong(1_000);

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
    WeavingTime.countBy(cpuNanos::get);
    long before = WeavingTime.nanos();
    weave();
    weave();
    assertEquals(140, WeavingTime.nanos() - before);
  }

  /** As the start of a recording after a stop has them woven in whatever thread asks for it. */
  @Test
  void classesThatACommandHasWovenAreNot() {
    WeavingTime.countBy(cpuNanos::get);
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
    WeavingTime.countBy(cpuNanos::get);
    long before = WeavingTime.nanos();
    Thread own = ProfilerThreads.daemon("tare-weaving-test", this::weave);
    own.start();
    own.join();
    assertEquals(1_070, cpuNanos.get());
    assertEquals(0, WeavingTime.nanos() - before);
  }

  @Test
  void whatBeganInAThreadWithoutAClockIsNot() {
    WeavingTime.countBy(
        () -> {
          throw new UnsupportedOperationException("no CPU time of virtual threads");
        });
    long before = WeavingTime.nanos();
    ProfilerSection section = ProfilerSection.begin();
    long begin = WeavingTime.begin(section);
    section.end();
    WeavingTime.countBy(cpuNanos::get);
    WeavingTime.end(begin);
    assertEquals(0, WeavingTime.nanos() - before);
  }
}
