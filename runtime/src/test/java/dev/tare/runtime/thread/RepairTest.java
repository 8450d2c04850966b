package dev.tare.runtime.thread;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.tare.runtime.probe.SampledProbe;
import dev.tare.runtime.tree.CallNode;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An exit closes what was left open above its own frame. */
class RepairTest {
  @Test
  void anExceptionIsCountedInEveryCallThatItLeft() {
    ThreadRecorder recorder = Trees.recorder(100);
    Trees.enter(recorder, 1);
    int one = recorder.open;
    Trees.enter(recorder, 2);
    int two = recorder.open;
    Trees.enter(recorder, 3);
    int three = recorder.open;

    recorder.unwindTo(one); // the frames of 2 and 3 left no word

    assertEquals(one, recorder.open);
    assertEquals(0, CallNode.exceptions(recorder.nodes, one));
    assertEquals(1, CallNode.exceptions(recorder.nodes, two));
    assertEquals(1, CallNode.exceptions(recorder.nodes, three));
    recorder.unwindTo(one);
    assertEquals(1, CallNode.exceptions(recorder.nodes, two), "nothing was open above");
  }

  @Test
  void aCatchFindsItsOwnNodeAgain() {
    ThreadRecorder recorder = Trees.recorder(100);
    Trees.enter(recorder, 1);
    int one = recorder.open;
    Trees.enter(recorder, 2);
    assertEquals(one, recorder.nodeOf(CallNode.ROOT, 1));
    recorder.reopen(one);
    assertEquals(one, recorder.open);
  }

  @Test
  void anExitWithoutItsPartnersOpensTheRightNode() {
    int before = SampledProbe.enter(1 << 1);
    SampledProbe.enter(2 << 1);
    SampledProbe.enter(3 << 1);
    SampledProbe.exit(before);
    assertEquals(before, Recorders.current().open);
  }

  /**
   * Overflows the stack at every depth, so that some overflow is in the middle of each probe: the
   * tree stays whole, and the thread goes on as if nothing had been.
   */
  @ParameterizedTest
  @ValueSource(ints = {200, 230, 260, 300})
  void aStackOverflowWithinAProbeLeavesTheTreeWhole(int kilobytes) throws Exception {
    AtomicReference<ThreadRecorder> recorder = new AtomicReference<>();
    AtomicReference<Throwable> thrown = new AtomicReference<>();
    Runnable overflow =
        () -> {
          int parent = SampledProbe.enter(2);
          SampledProbe.exit(parent);
          for (int i = 0; i < 60; i++) {
            try {
              recurse(i, 0);
            } catch (StackOverflowError e) {
              thrown.set(e);
            }
          }
          recorder.set(Recorders.current());
        };
    Thread thread = new Thread(null, overflow, "overflow", kilobytes * 1024L);
    thread.start();
    thread.join();
    assertInstanceOf(StackOverflowError.class, thrown.get());
    ThreadRecorder whole = recorder.get();
    assertNotNull(whole);
    assertEquals(CallNode.ROOT, whole.open);
    Trees.assertWhole(whole);
  }

  /** Each level calls a method of its own, so that most calls make a node. */
  @SuppressWarnings("InfiniteRecursion")
  private static void recurse(int seed, int depth) {
    int entered = SampledProbe.enter((seed + depth) << 1);
    try {
      recurse(seed, depth + 1);
    } catch (Throwable e) {
      SampledProbe.exitExceptionally(new Stackless(), entered);
      throw e;
    }
    SampledProbe.exit(entered);
  }

  /** Walking the stack in every frame of a deep one would take minutes. */
  private static final class Stackless extends Throwable {
    private static final long serialVersionUID = 1;

    Stackless() {
      super(null, null, false, false);
    }
  }
}
