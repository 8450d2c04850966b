package dev.tare.agent.samples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.agent.options.SamplingRate;
import dev.tare.agent.snapshot.MethodIndexes;
import dev.tare.agent.weave.MethodRegistry;
import dev.tare.agent.weave.ProbePlan;
import dev.tare.agent.weave.TierHistory;
import dev.tare.profile.CallTreeBuilder;
import dev.tare.profile.CpuSamples;
import dev.tare.runtime.thread.Recorders;
import dev.tare.runtime.thread.ThreadRecorder;
import dev.tare.sampled.BusyWork;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class JfrSamplerTest {
  private final MethodRegistry registry = new MethodRegistry();
  private final List<String> said = new ArrayList<>();
  private final SynchronousQueue<ThreadRecorder> recorders = new SynchronousQueue<>();
  private final JfrSampler sampler =
      new JfrSampler(
          CpuSampler.Way.EXECUTION_EVENT,
          SamplingRate.ofMillis(10),
          1_000,
          new TierHistory(ProbePlan.everythingTimed(), registry, false),
          false,
          false,
          said::add);

  @Test
  @Timeout(value = 2, unit = TimeUnit.MINUTES)
  void afterAProfileThatCouldNotBeWrittenTheNextHasTheSamplesToo() throws InterruptedException {
    try (BusyWork program = new Recorded()) {
      program.start();
      ThreadRecorder recorder = recorders.take();
      sampler.begin();
      CpuSamples first = ofAProfileThatFails(recorder);
      while (first.taken() == 0) {
        first = ofAProfileThatFails(recorder);
      }
      CpuSamples second = ofAProfileThatFails(recorder);
      assertTrue(second.taken() >= first.taken(), second.taken() + " after " + first.taken());
    } finally {
      sampler.pause();
    }
    assertEquals(List.of(), said);
  }

  @Test
  @Timeout(value = 2, unit = TimeUnit.MINUTES)
  void whatThreadsUseWhileItIsStoppedIsInNoProfile() throws InterruptedException {
    try (BusyWork program = new Recorded()) {
      program.start();
      ThreadRecorder recorder = recorders.take();
      sampler.begin();
      while (ofAProfileThatFails(recorder).cpuNanos() <= 0) {
        Thread.sleep(1);
      }
      sampler.pause();
      long nanos = ofAProfileThatFails(recorder).cpuNanos();
      long now = cpuNanos(program);
      while (cpuNanos(program) == now) {
        Thread.sleep(1);
      }
      assertEquals(nanos, ofAProfileThatFails(recorder).cpuNanos());
    }
  }

  private static long cpuNanos(Thread thread) {
    return ManagementFactory.getThreadMXBean().getThreadCpuTime(thread.getId());
  }

  /** It never comes to the threads without a recorder. */
  private CpuSamples ofAProfileThatFails(ThreadRecorder recorder) {
    sampler.hold();
    try {
      return Objects.requireNonNull(
          sampler.of(
              recorder,
              0,
              () -> new CallTreeBuilder().calls(0, 1).build(),
              new MethodIndexes(registry)));
    } finally {
      sampler.release();
    }
  }

  /** A thread that came to a probe. */
  private final class Recorded extends BusyWork {
    @Override
    public void run() {
      try {
        recorders.put(Recorders.current());
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
      super.run();
    }
  }
}
