package dev.tare.agent.samples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.sun.management.ThreadMXBean;
import java.lang.reflect.Proxy;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ClockLooksTest {
  private static final long THREAD = 1;

  private final AtomicInteger looks = new AtomicInteger();
  private volatile boolean isMemoryFull;
  private volatile long usedNanos;

  @Test
  @Timeout(value = 2, unit = TimeUnit.MINUTES)
  void aLookWithoutMemoryIsNotTheLast() throws InterruptedException {
    ClockLooks clocks = new ClockLooks(1, this::listed, ids -> {}, ThreadClocks::find);
    clocks.find();
    clocks.begin();
    while (looks.get() < 2) {
      Thread.sleep(10);
    }
    clocks.pause();
  }

  @Test
  @Timeout(value = 2, unit = TimeUnit.MINUTES)
  void clocksPauseAlsoWhereTheLastLookHasNoMemory() {
    ThreadClocks found = new ThreadClocks(beanOfOneThread());
    ClockLooks clocks = new ClockLooks(1, Set::of, ids -> {}, () -> Optional.of(found));
    clocks.find();
    clocks.begin();
    isMemoryFull = true;
    assertThrows(OutOfMemoryError.class, clocks::pause);
    isMemoryFull = false;
    long before = found.nanos(THREAD, 0);
    usedNanos = 1_000;
    found.lookAtAll();
    assertEquals(before, found.nanos(THREAD, 0));
  }

  private ThreadMXBean beanOfOneThread() {
    return (ThreadMXBean)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {ThreadMXBean.class},
            (proxy, method, arguments) -> {
              if (isMemoryFull) {
                throw new OutOfMemoryError("in a test");
              }
              return switch (method.getName()) {
                case "getAllThreadIds" -> new long[] {THREAD};
                case "getThreadCpuTime" -> new long[] {usedNanos};
                default -> 0L;
              };
            });
  }

  private Set<Long> listed() {
    if (looks.incrementAndGet() == 1) {
      throw new OutOfMemoryError("in a test");
    }
    return Set.of();
  }
}
