package dev.tare.agent.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.runtime.calibration.Kind;
import dev.tare.runtime.clock.Reading;
import dev.tare.runtime.snapshot.TreeCounts;
import dev.tare.runtime.thread.ProfilerSection;
import dev.tare.runtime.thread.ThreadRecorder;
import org.junit.jupiter.api.Test;

/** {@code minshare} is a share of what passes in methods. */
class SelfAsReadTest {
  private static final int METHOD = 7 << 1;

  @Test
  void whatPassesOutsideOfMethodsIsNoPartOfIt() throws InterruptedException {
    ProfilerSection section = ProfilerSection.begin();
    ThreadRecorder recorder = section.recorder();
    call(recorder); // The thread's first event: what passed before is not recorded.
    TreeCounts from = TreeCounts.of(recorder);
    Thread.sleep(5);
    call(recorder);
    TreeCounts until = TreeCounts.of(recorder);
    int node = ThreadRecorder.OWN_NODES;
    while (until.self(node) == from.self(node)) {
      node++; // Of methods that this thread has called before.
    }
    long inside = until.self(node) - from.self(node);
    long outside = until.self(0) - from.self(0);
    long read = RecorderTree.selfAsRead(from, until);
    until.free();
    from.free();
    section.end();
    assertTrue(outside > 0, () -> outside + " ns");
    assertEquals(inside, read);
  }

  private static void call(ThreadRecorder recorder) {
    int entered = recorder.enter(METHOD, Kind.C2_STATIC);
    recorder.exit(Reading.now(), entered, Kind.C2_STATIC);
  }
}
