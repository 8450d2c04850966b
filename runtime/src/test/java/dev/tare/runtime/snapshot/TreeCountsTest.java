package dev.tare.runtime.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.runtime.config.TestSettings;
import dev.tare.runtime.probe.SampledProbe;
import dev.tare.runtime.thread.PendingSamples;
import dev.tare.runtime.thread.Recorders;
import dev.tare.runtime.thread.RecordingControl;
import dev.tare.runtime.thread.ThreadRecorder;
import dev.tare.runtime.thread.Trees;
import dev.tare.runtime.tree.CallNode;
import org.junit.jupiter.api.Test;

/** What was counted between two moments is the difference of the two. */
class TreeCountsTest {
  private static final int OUTER = 21 << 1;
  private static final int INNER = 22 << 1;

  @Test
  void callsOpenCallsAndExceptionsAreThoseOfTheMoment() {
    int outer = SampledProbe.enter(OUTER);
    ThreadRecorder recorder = Recorders.current();
    int outerIndex = recorder.open / CallNode.SIZE;
    SampledProbe.exit(SampledProbe.enter(INNER));
    int innerIndex = recorder.nodeOf(recorder.open, INNER) / CallNode.SIZE;
    TreeCounts first = TreeCounts.of(recorder);
    SampledProbe.exit(SampledProbe.enter(INNER));
    SampledProbe.exitExceptionally(new Throwable(), SampledProbe.enter(INNER));
    SampledProbe.exit(outer);
    TreeCounts second = TreeCounts.of(recorder);
    assertEquals(2, second.calls(innerIndex) - first.calls(innerIndex));
    assertEquals(1, second.exceptions(innerIndex) - first.exceptions(innerIndex));
    assertEquals(1, first.open(outerIndex));
    assertEquals(0, first.open(innerIndex));
    assertEquals(0, second.open(outerIndex));
  }

  @Test
  void theRunningIntervalCountsIfItIsAskedFor() {
    int outer = SampledProbe.enter(OUTER);
    ThreadRecorder recorder = Recorders.current();
    int open = recorder.open / CallNode.SIZE;
    long end = System.nanoTime() + 5_000_000;
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
    TreeCounts without = TreeCounts.of(recorder);
    TreeCounts with = TreeCounts.at(RecordingControl.endWindow(), recorder);
    assertTrue(with.self(open) - without.self(open) >= 5_000_000);
    // Read again without any event in between, it must not look as if time had run backwards.
    assertTrue(without.notCounted(with, open) >= 5_000_000);
    assertEquals(0, without.notCounted(with, open + 1));
    SampledProbe.exit(outer);
  }

  @Test
  void samplesAreThoseOfTheMomentAndThoseThatWaitForTheNextProbe() {
    TestSettings.cpuSamples(true);
    try {
      ThreadRecorder recorder = Trees.recorder(1_000);
      Trees.enter(recorder, OUTER);
      int outer = recorder.open;
      PendingSamples.raise(recorder, 2);
      PendingSamples.record(recorder, recorder);
      Trees.enter(recorder, INNER);
      int inner = recorder.open;
      PendingSamples.raise(recorder, 5);
      TreeCounts first = TreeCounts.of(recorder);
      assertEquals(2, first.samples(outer / CallNode.SIZE));
      assertEquals(3, first.samples(inner / CallNode.SIZE));
      PendingSamples.record(recorder, recorder);
      recorder.open = outer;
      PendingSamples.raise(recorder, 6);
      TreeCounts second = TreeCounts.of(recorder);
      assertEquals(3, second.samples(outer / CallNode.SIZE));
      assertEquals(3, second.samples(inner / CallNode.SIZE));
      TreeCounts sum = TreeCounts.none();
      int[] placeOf = {CallNode.ROOT, CallNode.ROOT, outer, outer};
      sum.addAll(second, placeOf);
      sum.addAll(first, placeOf);
      assertEquals(3 + 3 + 2 + 3, sum.samples(outer / CallNode.SIZE));
    } finally {
      TestSettings.cpuSamples(false);
    }
  }

  @Test
  void anotherTreesCountsAreAddedAtTheirPlaces() {
    int outer = SampledProbe.enter(OUTER);
    SampledProbe.exit(SampledProbe.enter(INNER));
    ThreadRecorder recorder = Recorders.current();
    int inner = recorder.nodeOf(recorder.open, INNER);
    TreeCounts counts = TreeCounts.of(recorder);
    SampledProbe.exit(outer);
    int[] placeOf = new int[counts.count()];
    for (int i = 0; i < placeOf.length; i++) {
      placeOf[i] = i * CallNode.SIZE;
    }
    placeOf[inner / CallNode.SIZE] = CallNode.ROOT;
    TreeCounts sum = TreeCounts.none();
    sum.addAll(counts, placeOf);
    sum.addAll(counts, placeOf);
    long innerCalls = counts.calls(inner / CallNode.SIZE);
    assertEquals(2 * (counts.calls(0) + innerCalls), sum.calls(0));
  }
}
