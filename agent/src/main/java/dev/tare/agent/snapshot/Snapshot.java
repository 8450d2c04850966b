package dev.tare.agent.snapshot;

import dev.tare.agent.weave.MethodRegistry;
import dev.tare.agent.weave.SkippedMethods;
import dev.tare.profile.CalibrationTable;
import dev.tare.profile.CpuSamples;
import dev.tare.profile.Interruptions;
import dev.tare.profile.Limits;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.Metric;
import dev.tare.profile.ProfileParts;
import dev.tare.profile.ProfilerInfo;
import dev.tare.profile.RunInfo;
import dev.tare.profile.SkippedMethod;
import dev.tare.profile.ThreadParts;
import dev.tare.profile.TreeNodes;
import dev.tare.runtime.snapshot.TreeCounts;
import dev.tare.runtime.thread.ThreadRecorder;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * A profile of what the recorders hold at this moment, while their threads go on. One thread's tree
 * after another is made and let go, so that a profile needs the memory of its largest tree alone.
 *
 * <p>To be closed when it is written, or could not be.
 */
public final class Snapshot implements ProfileParts, AutoCloseable {
  private final RunInfo run;
  private final Map<String, String> settings;
  private final Metric metric;
  private final SkippedMethods skipped;
  private final MethodIndexes methods;
  private final ThreadSamples samples;
  private long events;
  private long sampleCount;
  private long callsWithoutContext;
  private long overhead;
  private long self;
  private double minShare;
  private String missedInclude = "";
  private final CalibrationSource calibration;
  private final CategoryStatistics statistics = new CategoryStatistics();
  private final @Nullable CallOverhead calls;
  private final Window window;
  private final CodeFacts facts;

  /** Of the thread that was asked for last. */
  private @Nullable RecorderTree recorded;

  /**
   * A snapshot to be taken of the recorders when the threads are asked for.
   *
   * @param adjustment what is to be subtracted for calls
   * @param window what it covers
   */
  public Snapshot(
      RunInfo run,
      Map<String, String> settings,
      Metric metric,
      CalibrationSource calibration,
      CallAdjustment adjustment,
      MethodRegistry registry,
      SkippedMethods skipped,
      Window window,
      ThreadSamples samples) {
    this.run = run;
    this.settings = settings;
    this.metric = metric;
    this.calibration = calibration;
    this.calls = CallOverhead.of(adjustment, statistics);
    this.skipped = skipped;
    this.window = window;
    this.methods = new MethodIndexes(registry);
    this.facts = CodeFacts.of(registry, window.pausesBefore());
    // Named even where they were never counted: who compares profiles must know of them.
    registry.withoutNodes().forEach(methods::of);
    this.samples = samples;
  }

  /**
   * Folds subtrees of less than a part of all self values when it is written.
   *
   * @param share from 0, which folds none, to 1
   */
  public Snapshot folding(double share) {
    minShare = share;
    return this;
  }

  /** Says what became of an include that matched nothing. */
  public void missing(String what) {
    missedInclude = what;
  }

  @Override
  public long foldBelow() {
    if (minShare == 0) {
      return 0;
    }
    double whole = 0;
    for (ThreadRecorder recorder : window.recorders()) {
      whole += RecorderTree.selfAsRead(window.from(recorder), window.until(recorder));
    }
    return Math.max(1, (long) (minShare * whole));
  }

  @Override
  public ProfilerInfo profiler() {
    return ProfilerInfo.current();
  }

  @Override
  public RunInfo run() {
    return run;
  }

  @Override
  public Map<String, String> settings() {
    return settings;
  }

  @Override
  public Metric metric() {
    return metric;
  }

