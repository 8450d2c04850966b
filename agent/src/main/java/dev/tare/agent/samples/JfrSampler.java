package dev.tare.agent.samples;

import dev.tare.agent.bootstrap.DefaultTimeZone;
import dev.tare.agent.budget.ProbeSamples;
import dev.tare.agent.options.SamplingRate;
import dev.tare.agent.snapshot.MethodIndexes;
import dev.tare.agent.weave.TierHistory;
import dev.tare.profile.CallTree;
import dev.tare.profile.CallTreeBuilder;
import dev.tare.profile.CpuSamples;
import dev.tare.profile.ThreadProfile;
import dev.tare.runtime.thread.EndedThreadMerger;
import dev.tare.runtime.thread.ProfilerThreads;
import dev.tare.runtime.thread.Recorders;
import dev.tare.runtime.thread.ThreadRecorder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import org.jspecify.annotations.Nullable;

/** Samples that the JVM takes, read from recordings of its flight recorder while it runs. */
public final class JfrSampler implements CpuSampler {
  private static final String LOST = "jdk.CPUTimeSamplesLost";

  /** In place of an id: threads that used less than a period, and of which there is no sample. */
  private static final long SHORT = -1;

  private final JfrSampleEvent event;
  private final SamplingRate rate;
  private final boolean readsLate;

  /** By which samples are counted. */
  private final long periodNanos;

  private final Consumer<String> say;

  /** Null while nothing is sampled. */
  private volatile @Nullable JfrRecordings recordings;

  private final ThreadExitEvents ends = new ThreadExitEvents();

  private final FlightRecorderListener others =
      new FlightRecorderListener() {
        @Override
        public void recordingStateChanged(Recording recording) {
          ends.mindOthers(recording);
        }
      };

  private final ClockLooks looks;

  private final JfrStacks stacks;

  /** Guarded by this sampler. */
  private final JfrThreads threads;

  /** Those that the profile under way has. */
  private final Set<JfrThreads.Named> told = new HashSet<>();

  /** Null where nobody asks for it, and forgets what is old. */
  private final @Nullable ProbeSampleCounts counts;

  /** Samples that were reported lost in the file that is being read. */
  private final IdentityHashMap<SampledThread, Long> losses = new IdentityHashMap<>();

  /** What a sample in that file stood for at the least; others may have shortened the period. */
  private long shortestNanos = Long.MAX_VALUE;

  /** What short threads with call trees used, less a period for each that one was charged with. */
  private long unsampledNanos;

  /** What all short threads without call trees used. */
  private long shortNanos;

  /**
   * A sampler that has not begun.
   *
   * @param maxNodes how many nodes a thread's tree has at most
   * @param tiers what the methods' tiers were
   * @param isCounted whether {@link #counted} is going to be asked
   * @param readsLate whether samples are read after the start of a large program
   * @param say told, in a line, what the user must know
   */
  public JfrSampler(
      CpuSampler.Way way,
      SamplingRate rate,
      int maxNodes,
      TierHistory tiers,
      boolean isCounted,
      boolean readsLate,
      Consumer<String> say) {
    stacks = new JfrStacks(tiers);
    this.event =
        way == CpuSampler.Way.CPU_TIME_EVENT ? JfrSampleEvent.CPU_TIME : JfrSampleEvent.EXECUTION;
    this.rate = rate;
    this.readsLate = readsLate;
    periodNanos = event.periodNanos(rate);
    looks = new ClockLooks(periodNanos, this::sampled, this::list, ThreadClocks::find);
    threads =
        new JfrThreads(() -> new SampledThread(periodNanos, maxNodes), EndedThreadMerger.MAX_KEPT);
    counts = isCounted && event == JfrSampleEvent.CPU_TIME ? new ProbeSampleCounts() : null;
    this.say = say;
  }

  /**
   * Has the flight recorder initialised meanwhile, which takes longer than all else of a start.
   * What goes wrong there goes wrong again where samples begin, and is told there.
   */
  public static void prepare() {
    // No ProfilerSection: the runtime's settings are not frozen yet.
    Thread thread = ProfilerThreads.daemon("tare-recorder", JfrSampler::initialise);
    thread.setUncaughtExceptionHandler((ended, e) -> {});
    thread.start();
  }

