package dev.tare.agent.samples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.agent.options.SamplingRate;
import dev.tare.agent.snapshot.MethodIndexes;
import dev.tare.agent.weave.MethodRegistry;
import dev.tare.profile.CpuSamples;
import dev.tare.profile.ThreadProfile;
import dev.tare.sampled.BusyWork;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class ProbeSamplerTest {
  private static final int MAX_ENDED = 8;
  private static final int FEW = 3;

  private final ProbeSampler sampler = new ProbeSampler(SamplingRate.ofMillis(1), MAX_ENDED);

  @Test
  void threadsThatEndedBeforeThereWereTooManyAreToldTogether() throws InterruptedException {
    sampler.begin();
    for (int i = 0; i < FEW; i++) {
      runUntilSampled("ended-" + i);
    }
    assertEquals(FEW, told(0, "ended-").size());
    sampler.hold();
    sampler.begin(1);
    long before = taken(told(0, "ended-"));
    sampler.release();

    for (int i = FEW; i <= MAX_ENDED; i++) {
      runUntilSampled("ended-" + i);
    }
    sampler.finish();
    assertEquals(List.of("ended-*"), told(0, "ended-").stream().map(ThreadProfile::name).toList());
    assertEquals(taken(told(0, "ended-")) - before, taken(told(1, "ended-")));
    assertTrue(before >= FEW && sampler.count() >= taken(told(0, "ended-")));
  }

  private void runUntilSampled(String name) throws InterruptedException {
    BusyWork thread = new BusyWork();
    thread.setName(name);
    try (thread) {
      thread.start();
      while (told(0, name).isEmpty()) {
        Thread.sleep(10);
      }
    }
    thread.join();
  }

  private List<ThreadProfile> told(int mark, String name) {
    return sampler.others(mark, new MethodIndexes(new MethodRegistry())).stream()
        .filter(thread -> thread.name().startsWith(name))
        .toList();
  }

  private static long taken(List<ThreadProfile> threads) {
    return threads.stream()
        .map(thread -> Objects.requireNonNull(thread.cpuSamples()))
        .mapToLong(CpuSamples::taken)
        .sum();
  }
}
