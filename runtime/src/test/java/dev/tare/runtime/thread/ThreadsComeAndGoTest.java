package dev.tare.runtime.thread;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.runtime.probe.SampledProbe;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Recorders are added without a lock while others are removed: none is lost, none comes twice. */
class ThreadsComeAndGoTest {
  private static final int ROUNDS = Race.rounds(60, 6_000);
  private static final int AT_ONCE = 8;
  private static final int METHOD = 71 << 1;
  private static final String NAME = "comes and goes";

  private final Set<ThreadRecorder> removed = new HashSet<>();
  private long callsOfRemoved;

  @Test
  void everyCallIsInARecorderThatIsRemovedOnce() throws InterruptedException {
    AtomicBoolean stopped = new AtomicBoolean();
    AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    Thread remover =
        new Thread(
            () -> {
              try {
                while (!stopped.get()) {
                  removeEnded();
                }
              } catch (Throwable e) {
                failure.set(e);
              }
            });
    remover.start();
    long calls = 0;
    for (int round = 0; round < ROUNDS; round++) {
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < AT_ONCE; i++) {
        int own = 1 + (round * AT_ONCE + i) % 50;
        calls += own;
        threads.add(new Thread(() -> call(own), NAME));
      }
      threads.forEach(Thread::start);
      for (Thread thread : threads) {
        thread.join();
      }
    }
    stopped.set(true);
    remover.join();
    assertNull(failure.get());
    removeEnded();
    assertEquals(ROUNDS * AT_ONCE, removed.size());
    assertEquals(calls, callsOfRemoved);
  }

  private static void call(int times) {
    for (int i = 0; i < times; i++) {
      SampledProbe.exit(SampledProbe.enter(METHOD));
    }
  }

  private void removeEnded() {
    synchronized (EndedThreadMerger.LOCK) {
      Set<ThreadRecorder> listed = new HashSet<>();
      for (ThreadRecorder recorder = Recorders.last();
          recorder != null;
          recorder = Recorders.before(recorder)) {
        assertTrue(listed.add(recorder), "a recorder is listed once");
        assertTrue(!removed.contains(recorder), "a removed recorder is listed");
      }
      ThreadRecorder ended = Recorders.removeEnded(true);
      while (ended != null) {
        if (NAME.equals(ended.nameAtStart())) {
          assertTrue(removed.add(ended), "a recorder is removed once");
          assertNull(Recorders.ofThread(ended.threadId()));
          callsOfRemoved += Trees.sumOfCalls(ended);
        }
        ended = Recorders.before(ended);
      }
    }
  }
}
