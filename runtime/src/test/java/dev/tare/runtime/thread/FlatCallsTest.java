package dev.tare.runtime.thread;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.runtime.probe.FlatProbe;
import dev.tare.runtime.probe.SampledProbe;
import dev.tare.runtime.tree.CallNode;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Flat calls are counted for their method, whoever calls it, and open nothing. */
class FlatCallsTest {
  private static final int METHODS = 500;

  /** Numbers from here on, so many apart, share places until there are enough of these. */
  private static final int APART = 1 << 10;

  private static final int MANY_NODES = 100_000;

  /** Whatever the limit of nodes with a context is. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 50, MANY_NODES})
  void callsOfEachMethodAreExactWhateverNumbersTheyHave(int maxNodes) {
    ThreadRecorder recorder = Trees.recorder(maxNodes);
    Map<Integer, Long> expected = new HashMap<>();
    Random random = new Random(1);
    for (int i = 0; i < 200 * METHODS; i++) {
      int method = random.nextInt(METHODS);
      int number = method % 2 == 0 ? method : method * APART;
      recorder.countFlat(number << 1);
      expected.merge(number << 1, 1L, Long::sum);
      if (i % 100 == 0) {
        Trees.enter(recorder, 3 * i % 1000 + 1);
      }
    }
    Map<Integer, Long> flat = new HashMap<>();
    for (int node = CallNode.SIZE; node < recorder.end(); node += CallNode.SIZE) {
      int parent = CallNode.parent(recorder.nodes(), node);
      boolean isFlat = CallNode.method(recorder.nodes(), parent) == CallNode.FLAT_METHOD;
      if (isFlat) {
        int method = CallNode.method(recorder.nodes(), node);
        flat.merge(method, CallNode.calls(recorder.nodes(), node), Long::sum);
      }
    }
    assertEquals(expected, flat);
    Trees.assertWhole(recorder);
  }

  @Test
  void theOpenNodeStaysOpen() {
    ThreadRecorder recorder = Trees.recorder(MANY_NODES);
    Trees.enter(recorder, 1);
    int open = recorder.open;
    recorder.countFlat(2 << 1);
    recorder.countFlat(2 << 1);
    assertEquals(open, recorder.open);
    int end = recorder.end();
    recorder.countFlat(2 << 1);
    assertEquals(end, recorder.end(), "a method has one node");
  }

  @Test
  void whatNodesTakeIsNoMethodsOwn() {
    ThreadRecorder recorder = Trees.recorder(MANY_NODES);
    Trees.enter(recorder, 1);
    long before = CallNode.overhead(recorder.nodes(), recorder.open);
    for (int method = 2; method < METHODS; method++) {
      recorder.countFlat(method << 1);
    }
    assertTrue(CallNode.overhead(recorder.nodes(), recorder.open) > before);
    Trees.assertWhole(recorder);
  }

  @Test
  void behindAWindowsEndTheSecondCallFindsTheRecorderAgain() {
    int entered = SampledProbe.enter(3 << 1);
    ThreadRecorder recorder = Recorders.current();
    synchronized (EndedThreadMerger.LOCK) {
      RecordingControl.endWindow();
    }
    FlatProbe.countFlat(2 << 1);
    FlatProbe.countFlat(2 << 1);
    assertSame(recorder, Recorders.standingFor(Recorders.currentId()));
    SampledProbe.exit(entered);
  }

  @Test
  void placesAreAsManyAsSomeTimesTheMethodsAtMost() {
    ThreadRecorder recorder = Trees.recorder(MANY_NODES);
    long before = recorder.memory() - (long) recorder.nodes().length * Long.BYTES;
    for (int method = 0; method < METHODS; method++) {
      recorder.countFlat(method << 20);
    }
    long places = recorder.memory() - (long) recorder.nodes().length * Long.BYTES - before;
    assertTrue(places < 64L * Integer.BYTES * METHODS, places + " bytes");
  }
}
