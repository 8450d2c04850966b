package dev.tare.runtime.probe;

import dev.tare.runtime.calibration.Calibration;
import dev.tare.runtime.calibration.Category;
import dev.tare.runtime.calibration.CategoryNumbers;
import dev.tare.runtime.calibration.CategoryTable;
import dev.tare.runtime.calibration.CompilationDelay;
import dev.tare.runtime.calibration.Corrections;
import dev.tare.runtime.calibration.CountedCalls;
import dev.tare.runtime.calibration.IntervalAccounting;
import dev.tare.runtime.calibration.Kind;
import dev.tare.runtime.calibration.KnownOverheads;
import dev.tare.runtime.calibration.ProbeCostMonitor;
import dev.tare.runtime.clock.Interruptions;
import dev.tare.runtime.clock.NativeReading;
import dev.tare.runtime.clock.Reading;
import dev.tare.runtime.clock.RecordingPauses;
import dev.tare.runtime.clock.SampleTicker;
import dev.tare.runtime.clock.ThreadWaits;
import dev.tare.runtime.clock.WaitsAtPeriodEnds;
import dev.tare.runtime.config.CategoryScheme;
import dev.tare.runtime.config.Settings;
import dev.tare.runtime.internal.UnsafeAccess;
import dev.tare.runtime.memory.Column;
import dev.tare.runtime.memory.OffHeapMemory;
import dev.tare.runtime.memory.TreeMemory;
import dev.tare.runtime.snapshot.SnapshotPoint;
import dev.tare.runtime.snapshot.SnapshotSource;
import dev.tare.runtime.snapshot.SplitInterval;
import dev.tare.runtime.snapshot.TreeCounts;
import dev.tare.runtime.thread.EndedThreadMerger;
import dev.tare.runtime.thread.PendingSamples;
import dev.tare.runtime.thread.ProfilerSection;
import dev.tare.runtime.thread.ProfilerThread;
import dev.tare.runtime.thread.Recorders;
import dev.tare.runtime.thread.ThreadRecorder;
import dev.tare.runtime.thread.ThreadStartListener;
import dev.tare.runtime.thread.VirtualThreads;
import dev.tare.runtime.tree.CallNode;
import dev.tare.runtime.tree.CallTree;
import dev.tare.runtime.tree.CallsInProgress;
import dev.tare.runtime.tree.ChildIndex;
import dev.tare.runtime.tree.ClockedTree;
import dev.tare.runtime.tree.EndedThreads;
import dev.tare.runtime.tree.FlatCalls;
import dev.tare.runtime.tree.NameFolding;
import dev.tare.runtime.tree.NodeArray;
import dev.tare.runtime.tree.NodeSums;
import dev.tare.runtime.tree.RecentChildren;
import dev.tare.runtime.tree.SampledTree;
import dev.tare.runtime.tree.Tiers;

/**
 * The classes that a probe may need, and those that these name, loaded before the first probe:
 * loading one within a probe could find the stack nearly used up, and a class whose initialisation
 * fails never becomes usable again (JVMS 5.5).
 */
public final class ProbeClasses {
  private ProbeClasses() {}

