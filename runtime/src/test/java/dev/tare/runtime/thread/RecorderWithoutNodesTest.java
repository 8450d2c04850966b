package dev.tare.runtime.thread;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tare.runtime.calibration.Kind;
import dev.tare.runtime.clock.Reading;
import dev.tare.runtime.tree.CallNode;
import org.junit.jupiter.api.Test;

/** What takes the probes of threads that find no memory for a recorder, several at once. */
class RecorderWithoutNodesTest {
  private final ThreadRecorder without = ThreadRecorder.withoutNodes();

  @Test
  void nothingIsEverOpenThere() {
    int outer = without.enter(2, Kind.C2_STATIC);
    int inner = without.enter(4, Kind.C2_STATIC);
    assertEquals(CallNode.ROOT, without.open);
    without.reopenCatching(outer, 2);
    assertEquals(CallNode.ROOT, without.open);
    without.exit(Reading.now(), inner, Kind.C2_STATIC);
    without.exit(Reading.now(), outer, Kind.C2_STATIC);
    assertEquals(CallNode.ROOT, without.open);
    without.countFlat(6);
    assertEquals(ThreadRecorder.OWN_NODES * CallNode.SIZE, without.end());
  }

  @Test
  void aThreadThatHasARecorderByTheExitOpensItsRoot() {
    without.enter(2, Kind.C2_STATIC); // of another thread
    int entered = without.enter(4, Kind.C2_STATIC);
    ThreadRecorder recorder = Trees.recorder(100);
    recorder.exit(Reading.now(), entered, Kind.C2_STATIC);
    assertEquals(CallNode.ROOT, recorder.open);
  }
}
