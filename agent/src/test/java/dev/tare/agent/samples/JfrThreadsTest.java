package dev.tare.agent.samples;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tare.runtime.thread.Recorders;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class JfrThreadsTest {
  private static final long PERIOD = 10_000_000;

  private final CountDownLatch end = new CountDownLatch(1);
  private final JfrThreads threads = new JfrThreads(() -> new SampledThread(PERIOD, 100), 2);
  private final List<Long> ids = new ArrayList<>();

  @AfterEach
  void letThemEnd() {
    end.countDown();
  }

  @Test
  void endedThreadsAreKeptEachByItselfUntilThereAreTooMany() {
    list("pool-1-thread-1", "pool-1-thread-2", "pool-2-thread-1", "goes on 1");

    threads.end(ids.subList(0, 2));
    assertEquals(List.of(), threads.takeEnded());
    threads.end(List.of(ids.get(2), Long.MAX_VALUE));
    List<JfrThreads.Named> ended = threads.takeEnded();
    assertEquals(3, ended.size());

    ended.forEach(thread -> threads.sumFor(thread).lose(1, PERIOD));
    assertEquals(
        List.of("goes on 1 0", "pool-*-thread-* 3"),
        threads.all().stream()
            .map(thread -> thread.name() + " " + thread.samples().due())
            .toList());
    assertEquals(List.of(), threads.takeEnded());
  }

  @Test
  void namesThatDifferInMoreThanDigitsAreBounded() {
    SumsByName<String> sums = new SumsByName<>();
    for (int i = 0; i < 2_000; i++) {
      sums.sumFor("x".repeat(i), folded -> folded);
    }
    assertEquals(1_001, sums.all().size());
    assertEquals("*", sums.sumFor("y", folded -> folded));
    assertEquals("xxx", sums.sumFor("xxx", folded -> folded));
  }

  private void list(String... names) {
    for (String name : names) {
      Thread thread = new Thread(this::awaitEnd, name);
      thread.start();
      ids.add(Recorders.id(thread));
    }
    threads.list(new HashSet<>(ids));
  }

  private void awaitEnd() {
    try {
      end.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
