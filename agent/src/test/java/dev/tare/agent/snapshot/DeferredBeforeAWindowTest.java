package dev.tare.agent.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tare.runtime.calibration.Category;
import dev.tare.runtime.calibration.CategoryTable;
import dev.tare.runtime.calibration.Kind;
import dev.tare.runtime.snapshot.TreeCounts;
import dev.tare.runtime.thread.ProfilerSection;
import dev.tare.runtime.thread.ThreadRecorder;
import dev.tare.runtime.tree.CallNode;
import org.junit.jupiter.api.Test;

/** Intervals were deferred when a window began. */
class DeferredBeforeAWindowTest {
  private static final int CATEGORY = Category.number(Category.ofLeaf(Kind.C2_STATIC));
  private static final int INTERVALS = 3;
  private static final long OVERHEAD = 100;

  /** As in the sum of ended threads, whose deferred intervals were adjusted as they were added. */
  @Test
  void theirOverheadIsNotTheWindowsWhereAllAreAdjustedAtItsEnd() {
    CategoryTable categories = new CategoryTable();
    categories.admit(CATEGORY);
    categories.observe(CATEGORY, OVERHEAD);
    ProfilerSection section = ProfilerSection.begin();
    ThreadRecorder recorder = section.recorder();
    TreeCounts until = TreeCounts.of(recorder);
    recorder.sums().add(CallNode.ROOT, CATEGORY, INTERVALS);
    TreeCounts from = TreeCounts.of(recorder);
    OverheadAdjustments values = new OverheadAdjustments(new WindowCounts(recorder, from, until));
    values.adjustDeferred(categories);
    long overhead = values.overhead(CallNode.ROOT);
    values.free();
    from.free();
    until.free();
    section.end();
    assertEquals(-INTERVALS * OVERHEAD, overhead);
  }
}
