package dev.tare.runtime.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.runtime.config.TestSettings;
import dev.tare.runtime.probe.SampledProbe;
import dev.tare.runtime.thread.PendingSamples;
import dev.tare.runtime.thread.ProfilerSection;
import dev.tare.runtime.thread.Recorders;
import dev.tare.runtime.thread.RecordingControl;
import dev.tare.runtime.thread.ThreadRecorder;
import dev.tare.runtime.thread.Trees;
import dev.tare.runtime.tree.CallNode;
import java.util.concurrent.CountDownLatch;
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
    pass(5_000_000);
    TreeCounts without = TreeCounts.of(recorder);
    TreeCounts with = TreeCounts.at(RecordingControl.endWindow(), recorder);
    assertTrue(with.self(open) - without.self(open) >= 5_000_000);
    // Read again without any event in between, it must not look as if time had run backwards.
    assertTrue(without.notCounted(with, open) >= 5_000_000);
    assertEquals(0, without.notCounted(with, open + 1));
    SampledProbe.exit(outer);
  }

  @Test
  void aThreadWhoseRecorderWasMadeInAPauseHasNoTimeFromBeforeItsFirstInterval() throws Exception {
    long[] counted = new long[2];
    Thread thread =
        new Thread(
            () -> {
              RecordingControl.pause();
              ProfilerSection.begin().end();
              RecordingControl.resume();
              pass(20_000_000);
              ProfilerSection work = ProfilerSection.begin();
              long from = System.nanoTime();
              work.end();
              pass(1_000_000);
              // Not as a probe does, which would take note of the pause.
              ThreadRecorder recorder = Recorders.own(Thread.currentThread());
              counted[0] = raw(TreeCounts.at(RecordingControl.endWindow(), recorder));
              counted[1] = System.nanoTime() - from;
            });
    thread.start();
    thread.join();
    assertTrue(counted[0] > 0 && counted[0] <= counted[1], counted[0] + " of " + counted[1]);
  }

  private static void pass(long nanos) {
    long end = System.nanoTime() + nanos;
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
  }

  @Test
  void anIntervalThatIsHalfChargedCountsOnce() {
    int outer = SampledProbe.enter(OUTER);
    ThreadRecorder recorder = Recorders.current();
    SnapshotPoint before = RecordingControl.endWindow();
    TreeCounts first = TreeCounts.at(before, recorder);
    // As of a thread that is stopped in a probe: the last reading is written, and the node is not.
    CallNode.addSelf(recorder.nodes, recorder.open, -1_000);
    SnapshotPoint after = RecordingControl.endWindow();
    TreeCounts second = TreeCounts.at(after, recorder);
    assertEquals(after.reading - before.reading, raw(second) - raw(first));
    SampledProbe.exit(outer);
  }

  @Test
  void anIntervalCountsThatEndsWithItsThreadWhileItIsAskedFor() {
    ThreadThatEnds thread = new ThreadThatEnds();
    SnapshotPoint point = RecordingControl.endWindow();
    assertEquals(thread.raw(), 0);
    long counted = raw(TreeCounts.at(point, thread));
    assertEquals(thread.raw(), counted);
    assertTrue(counted >= point.reading - thread.clockStart(), () -> counted + " ns");
  }

  @Test
  void aThreadThatRestsAndEndsTakesNothingBackOfWhatWasPending() throws InterruptedException {
    ThreadRecorder[] resting = new ThreadRecorder[1];
    CountDownLatch rests = new CountDownLatch(1);
    CountDownLatch mayEnd = new CountDownLatch(1);
    Thread thread =
        new Thread(
            () -> {
              SampledProbe.exit(SampledProbe.enter(OUTER));
              resting[0] = Recorders.current();
              rests.countDown();
              try {
                mayEnd.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    thread.start();
    rests.await();
    ThreadRecorder recorder = resting[0];
    TreeCounts mark = TreeCounts.at(RecordingControl.endWindow(), recorder);
    recorder.setMark(0, mark);
    mayEnd.countDown();
    thread.join();
    // Read twice: by the end of each of two windows.
    for (int window = 0; window < 2; window++) {
      TreeCounts ended = TreeCounts.at(RecordingControl.endWindow(), recorder);
      for (int i = 0; i < ended.count(); i++) {
        assertTrue(ended.self(i) - mark.self(i) + ended.notCounted(mark, i) >= 0, "node " + i);
      }
    }
    recorder.freeMarks();
  }

  /** It is running until somebody asks, and then no more. */
  private static final class ThreadThatEnds extends SnapshotSource {
    private boolean hasEnded;

    ThreadThatEnds() {
      super(false, true);
      restartClock();
    }

    long raw() {
      return CallNode.self(nodes, CallNode.ROOT) + CallNode.overhead(nodes, CallNode.ROOT);
    }

    @Override
    protected boolean isRunning() {
      if (!hasEnded) {
        hasEnded = true;
        endInterval();
      }
      return false;
    }

    @Override
    protected boolean hasEnded() {
      return hasEnded;
    }

    @Override
    protected boolean mayHaveBeenInPause(int node) {
      return false;
    }

    @Override
    protected long waitedOf(long pending, long now) {
      return 0;
    }

    @Override
    protected long profilersOwn(long pending, long now) {
      return 0;
    }
  }

  @Test
  void whatAThreadDoesForTheProfilerIsPendingAsOverhead() {
    int outer = SampledProbe.enter(OUTER);
    ThreadRecorder recorder = Recorders.current();
    int open = recorder.open / CallNode.SIZE;
    ProfilerSection section = ProfilerSection.begin();
    long begun = System.nanoTime();
    SnapshotPoint point = RecordingControl.endWindow();
    TreeCounts with = TreeCounts.at(point, recorder);
    section.end();
    TreeCounts later = TreeCounts.at(RecordingControl.endWindow(), recorder);
    SampledProbe.exit(outer);
    assertTrue(with.overhead(open) >= point.reading - begun);
    assertTrue(later.self(open) >= with.self(open));
    assertTrue(later.overhead(open) >= with.overhead(open));
  }

  private static long raw(TreeCounts counts) {
    long sum = 0;
    for (int i = 0; i < counts.count(); i++) {
      sum += counts.self(i) + counts.overhead(i);
    }
    return sum;
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
    // Roots are not counted: threads that end in a window are those of the window.
    assertEquals(1, counts.calls(0));
    assertEquals(2 * innerCalls, sum.calls(0));
  }
}
