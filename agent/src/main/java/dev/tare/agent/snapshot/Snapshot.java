package dev.tare.agent.snapshot;

import dev.tare.agent.weave.MethodRegistry;
import dev.tare.agent.weave.SkippedMethods;
import dev.tare.profile.CalibrationTable;
import dev.tare.profile.CallTree;
import dev.tare.profile.CpuSamples;
import dev.tare.profile.Lost;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.Metric;
import dev.tare.profile.ProfileParts;
import dev.tare.profile.ProfilerInfo;
import dev.tare.profile.RunInfo;
import dev.tare.profile.SkippedMethod;
import dev.tare.profile.Slowdown;
import dev.tare.profile.ThreadProfile;
import dev.tare.runtime.ThreadRecorder;
import dev.tare.runtime.TreeCounts;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * A profile of what the recorders hold at this moment, while their threads go on. One thread's tree
 * after another is made and let go, so that a profile needs the memory of its largest tree alone.
 */
public final class Snapshot implements ProfileParts {
  private final RunInfo run;
  private final Map<String, String> settings;
  private final Metric metric;
  private final SkippedMethods skipped;
  private final MethodIndexes methods;
  private final ThreadSamples samples;
  private long events;
  private long sampleCount;
  private long cutCalls;
  private long overhead;
  private final String policy;
  private final String source;
  private final Slowdown slowdown = new Slowdown();
  private final CategoryStatistics statistics = new CategoryStatistics();
  private final @Nullable CallOverhead calls;
  private final Window window;

  /**
   * A snapshot to be taken of the recorders when the threads are asked for.
   *
   * @param adjustsCalls whether what probes cost is to be taken off by calls, not by intervals
   * @param window what it covers
   */
  public Snapshot(
      RunInfo run,
      Map<String, String> settings,
      Metric metric,
      String policy,
      String source,
      boolean adjustsCalls,
      MethodRegistry registry,
      SkippedMethods skipped,
      Window window,
      ThreadSamples samples) {
    this.run = run;
    this.settings = settings;
    this.metric = metric;
    this.policy = policy;
    this.source = source;
    this.calls = adjustsCalls ? new CallOverhead(statistics) : null;
    this.skipped = skipped;
    this.window = window;
    this.methods = new MethodIndexes(registry);
    this.samples = samples;
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
  public Iterator<ThreadProfile> threadIterator() {
    statistics.addAll();
    Iterator<ThreadRecorder> recorders = window.recorders().iterator();
    return new Iterator<>() {
      private @Nullable ThreadProfile next;
      private @Nullable Iterator<ThreadProfile> others;

      @Override
      public boolean hasNext() {
        while (next == null && recorders.hasNext()) {
          next = thread(recorders.next());
        }
        if (next == null && others().hasNext()) {
          next = others().next();
        }
        return next != null;
      }

      @Override
      public ThreadProfile next() {
        ThreadProfile thread = hasNext() ? next : null;
        if (thread == null) {
          throw new NoSuchElementException();
        }
        next = null;
        CpuSamples sampled = thread.cpuSamples();
        sampleCount += sampled == null ? 0 : sampled.taken();
        return thread;
      }

      private Iterator<ThreadProfile> others() {
        Iterator<ThreadProfile> rest = others;
        if (rest == null) {
          rest = samples.others(window.mark(), methods).iterator();
          others = rest;
        }
        return rest;
      }
    };
  }

  /** What a thread did in the window; null where it did nothing. */
  private @Nullable ThreadProfile thread(ThreadRecorder recorder) {
    TreeCounts from = window.from(recorder);
    TreeCounts until = window.until(recorder);
    RecorderTree recorded = new RecorderTree(recorder, from, until, calls);
    CpuSamples sampled =
        samples.of(recorder, window.mark(), () -> recorded.samples(methods::ofWoven), methods);
    boolean hasSamples = sampled != null && sampled.due() > 0;
    if (from != null && !recorded.hasCalls() && !hasSamples) {
      return null;
    }
    CallTree tree = recorded.build(methods::ofWoven);
    long treeEvents = recorded.events(tree);
    events += treeEvents;
    overhead += tree.overheadSum();
    slowdown.add(tree);
    cutCalls += recorded.allCutCalls();
    Thread thread = recorder.thread();
    return new ThreadProfile(
        recorder.threadId(),
        thread == null ? recorder.nameAtStart() : thread.getName(),
        recorder.isVirtual(),
        thread != null && thread.isAlive(),
        treeEvents,
        tree,
        sampled);
  }

  @Override
  public List<MethodInfo> methods() {
    return methods.methods();
  }

  @Override
  public CalibrationTable calibration() {
    return new CalibrationTable(
        policy, source, overhead, statistics.categories(window.statistics()));
  }

  @Override
  public List<SkippedMethod> skipped() {
    return skipped.all();
  }

  @Override
  public Lost lost() {
    return new Lost(cutCalls);
  }

  /** How much longer the program took than without probes, as far as it is known. */
  public OptionalDouble slowdown() {
    return slowdown.estimate();
  }

  /** Those of the threads' tables, which a window that ends here hands on to the next. */
  public CategoryStatistics statisticsOfTables() {
    return calls == null ? statistics : new CategoryStatistics();
  }

  /** The categories' statistics of all threads; known once the threads have been asked for. */
  public CategoryStatistics statistics() {
    return statistics;
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
