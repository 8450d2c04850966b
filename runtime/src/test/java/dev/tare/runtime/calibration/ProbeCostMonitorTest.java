package dev.tare.runtime.calibration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.runtime.thread.Recorders;
import dev.tare.runtime.thread.ThreadRecorder;
import dev.tare.runtime.thread.Trees;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a sample measures, and that nobody else sees its calls. */
class ProbeCostMonitorTest {
  private final ProbeCostMonitor monitor = new ProbeCostMonitor();

  @Test
  void aTrialTakesAsLongAsItsCalls() {
    long from = System.nanoTime();
    double ofCall = monitor.ofCall();
    long elapsed = System.nanoTime() - from;
    assertTrue(ofCall > 0, "a call takes " + ofCall);
    assertTrue(72 * ofCall <= elapsed, "eight batches of nine take as long or longer");
  }

  /** The clock of a metric of threads is another one in each thread. */
  @Test
  void whatAnotherThreadsClockShowedDoesNotCount() {
    monitor.ofCall();
    monitor.recorder.leaveOut(1_000_000_000);
    double ofCall = monitor.ofCall();
    assertTrue(ofCall > 0, "a call takes " + ofCall);
  }

  @Test
  void itsCallsAreInNoTree() {
    ThreadRecorder own = Recorders.current();
    Map<String, Long> calls = Trees.calls(own);
    ThreadRecorder last = Recorders.last();
    for (int i = 0; i < 1_000; i++) {
      monitor.ofCall();
    }
    assertEquals(calls, Trees.calls(own));
    assertSame(last, Recorders.last());
  }
}