  private static void initialise() {
    DefaultTimeZone.unsettled(FlightRecorder::getFlightRecorder);
  }

  /** Whether this JVM has a flight recorder that may be used. */
  static boolean isAvailable() {
    return FlightRecorder.isAvailable();
  }

  @Override
  public void begin() {
    looks.find();
    JfrRecordings opened;
    try {
      opened = open();
      recordings = opened;
    } catch (IllegalStateException | InternalError e) {
      if (!JvmShutdown.hasBegun()) {
        say.accept("no CPU-time samples: the flight recorder cannot start: " + e.getMessage());
      }
      return;
    }
    looks.begin();
    opened.beginNow(); // Samples are of the time that the clocks show, which begins here.
  }

  @Override
  public void pause() {
    try {
      looks.pause();
    } finally {
      JfrRecordings running = recordings;
      if (running != null) {
        running.close();
        recordings = null;
        FlightRecorder.removeListener(others);
      }
    }
  }

  private JfrRecordings open() {
    JfrEvents events = new JfrEvents();
    events.enable(event.eventName, event.setting, event.value(rate), this::sample);
    if (event == JfrSampleEvent.CPU_TIME) {
      events.enable(LOST, this::loss);
    }
    ends.enable(events);
    JfrRecordings opened =
        JfrRecordings.open(events, JfrRecordings.readFrom(readsLate), this::haveRead, say);
    FlightRecorder.addListener(others);
    ends.mindOthers();
    return opened;
  }

  private synchronized void haveRead() {
    stacks.forget();
    loseAll();
    ends.tell(this::ended);
    threads.end(ends.takeIds());
    addUpEnded();
  }

  /** Where too many threads have ended, their samples are added up by name, as their trees are. */
  private void addUpEnded() {
    for (JfrThreads.Named thread : threads.takeEnded()) {
      threads.sumFor(thread).addAll(thread.samples(), mark -> cpuNanos(thread, mark));
      looks.clocks().ifPresent(found -> found.forget(thread.id()));
    }
  }

  private synchronized void list(Set<Long> ids) {
    threads.list(ids);
  }

  private synchronized Set<Long> sampled() {
    return threads.platformIds();
  }

  private synchronized void sample(RecordedEvent sample) {
    SampledThread thread = threads.of(sample.getThread(event.thread));
    long nanos =
        event == JfrSampleEvent.CPU_TIME
            ? sample.getDuration("samplingPeriod").toNanos()
            : periodNanos;
    shortestNanos = Math.min(shortestNanos, nanos);
    RecordedStackTrace trace = sample.getStackTrace();
    if (trace == null || trace.getFrames().isEmpty()) {
      thread.fail(nanos);
      return;
    }
    Instant at = sample.getEndTime();
    JfrStacks.Numbered stack = stacks.stack(trace, at);
    thread.take(stack.frames(), nanos, trace.isTruncated());
    if (counts != null && stack.frames().length > 0) {
      counts.add(at, stack.isInProbe());
    }
  }

  @Override
  public ProbeSamples counted(Instant from, Instant to) {
    JfrRecordings running = recordings;
    if (running != null && counts != null) {
      running.readUntil(to);
    }
    return countedSoFar(from, to);
  }

  private synchronized ProbeSamples countedSoFar(Instant from, Instant to) {
    return counts == null ? ProbeSamples.NONE : counts.between(from, to);
  }

  @Override
  public boolean isBehind() {
    JfrRecordings running = recordings;
    return running != null && running.isBehind();
  }

  private synchronized void loss(RecordedEvent lost) {
    losses.merge(
        threads.of(lost.getThread("eventThread")), (long) lost.getInt("lostSamples"), Long::sum);
  }

  /** Once a whole file is read: the event of lost samples does not tell their period. */
  private void loseAll() {
    long nanos = shortestNanos == Long.MAX_VALUE ? periodNanos : shortestNanos;
    losses.forEach((thread, count) -> thread.lose(count, nanos));
    losses.clear();
    shortestNanos = Long.MAX_VALUE;
  }