  @Override
  public Iterator<ThreadParts> threadIterator() {
    statistics.addAll();
    Iterator<ThreadRecorder> recorders = window.recorders().iterator();
    return new Iterator<>() {
      private @Nullable ThreadParts next;
      private @Nullable Iterator<? extends ThreadParts> others;

      @Override
      public boolean hasNext() {
        while (next == null && recorders.hasNext()) {
          next = thread(recorders.next());
        }
        while (next == null && others().hasNext()) {
          ThreadParts other = others().next();
          next = ServiceThreads.isOne(other.name(), other.virtual()) ? null : other;
        }
        return next != null;
      }

      @Override
      public ThreadParts next() {
        ThreadParts thread = hasNext() ? next : null;
        if (thread == null) {
          throw new NoSuchElementException();
        }
        next = null;
        CpuSamples sampled = thread.cpuSamples();
        sampleCount += sampled == null ? 0 : sampled.taken();
        return thread;
      }

      private Iterator<? extends ThreadParts> others() {
        Iterator<? extends ThreadParts> rest = others;
        if (rest == null) {
          rest = samples.others(window.mark(), methods).iterator();
          others = rest;
        }
        return rest;
      }
    };
  }

  /** What a thread did in the window; null where it did nothing. */
  private @Nullable ThreadParts thread(ThreadRecorder recorder) {
    close();
    TreeCounts from = window.from(recorder);
    RecorderTree tree = new RecorderTree(recorder, from, window.until(recorder), calls, facts);
    recorded = tree;
    CpuSamples sampled = samples.of(recorder, window.mark(), () -> tree.samples(methods), methods);
    boolean hasSamples = sampled != null && sampled.due() > 0;
    if (from != null && !tree.hasCalls() && !hasSamples) {
      return null;
    }
    Thread thread = recorder.thread();
    String name = thread == null ? recorder.nameAtStart() : thread.getName();
    if (!tree.hasMethods() && ServiceThreads.isOne(name, recorder.isVirtual())) {
      return null;
    }
    events += tree.events();
    overhead += tree.overheadSum();
    self += tree.selfSum();
    callsWithoutContext += tree.callsWithoutContext();
    return new RecordedThread(
        recorder.threadId(),
        name,
        recorder.isVirtual(),
        thread != null && thread.isAlive(),
        tree.events(),
        tree,
        methods,
        sampled,
        recorder.isSum() ? tree.threads() : 1);
  }

  private record RecordedThread(
      long id,
      String name,
      boolean virtual,
      boolean alive,
      long events,
      RecorderTree tree,
      MethodIndexes methods,
      @Nullable CpuSamples cpuSamples,
      long threads)
      implements ThreadParts {
    @Override
    public Interruptions interruptions() {
      return tree.interruptions();
    }

    @Override
    public TreeNodes nodes() {
      return tree.nodes(methods);
    }
  }

  /** Gives back the memory of the thread that was asked for last. */
  @Override
  public void close() {
    if (recorded != null) {
      recorded.free();
      recorded = null;
    }
  }

  @Override
  public List<MethodInfo> methods() {
    return methods.methods();
  }

  @Override
  public CalibrationTable calibration() {
    CategoryStatistics ofWindow = statistics.since(window.statistics());
    return new CalibrationTable(
        calibration.policy(),
        calibration.source(),
        calibration.training(),
        ofWindow.uncertainty(calibration.uncertainty()),
        ofWindow.fluctuation(),
        overhead,
        ofWindow.categories());
  }

  @Override
  public List<SkippedMethod> skipped() {
    return skipped.all();
  }

  @Override
  public Limits limits() {
    return new Limits(callsWithoutContext, Limits.Folded.NOTHING, missedInclude);
  }

  /** Whether values are told with overhead subtracted. */
  public boolean subtractsOverhead() {
    return !calibration.policy().equals(CalibrationTable.OFF);
  }

  /**
   * What was subtracted in all threads' trees, in the metric's unit; known once the threads have
   * been asked for.
   */
  public long overheadSum() {
    return overhead;
  }

  /**
   * What was read in all threads' trees, overhead included and interruptions left out, in the
   * metric's unit; known once the threads have been asked for.
   */
  public long rawSum() {
    return self + overhead;
  }

  /** Those of the threads' tables, which a window that ends here hands on to the next. */
  public CategoryStatistics statisticsOfTables() {
    return calls == null || calls.isBesideReadings() ? statistics : new CategoryStatistics();
  }

  /** Samples in all threads' trees; known once the threads have been asked for. */
  public long samples() {
    return sampleCount;
  }

  /** Entries and exits in all threads' trees; known once the threads have been asked for. */
  public long events() {
    return events;
  }
}
