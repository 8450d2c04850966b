package dev.tare.runtime;

/**
 * The classes that a probe may need, and those that these name, loaded before the first: loading
 * one within a probe could find the stack nearly used up, and a class whose initialisation fails
 * never becomes usable again (JVMS 5.5).
 */
public final class ProbeClasses {
  private ProbeClasses() {}

  /** Loads and initialises them; to be called once {@link Settings} are frozen. */
  public static void initialise() {
    ThreadRecorder.UNSAFE.ensureClassInitialized(ThreadRecorder.class);
    ThreadRecorder.UNSAFE.ensureClassInitialized(TreeMemory.class);
    ThreadRecorder.UNSAFE.ensureClassInitialized(Pauses.class);
    ThreadRecorder.UNSAFE.ensureClassInitialized(WindowCut.class);
    ThreadRecorder.UNSAFE.ensureClassInitialized(CutInterval.class);
    ThreadRecorder.UNSAFE.ensureClassInitialized(Recorders.class);
    ThreadRecorder.UNSAFE.ensureClassInitialized(CallNode.class);
    ThreadRecorder.UNSAFE.ensureClassInitialized(ChildIndex.class);
    ThreadRecorder.UNSAFE.ensureClassInitialized(RecentChildren.class);
    ThreadRecorder.UNSAFE.ensureClassInitialized(Reading.class);
    ThreadRecorder.UNSAFE.ensureClassInitialized(NativeReading.class);
    ThreadRecorder.UNSAFE.ensureClassInitialized(Interruptions.class);
    ThreadRecorder.UNSAFE.ensureClassInitialized(SampleTicker.class);
    ThreadRecorder.UNSAFE.ensureClassInitialized(SampleDue.class);
    ThreadRecorder.UNSAFE.ensureClassInitialized(NewThreads.class);
    ThreadRecorder.UNSAFE.ensureClassInitialized(NewThreads.Listener.class);
    ThreadRecorder.UNSAFE.ensureClassInitialized(Kind.class);
    ThreadRecorder.UNSAFE.ensureClassInitialized(CompilationDelay.class);
    ThreadRecorder.UNSAFE.ensureClassInitialized(Category.class);
    ThreadRecorder.UNSAFE.ensureClassInitialized(CategoryScheme.class);
    ThreadRecorder.UNSAFE.ensureClassInitialized(CategoryTable.class);
    ThreadRecorder.UNSAFE.ensureClassInitialized(Calibration.class);
    ThreadRecorder.UNSAFE.ensureClassInitialized(KnownOverheads.class);
    ThreadRecorder.UNSAFE.ensureClassInitialized(Drain.class);
    ThreadRecorder.UNSAFE.ensureClassInitialized(DeferredIntervals.class);
    ThreadRecorder.UNSAFE.ensureClassInitialized(DeferredIntervals.Reader.class);
    ThreadRecorder.UNSAFE.ensureClassInitialized(AgentWork.class);
    ThreadRecorder.UNSAFE.ensureClassInitialized(FullProbe.class);
    ThreadRecorder.UNSAFE.ensureClassInitialized(Pace.class);
    ThreadRecorder.UNSAFE.ensureClassInitialized(SampledProbe.class);
    ThreadRecorder.UNSAFE.ensureClassInitialized(CatchProbe.class);
    ThreadRecorder.UNSAFE.ensureClassInitialized(CarrierProbe.class);
    ThreadRecorder.UNSAFE.ensureClassInitialized(EndedThreads.class);
    ThreadRecorder.UNSAFE.ensureClassInitialized(EndedThreads.Settlement.class);
    ThreadRecorder.UNSAFE.ensureClassInitialized(TreeCounts.class);
    ThreadRecorder.UNSAFE.ensureClassInitialized(Column.class);
    ThreadRecorder.UNSAFE.ensureClassInitialized(OffHeapMemory.class);
  }
}