  /**
   * A thread that was never sampled is listed by itself only where it used a period: of others
   * there may be any number.
   */
  private synchronized void ended(RecordedThread thread, long nanos) {
    long id = thread.getJavaThreadId();
    String name = thread.getJavaName();
    if (looks.clocks().isEmpty() || name == null || ProfilerThreads.isOne(name)) {
      return;
    }
    ThreadClocks found = looks.clocks().get();
    found.end(id, nanos);
    if (nanos >= periodNanos) {
      threads.of(thread);
    } else if (threads.has(id)) {
      return;
    } else if (Recorders.ofThread(id) != null) {
      unsampledNanos += nanos;
      if (unsampledNanos >= periodNanos) {
        unsampledNanos -= periodNanos;
        threads.of(thread).lose(1, periodNanos);
      }
    } else {
      shortNanos += nanos;
      found.end(SHORT, shortNanos);
      threads.noneInParticular(SHORT, "(short threads)");
    }
  }

  @Override
  public String description() {
    return event.eventName + " " + rate.shown();
  }

  @Override
  public void finish() {
    JfrRecordings running = recordings;
    try {
      looks.pause();
    } finally {
      try {
        if (running != null) {
          running.finish();
        }
      } finally {
        RecordingDirectories.removeAll();
      }
    }
  }

  @Override
  public void hold() {
    looks.clocks().ifPresent(ThreadClocks::hold);
    JfrRecordings running = recordings;
    if (running != null) {
      running.hold(looks::endHeld);
    }
  }

  @Override
  public synchronized void begin(int mark) {
    looks.clocks().ifPresent(found -> found.begin(mark));
    threads.all().forEach(thread -> thread.samples().begin(mark));
  }

  @Override
  public void release() {
    looks.clocks().ifPresent(ThreadClocks::release);
    JfrRecordings running = recordings;
    if (running != null) {
      running.release();
    }
    forgetTold();
  }

  /** Here, where a profile ends that could not be written, too. */
  private synchronized void forgetTold() {
    told.clear();
    threads.forgetSums();
  }

  @Override
  public synchronized long count() {
    return threads.all().stream().mapToLong(thread -> thread.samples().due()).sum();
  }

  @Override
  public synchronized @Nullable CpuSamples of(
      ThreadRecorder recorder, int mark, Supplier<CallTree> onNodes, MethodIndexes methods) {
    JfrThreads.Named thread = threads.recordedBy(recorder);
    if (thread != null && told.add(thread)) {
      return samples(thread, mark, methods);
    }
    SampledThread none = new SampledThread(periodNanos, 1);
    long cpuNanos =
        recorder.isVirtual() || recorder.isSum()
            ? CpuSamples.UNKNOWN
            : cpuNanos(recorder.threadId(), mark);
    return none.build(event.eventName, event.measures, cpuNanos, mark, number -> number);
  }

  @Override
  public synchronized List<ThreadProfile> others(int mark, MethodIndexes methods) {
    List<ThreadProfile> others = new ArrayList<>();
    for (JfrThreads.Named thread : threads.all()) {
      if (!told.contains(thread) && !ProfilerThreads.isOne(thread.name())) {
        CpuSamples samples = samples(thread, mark, methods);
        if (samples.due() > 0) {
          others.add(
              new ThreadProfile(
                  Math.max(0, thread.id()), // no Java thread's
                  thread.name(),
                  thread.virtual(),
                  looks.clocks().map(found -> found.isRunning(thread.id())).orElse(false),
                  0,
                  new CallTreeBuilder().calls(0, 1).build(),
                  samples));
        }
      }
    }
    return others;
  }

  private CpuSamples samples(JfrThreads.Named thread, int mark, MethodIndexes methods) {
    return thread
        .samples()
        .build(
            event.eventName,
            event.measures,
            cpuNanos(thread, mark),
            mark,
            number -> methods.of(stacks.method(number)));
  }

  private long cpuNanos(JfrThreads.Named thread, int mark) {
    return thread.hasClock() ? cpuNanos(thread.id(), mark) : CpuSamples.UNKNOWN;
  }

  private long cpuNanos(long threadId, int mark) {
    return looks.clocks().map(found -> found.nanos(threadId, mark)).orElse(CpuSamples.UNKNOWN);
  }
}
