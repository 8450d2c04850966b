package dev.tare.agent.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.agent.budget.CallPrices;
import dev.tare.agent.weave.EntriesAlone;
import dev.tare.agent.weave.MethodRegistry;
import dev.tare.profile.TreeNodes;
import dev.tare.runtime.calibration.Kind;
import dev.tare.runtime.probe.CountProbe;
import dev.tare.runtime.probe.FlatProbe;
import dev.tare.runtime.probe.FullProbe;
import dev.tare.runtime.snapshot.TreeCounts;
import dev.tare.runtime.thread.Recorders;
import dev.tare.runtime.thread.ThreadRecorder;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Full mode's calls without readings are taken off the methods in whose intervals they are. */
class CallsWithoutReadingsTest {
  private static final CallPrices PRICES = new CallPrices(8, 5, 3, 1);
  private static final int CALLS = 1_000;

  private final MethodRegistry registry = new MethodRegistry();
  private final int timed = id("timed");
  private final int counted = id("counted");
  private final int alone = id("alone");
  private final int flat = id("flat");

  private int id(String name) {
    return registry.id("p/Methods", name, "()V", null, 0);
  }

  @Test
  void theNearestCallerWithReadingsPaysForThem() throws InterruptedException {
    EntriesAlone.tell(registry, alone);
    AtomicLongArray plain = new AtomicLongArray(flat + 1);
    AtomicLongArray adjusted = new AtomicLongArray(flat + 1);
    Thread thread =
        new Thread(
            () -> {
              calls();
              ThreadRecorder recorder = Recorders.own(Thread.currentThread());
              TreeCounts until = TreeCounts.of(recorder);
              addSelf(recorder, until, null, plain);
              addSelf(
                  recorder,
                  until,
                  new CallOverhead(true, new CategoryStatistics(), PRICES, new double[Long.SIZE]),
                  adjusted);
              until.free();
            });
    thread.start();
    thread.join();
    assertEquals(0, adjusted.get(counted), "it has no readings, and no self");
    assertEquals(0, adjusted.get(alone));
    long taken = CALLS * (8 + 5 + 3);
    assertTrue(plain.get(timed) > 0);
    assertEquals(taken, plain.get(timed) - adjusted.get(timed));
  }

  private void calls() {
    int entered = FullProbe.enter(timed << 1, Kind.C2_STATIC);
    for (int i = 0; i < CALLS; i++) {
      CountProbe.count(counted << 1);
      CountProbe.count(alone << 1);
      FlatProbe.countFlat(flat << 1);
    }
    FullProbe.exit(entered, Kind.C2_STATIC);
  }

  /** Adds to each method's self that of its nodes. */
  private void addSelf(
      ThreadRecorder recorder,
      TreeCounts until,
      @Nullable CallOverhead calls,
      AtomicLongArray self) {
    RecorderTree tree = new RecorderTree(recorder, null, until, calls, CodeFacts.of(registry));
    TreeNodes nodes = tree.nodes(number -> number >> 1); // less the probe's bit
    while (nodes.next()) {
      if (nodes.method() >= 0) {
        self.addAndGet(nodes.method(), nodes.self());
      }
    }
    tree.free();
  }
}
