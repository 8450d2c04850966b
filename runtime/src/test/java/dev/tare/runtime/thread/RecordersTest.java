package dev.tare.runtime.thread;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.runtime.internal.UnsafeAccess;
import dev.tare.runtime.probe.SampledProbe;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CyclicBarrier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Every thread finds its own recorder, and every recorder is found again. */
class RecordersTest {
  /** The length of the table that probes look into. */
  private static final int TABLE_LENGTH = 1 << 15;

  private static final int METHOD = 1 << 1;

  private static class Caller extends Thread {
    private final CyclicBarrier barrier;
    private final int calls;
    volatile @Nullable ThreadRecorder recorder;

    Caller(CyclicBarrier barrier, int calls) {
      this.barrier = barrier;
      this.calls = calls;
    }

    @Override
    public void run() {
      try {
        barrier.await();
        for (int i = 0; i < calls; i++) {
          SampledProbe.exit(SampledProbe.enter(METHOD));
        }
        recorder = Recorders.current();
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }

    /** An application may do so, and no probe must run it. */
    @Override
    @SuppressWarnings("deprecation")
    public long getId() {
      return 1;
    }
  }

  @Test
  void threadsWithCollidingIdsDoNotShareARecorder() throws Exception {
    CyclicBarrier barrier = new CyclicBarrier(2);
    Caller one = new Caller(barrier, 20_000);
    List<Thread> between = new ArrayList<>();
    for (int i = 0; i < TABLE_LENGTH - 1; i++) {
      between.add(new Thread()); // ids are given out one after the other
    }
    Caller other = new Caller(barrier, 30_000);
    one.start();
    other.start();
    one.join();
    other.join();
    ThreadRecorder first = recorder(one);
    ThreadRecorder second = recorder(other);
    assertEquals(TABLE_LENGTH - 1, between.size());
    assertEquals(first.threadId() % TABLE_LENGTH, second.threadId() % TABLE_LENGTH, "they collide");
    assertNotSame(first, second);
    assertEquals(20_000, Trees.sumOfCalls(first));
    assertEquals(30_000, Trees.sumOfCalls(second));
  }

  @Test
  void manyThreadsAreCountedEachForItself() throws Exception {
    int count = 300;
    List<Caller> callers = new ArrayList<>();
    CyclicBarrier barrier = new CyclicBarrier(count);
    for (int i = 0; i < count; i++) {
      callers.add(new Caller(barrier, 10 + i));
      callers.get(i).start();
    }
    Set<ThreadRecorder> recorders = new HashSet<>();
    for (int i = 0; i < count; i++) {
      callers.get(i).join();
      recorders.add(recorder(callers.get(i)));
      assertEquals(10 + i, Trees.sumOfCalls(recorder(callers.get(i))));
    }
    assertEquals(count, recorders.size());
    Set<ThreadRecorder> listed = new HashSet<>();
    ThreadRecorder listedOne = Recorders.last();
    while (listedOne != null) {
      assertTrue(listed.add(listedOne), "a recorder is listed once");
      listedOne = Recorders.before(listedOne);
    }
    assertTrue(listed.containsAll(recorders), "those of ended threads are kept");
  }

  @Test
  void aRecorderKnowsItsThread() throws Exception {
    Caller caller = new Caller(new CyclicBarrier(1), 1);
    caller.setName("at first");
    caller.start();
    caller.join();
    ThreadRecorder recorder = recorder(caller);
    assertEquals(caller, recorder.thread());
    assertEquals("at first", recorder.nameAtStart());
    assertEquals(false, recorder.isVirtual());
    assertEquals(true, recorder.hasEvents());
  }

  /** As a thread that the JVM attaches, while its own constructor runs. */
  @Test
  void aThreadThatHasNoIdYetIsNotRecorded() throws Exception {
    long idField = UnsafeAccess.UNSAFE.objectFieldOffset(Thread.class, "tid");
    List<ThreadRecorder> sections = new ArrayList<>();
    Caller caller =
        new Caller(new CyclicBarrier(1), 1) {
          @Override
          public void run() {
            long id = Recorders.id(this);
            UnsafeAccess.UNSAFE.putLong(this, idField, 0);
            try {
              SampledProbe.exit(SampledProbe.enter(METHOD));
              ProfilerSection section = ProfilerSection.begin();
              sections.add(Recorders.current());
              SampledProbe.exit(SampledProbe.enter(METHOD));
              section.end();
            } finally {
              UnsafeAccess.UNSAFE.putLong(this, idField, id);
            }
            super.run();
          }
        };
    caller.start();
    caller.join();
    assertEquals(1, Trees.sumOfCalls(recorder(caller)), "what it calls from then on");
    assertEquals(1, sections.size(), "it has come to the section's end");
    assertNull(Recorders.ofThread(0));
    for (ThreadRecorder listed = Recorders.last();
        listed != null;
        listed = Recorders.before(listed)) {
      assertNotEquals(0, listed.threadId());
    }
  }

  private static ThreadRecorder recorder(Caller caller) {
    ThreadRecorder recorder = caller.recorder;
    assertNotNull(recorder);
    return recorder;
  }
}
