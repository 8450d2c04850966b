package dev.tare.agent.samples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.tare.agent.samples.ThreadExitClocks.End;
import dev.tare.runtime.thread.Recorders;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ThreadExitClocksTest {
  private final AtomicLong nanos = new AtomicLong();
  private boolean isWanted = true;
  private final ThreadExitClocks clocks;

  ThreadExitClocksTest() {
    clocks = new ThreadExitClocks(nanos::get, () -> isWanted);
  }

  /** A thread that meets a probe when it has used so much, and ends later. */
  private long run(long before, long after) throws InterruptedException {
    Thread thread =
        new Thread(
            () -> {
              nanos.set(before);
              clocks.begun(Recorders.own(Thread.currentThread()), false);
              nanos.set(after);
            },
            "worker");
    thread.start();
    thread.join();
    return Recorders.id(thread);
  }

  @Test
  void aThreadReadsItsClockAtItsFirstProbeAndAtItsEnd() throws InterruptedException {
    long id = run(20, 50);
    assertEquals(new End(id, "worker", 20, 50), clocks.next());
    assertNull(clocks.next());
  }

  @Test
  void whatNobodyWantsIsNotKept() throws InterruptedException {
    isWanted = false;
    run(20, 50);
    assertNull(clocks.next());
  }

  @Test
  void whatNobodyAsksForIsKeptUpToALimit() throws InterruptedException {
    for (int i = 0; i < ThreadExitClocks.MAX_KEPT; i++) {
      clocks.threadTerminated(new ThreadExitClocks.Begin(i, "worker", 0));
    }
    run(20, 50);
    for (int i = 0; i < ThreadExitClocks.MAX_KEPT; i++) {
      assertNotNull(clocks.next());
    }
    assertNull(clocks.next());
    run(20, 50);
    assertNotNull(clocks.next());
  }
}
