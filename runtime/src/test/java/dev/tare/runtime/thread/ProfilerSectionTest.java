package dev.tare.runtime.thread;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.runtime.calibration.Category;
import dev.tare.runtime.calibration.Kind;
import dev.tare.runtime.memory.TreeMemory;
import dev.tare.runtime.probe.SampledProbe;
import dev.tare.runtime.tree.CallNode;
import dev.tare.runtime.tree.NodeSums;
import org.junit.jupiter.api.Test;

/** What the agent does on an application's thread is neither recorded nor charged to it. */
class ProfilerSectionTest {
  private static final int APPLICATION = 1 << 1;
  private static final int WITHIN_WORK = 2 << 1;

  @Test
  void callsWithinWorkAreNotRecorded() {
    int entered = SampledProbe.enter(APPLICATION);
    ThreadRecorder recorder = Recorders.current();
    long before = Trees.sumOfCalls(recorder);
    int end = recorder.end();
    int open = recorder.open;

    ProfilerSection work = ProfilerSection.begin();
    assertNotSame(recorder, Recorders.current());
    SampledProbe.exit(SampledProbe.enter(WITHIN_WORK));
    work.end();

    assertSame(recorder, Recorders.current());
    assertEquals(open, recorder.open);
    assertEquals(end, recorder.end());
    assertEquals(before, Trees.sumOfCalls(recorder));
    SampledProbe.exit(entered);
  }

  @Test
  void withoutProbesNoRecorderIsMade() {
    int entered = SampledProbe.enter(APPLICATION);
    ThreadRecorder recorder = Recorders.current();
    ProfilerSection work = ProfilerSection.begin();
    assertNull(recorder.shadowRecorder);
    SampledProbe.exit(SampledProbe.enter(WITHIN_WORK));
    assertNotNull(recorder.shadowRecorder);
    work.end();
    assertNull(recorder.shadowRecorder);
    SampledProbe.exit(entered);
  }

  @Test
  void whatItsTreeAndItsTableTakeIsGivenBack() {
    int entered = SampledProbe.enter(APPLICATION);
    long before = TreeMemory.taken();
    ProfilerSection work = ProfilerSection.begin();
    ThreadRecorder shadowRecorder = work.recorder();
    for (int method = 1; method < 100; method++) {
      shadowRecorder.open = shadowRecorder.call(method << 1);
    }
    shadowRecorder.categories().admit(Category.number(Category.START_PREFIX, false, Kind.OTHER));
    assertTrue(TreeMemory.taken() - before > 100 * CallNode.SIZE * Long.BYTES);
    work.end();
    assertEquals(before, TreeMemory.taken());
    SampledProbe.exit(entered);
  }

  @Test
  void workWithinWorkEndsWithTheOuter() {
    int entered = SampledProbe.enter(APPLICATION);
    ThreadRecorder recorder = Recorders.current();
    ProfilerSection outer = ProfilerSection.begin();
    ThreadRecorder shadowRecorder = Recorders.current();
    ProfilerSection inner = ProfilerSection.begin();
    assertSame(shadowRecorder, Recorders.current());
    inner.end();
    assertSame(shadowRecorder, Recorders.current(), "the outer one goes on");
    outer.end();
    assertSame(recorder, Recorders.current());
    SampledProbe.exit(entered);
  }

  @Test
  void itsTimeIsOverheadOfTheOpenCallAndNobodysSelf() {
    int entered = SampledProbe.enter(APPLICATION);
    ThreadRecorder recorder = Recorders.current();
    int open = recorder.open;

    long from = System.nanoTime();
    recorder.endInterval();
    long overhead = CallNode.overhead(recorder.nodes, open);
    long self = CallNode.self(recorder.nodes, open);
    ProfilerSection work = ProfilerSection.begin();
    long worked = System.nanoTime();
    while (System.nanoTime() - worked < 1_000_000) {
      Thread.onSpinWait();
    }
    worked = System.nanoTime() - worked;
    work.end();
    long all = System.nanoTime() - from;

    long booked = CallNode.overhead(recorder.nodes, open) - overhead;
    assertTrue(booked >= worked && booked <= all, worked + " <= " + booked + " <= " + all);
    long before = CallNode.self(recorder.nodes, open) - self;
    assertTrue(before >= 0 && before <= all - booked, before + " + " + booked + " <= " + all);
    SampledProbe.exit(entered);
  }

  @Test
  void aVirtualThreadThatLeavesItsCarrierInItDoesNotWait() throws Exception {
    ThreadRecorder[] own = new ThreadRecorder[1];
    Thread thread =
        new Thread(
            () -> {
              int entered = SampledProbe.enter(APPLICATION);
              own[0] = Recorders.current();
              ProfilerSection work = ProfilerSection.begin();
              own[0].unmount(false);
              long left = System.nanoTime();
              while (System.nanoTime() - left < 1_000_000) {
                Thread.onSpinWait();
              }
              own[0].mount(own[0]);
              work.end();
              SampledProbe.exit(entered);
            });
    thread.start();
    thread.join();
    int node = own[0].nodeOf(CallNode.ROOT, APPLICATION);
    NodeSums sums = own[0].sumsOrNull();
    assertEquals(0, sums == null ? 0 : sums.get(node, NodeSums.WAITING));
  }

  @Test
  void aThreadOfTheProfilersRecordsNothingBehindItEither() throws Exception {
    ThreadRecorder[] own = new ThreadRecorder[1];
    Thread thread =
        ProfilerThreads.daemon(
            "tare-test",
            () -> {
              ProfilerSection.begin().end();
              own[0] = Recorders.existing(Thread.currentThread());
              SampledProbe.exit(SampledProbe.enter(WITHIN_WORK));
              Recorders.current().endInterval(); // as the thread's last reading does
            });
    thread.start();
    thread.join();
    assertEquals(false, own[0].hasEvents());
    assertEquals(0, Trees.sumOfMetric(own[0]));
  }

  @Test
  void aThreadWithoutEventsHasNoneAfterwards() throws Exception {
    ThreadRecorder[] found = new ThreadRecorder[1];
    Thread thread =
        new Thread(
            () -> {
              ProfilerSection work = ProfilerSection.begin();
              SampledProbe.exit(SampledProbe.enter(WITHIN_WORK));
              work.end();
              found[0] = Recorders.current();
            });
    thread.start();
    thread.join();
    assertEquals(false, found[0].hasEvents());
    assertEquals(0, Trees.sumOfMetric(found[0]));
  }
}
