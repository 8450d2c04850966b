package dev.tare.agent.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.tare.agent.OtherJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NameLockTest {
  private static final int THREADS = 4;
  private static final int TURNS = 200;
  private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(2);

  @TempDir private Path folder = Path.of(".");

  @Test
  void oneAtATimeHoldsItAndNothingIsLeft() throws Exception {
    Path name = folder.resolve("profile.json");
    AtomicInteger holders = new AtomicInteger();
    AtomicInteger turns = new AtomicInteger();
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Future<?>> done = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        done.add(
            threads.submit(
                () -> {
                  for (int turn = 0; turn < TURNS; turn++) {
                    NameLock lock = NameLock.take(name, PATIENCE_NANOS);
                    assertNotNull(lock);
                    assertEquals(1, holders.incrementAndGet());
                    turns.incrementAndGet();
                    holders.decrementAndGet();
                    lock.close();
                  }
                  return null;
                }));
      }
      for (Future<?> each : done) {
        each.get();
      }
    } finally {
      threads.shutdownNow();
    }
    assertEquals(THREADS * TURNS, turns.get());
    assertEmpty();
  }

  @Test
  void whoeverComesMeanwhileGivesUpInTime() throws IOException {
    Path name = folder.resolve("profile.json");
    NameLock first = NameLock.take(name, PATIENCE_NANOS);
    assertNotNull(first);
    assertNull(NameLock.take(name, 0));
    first.close();
    assertEmpty();
  }

  /** Says whether it takes the lock. */
  static final class OtherRun {
    private OtherRun() {}

    public static void main(String[] name) throws IOException {
      System.out.print(NameLock.take(Path.of(name[0]), 0) != null);
    }
  }

  @Test
  void whoeverGivesUpLeavesTheLockToItsHolder() throws IOException, InterruptedException {
    Path name = folder.resolve("profile.json");
    NameLock first = NameLock.take(name, PATIENCE_NANOS);
    assertNotNull(first);
    assertNull(NameLock.take(name, 0));
    assertEquals("false", OtherJvm.output(OtherRun.class, name));
    first.close();
    assertEquals("true", OtherJvm.output(OtherRun.class, name));
  }

  @Test
  void theFileOfAJvmThatWasKilledBetweenMarkAndRemovalIsInNobodysWay() throws IOException {
    Path name = folder.resolve("profile.json");
    Files.writeString(folder.resolve(".profile.json.lock"), "x");
    NameLock lock = NameLock.take(name, PATIENCE_NANOS);
    assertNotNull(lock);
    lock.close();
    assertEmpty();
  }

  private void assertEmpty() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      assertEquals(List.of(), files.toList());
    }
  }
}
