package dev.tare.agent.samples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.tare.agent.options.SamplingRate;
import dev.tare.agent.snapshot.MethodIndexes;
import dev.tare.agent.weave.MethodRegistry;
import dev.tare.profile.CpuSamples;
import dev.tare.profile.ThreadProfile;
import dev.tare.sampled.BusyWork;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class ProbeSamplerTest {
  private static final int MAX_ENDED = 8;
  private static final int FEW = 3;

  /** One look fails where it is set. */
  private final AtomicBoolean isMemoryFull = new AtomicBoolean();

  private final ProbeSampler sampler =
      new ProbeSampler(SamplingRate.ofMillis(1), MAX_ENDED, new ThreadClocks(failingBean()));

  private ThreadMXBean failingBean() {
    ThreadMXBean bean = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    return (ThreadMXBean)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {ThreadMXBean.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("getThreadCpuTime") && isMemoryFull.getAndSet(false)) {
                throw new OutOfMemoryError("in a test");
              }
              return method.invoke(bean, arguments);
            });
  }

  @Test
  @Timeout(value = 2, unit = TimeUnit.MINUTES)
  void aLookWithoutMemoryIsNotTheLast() throws InterruptedException {
    sampler.begin();
    isMemoryFull.set(true);
    while (isMemoryFull.get()) {
      Thread.sleep(1);
    }
    runUntilSampled("later");
    sampler.finish();
  }

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

  @Test
  void whatThreadsUseWhileItIsStoppedIsInNoProfile() throws InterruptedException {
    BusyWork thread = new BusyWork();
    thread.setName("stopped");
    try (thread) {
      sampler.begin();
      thread.start();
      awaitUseOf(thread);
      sampler.pause();
      CpuSamples stopped = dumped("stopped");
      assertTrue(stopped.taken() > 0);
      awaitUseOf(thread);
      assertEquals(stopped.cpuNanos(), dumped("stopped").cpuNanos());

      awaitUseOf(thread);
      long before = cpuNanos(thread);
      sampler.begin();
      awaitUseOf(thread);
      sampler.pause();
      long most = stopped.cpuNanos() + cpuNanos(thread) - before;
      CpuSamples since = dumped("stopped");
      assertTrue(since.cpuNanos() > stopped.cpuNanos() && since.cpuNanos() <= most);
      long mostPeriods = TimeUnit.NANOSECONDS.toMillis(most) + 1;
      assertTrue(since.taken() > stopped.taken() && since.taken() <= mostPeriods);
    }
  }

  /** What a dump has of the only thread of this name. */
  private CpuSamples dumped(String name) {
    sampler.hold();
    try {
      return Objects.requireNonNull(told(0, name).get(0).cpuSamples());
    } finally {
      sampler.release();
    }
  }

  /** Until the thread has used many periods more. */
  private static void awaitUseOf(Thread thread) throws InterruptedException {
    long until = cpuNanos(thread) + TimeUnit.MILLISECONDS.toNanos(50);
    while (cpuNanos(thread) < until) {
      Thread.sleep(1);
    }
  }

  private static long cpuNanos(Thread thread) {
    return ManagementFactory.getThreadMXBean().getThreadCpuTime(thread.getId());
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