  /** Loads and initialises them; to be called once {@link Settings} are frozen. */
  public static void initialise() {
    UnsafeAccess.UNSAFE.ensureClassInitialized(ThreadRecorder.class);
    UnsafeAccess.UNSAFE.ensureClassInitialized(SnapshotSource.class);
    UnsafeAccess.UNSAFE.ensureClassInitialized(CountedCalls.class);
    UnsafeAccess.UNSAFE.ensureClassInitialized(IntervalAccounting.class);
    UnsafeAccess.UNSAFE.ensureClassInitialized(SampledTree.class);
    UnsafeAccess.UNSAFE.ensureClassInitialized(ClockedTree.class);
    UnsafeAccess.UNSAFE.ensureClassInitialized(CallTree.class);
    UnsafeAccess.UNSAFE.ensureClassInitialized(CallsInProgress.class);
    UnsafeAccess.UNSAFE.ensureClassInitialized(NodeArray.class);
    UnsafeAccess.UNSAFE.ensureClassInitialized(VirtualThreads.class);
    UnsafeAccess.UNSAFE.ensureClassInitialized(UnsafeAccess.class);
    UnsafeAccess.UNSAFE.ensureClassInitialized(TreeMemory.class);
    UnsafeAccess.UNSAFE.ensureClassInitialized(TreeMemory.ScarcityListener.class);
    UnsafeAccess.UNSAFE.ensureClassInitialized(RecordingPauses.class);
    UnsafeAccess.UNSAFE.ensureClassInitialized(SnapshotPoint.class);
    UnsafeAccess.UNSAFE.ensureClassInitialized(SplitInterval.class);
    UnsafeAccess.UNSAFE.ensureClassInitialized(Recorders.class);
    UnsafeAccess.UNSAFE.ensureClassInitialized(CallNode.class);
    UnsafeAccess.UNSAFE.ensureClassInitialized(FlatCalls.class);
    UnsafeAccess.UNSAFE.ensureClassInitialized(ChildIndex.class);
    UnsafeAccess.UNSAFE.ensureClassInitialized(RecentChildren.class);
    UnsafeAccess.UNSAFE.ensureClassInitialized(Reading.class);
    UnsafeAccess.UNSAFE.ensureClassInitialized(NativeReading.class);
    UnsafeAccess.UNSAFE.ensureClassInitialized(Interruptions.class);
    UnsafeAccess.UNSAFE.ensureClassInitialized(ThreadWaits.class);
    UnsafeAccess.UNSAFE.ensureClassInitialized(WaitsAtPeriodEnds.class);
    UnsafeAccess.UNSAFE.ensureClassInitialized(ThreadWaits.OtherThreads.class);
    UnsafeAccess.UNSAFE.ensureClassInitialized(SampleTicker.class);
    UnsafeAccess.UNSAFE.ensureClassInitialized(PendingSamples.class);
    UnsafeAccess.UNSAFE.ensureClassInitialized(ProfilerThread.class);
    UnsafeAccess.UNSAFE.ensureClassInitialized(ThreadStartListener.class);
    UnsafeAccess.UNSAFE.ensureClassInitialized(ThreadStartListener.Listener.class);
    UnsafeAccess.UNSAFE.ensureClassInitialized(Kind.class);
    UnsafeAccess.UNSAFE.ensureClassInitialized(CompilationDelay.class);
    UnsafeAccess.UNSAFE.ensureClassInitialized(Category.class);
    UnsafeAccess.UNSAFE.ensureClassInitialized(CategoryNumbers.class);
    UnsafeAccess.UNSAFE.ensureClassInitialized(CategoryScheme.class);
    UnsafeAccess.UNSAFE.ensureClassInitialized(CategoryTable.class);
    UnsafeAccess.UNSAFE.ensureClassInitialized(Calibration.class);
    UnsafeAccess.UNSAFE.ensureClassInitialized(KnownOverheads.class);
    UnsafeAccess.UNSAFE.ensureClassInitialized(Corrections.class);
    UnsafeAccess.UNSAFE.ensureClassInitialized(NodeSums.class);
    UnsafeAccess.UNSAFE.ensureClassInitialized(EndedThreads.class);
    UnsafeAccess.UNSAFE.ensureClassInitialized(NodeSums.Reader.class);
    UnsafeAccess.UNSAFE.ensureClassInitialized(ProfilerSection.class);
    UnsafeAccess.UNSAFE.ensureClassInitialized(FullProbe.class);
    UnsafeAccess.UNSAFE.ensureClassInitialized(ProbeCostMonitor.class);
    UnsafeAccess.UNSAFE.ensureClassInitialized(SampledProbe.class);
    UnsafeAccess.UNSAFE.ensureClassInitialized(CountProbe.class);
    UnsafeAccess.UNSAFE.ensureClassInitialized(FlatProbe.class);
    UnsafeAccess.UNSAFE.ensureClassInitialized(CallTimer.class);
    UnsafeAccess.UNSAFE.ensureClassInitialized(SearchTimes.class);
    UnsafeAccess.UNSAFE.ensureClassInitialized(CallerProbe.class);
    UnsafeAccess.UNSAFE.ensureClassInitialized(CountedProbe.class);
    UnsafeAccess.UNSAFE.ensureClassInitialized(Tiers.class);
    UnsafeAccess.UNSAFE.ensureClassInitialized(CatchProbe.class);
    UnsafeAccess.UNSAFE.ensureClassInitialized(VirtualThreadMountProbe.class);
    UnsafeAccess.UNSAFE.ensureClassInitialized(EndedThreadMerger.class);
    UnsafeAccess.UNSAFE.ensureClassInitialized(NameFolding.class);
    UnsafeAccess.UNSAFE.ensureClassInitialized(EndedThreadMerger.Settlement.class);
    UnsafeAccess.UNSAFE.ensureClassInitialized(TreeCounts.class);
    Reading.warmUp();
    UnsafeAccess.UNSAFE.ensureClassInitialized(Column.class);
    UnsafeAccess.UNSAFE.ensureClassInitialized(OffHeapMemory.class);
  }
}
