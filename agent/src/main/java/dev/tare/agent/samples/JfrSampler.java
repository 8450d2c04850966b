package dev.tare.agent.samples;

import dev.tare.agent.budget.ProbeSamples;
import dev.tare.agent.options.SamplingRate;
import dev.tare.agent.snapshot.MethodIndexes;
import dev.tare.agent.weave.TierHistory;
import dev.tare.profile.CallTree;
import dev.tare.profile.CallTreeBuilder;
import dev.tare.profile.CpuSamples;
import dev.tare.profile.ThreadProfile;
import dev.tare.runtime.thread.ProfilerSection;
import dev.tare.runtime.thread.ProfilerThreads;
import dev.tare.runtime.thread.Recorders;
import dev.tare.runtime.thread.ThreadRecorder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;
import jdk.jfr.FlightRecorder;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import org.jspecify.annotations.Nullable;

/** Samples that the JVM takes, streamed from its flight recorder while it runs. */
public final class JfrSampler implements CpuSampler {

  /** A look at all clocks every so often at most, and never more than this part of the time. */
  private static final long LOOK_NANOS = 20_000_000;

  private static final long LOOK_SHARE = 500;

  /** In place of an id: threads that used less than a period, and of which there is no sample. */
  private static final long SHORT = -1;

  /** The first looks are slow, since nothing is compiled yet. */
  private static final long MAX_PAUSE_NANOS = 250_000_000;

  /** Where all threads together used less than a part in so many of a pause, the next is longer. */
  private static final long IDLE_SHARE = 20;

  private static final long MAX_IDLE_NANOS = 1_000_000_000;

  /** Then looks take this part of the time: with few threads there may be many a second. */
  private static final long IDLE_LOOK_SHARE = 3_000;

  private final JfrSampleEvent event;
  private final SamplingRate rate;
  private final Consumer<String> say;

  /** Null while nothing is sampled. */
  private @Nullable JfrStream stream;

  /** Found while the recording is opened, since that takes a while. */
  private volatile Optional<ThreadClocks> clocks = Optional.empty();

  /** At zero where it is known whether there are clocks. */
  private final CountDownLatch hasLooked = new CountDownLatch(1);

  private final JfrStacks stacks;

  /** Guarded by this sampler. */
  private final JfrThreads threads;

  /** Those that the profile under way has. */
  private final Set<JfrThreads.Named> told = new HashSet<>();

  /** Null until it is asked for: who asks forgets what is old. */
  private @Nullable ProbeSampleCounts counts;

  /** What short threads with call trees used, less a period for each that one was charged with. */
  private long unsampledNanos;

  /** What all short threads without call trees used. */
  private long shortNanos;

  private volatile @Nullable Thread looker;
  private volatile boolean isOn;

  /**
   * A sampler that has not begun.
   *
   * @param maxNodes how many nodes a thread's tree has at most
   * @param tiers what the methods' tiers were
   * @param say told, in a line, what the user must know
   */
  public JfrSampler(
      CpuSampler.Way way,
      SamplingRate rate,
      int maxNodes,
      TierHistory tiers,
      Consumer<String> say) {
    stacks = new JfrStacks(tiers);
    this.event =
        way == CpuSampler.Way.CPU_TIME_EVENT ? JfrSampleEvent.CPU_TIME : JfrSampleEvent.EXECUTION;
    this.rate = rate;
    threads = new JfrThreads(() -> new SampledThread(event.periodNanos(rate), maxNodes));
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
    FlightRecorder.getFlightRecorder();
  }

  /** Whether this JVM has a flight recorder that may be used. */
  static boolean isAvailable() {
    return FlightRecorder.isAvailable();
  }

  @Override
  public void begin() {
    if (looker == null) {
      looker = ProfilerThreads.daemon("tare-clocks", this::lookAgainAndAgain);
      looker.start();
    }
    try {
      stream = JfrStream.open(event, rate, this::sample, this::loss, this::ended, say);
    } catch (IllegalStateException | InternalError e) {
      say.accept("no CPU-time samples: the flight recorder cannot start: " + e.getMessage());
      return;
    }
    awaitClocks();
    if (clocks.isPresent()) {
      clocks.get().beginAnew();
      clocks.get().lookAtAll();
    }
    isOn = true;
    LockSupport.unpark(looker);
  }

  private void awaitClocks() {
    try {
      hasLooked.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void pause() {
    isOn = false;
    JfrStream running = stream;
    if (running != null) {
      clocks.ifPresent(ThreadClocks::lookAtAll);
      running.hold();
      running.close();
      running.release();
      stream = null;
    }
  }

  private void lookAgainAndAgain() {
    ProfilerSection.begin();
    try {
      clocks = ThreadClocks.find();
      clocks.ifPresent(ThreadClocks::lookAtAll); // the first look is slow
    } finally {
      hasLooked.countDown();
    }
    clocks.ifPresent(this::lookAgainAndAgain);
  }

  private void lookAgainAndAgain(ThreadClocks found) {
    long pause = LOOK_NANOS;
    while (true) {
      if (isOn) {
        LockSupport.parkNanos(pause); // who began has just looked
      } else {
        LockSupport.park();
      }
      if (!isOn) {
        continue; // Stopped meanwhile: what threads use now is not asked for.
      }
      long from = found.ownNanos();
      AtomicLong used = new AtomicLong();
      List<Long> unlisted = new ArrayList<>();
      found.lookAtAll(
          clock -> {
            used.addAndGet(clock.usedNanos());
            if (clock.usedNanos() > 0 && clock.nanos() >= event.periodNanos(rate)) {
              unlisted.add(clock.threadId);
            }
          });
      if (!sampled().containsAll(unlisted)) {
        list(unlisted);
      }
      found.forgetEnded(sampled());
      long cost = found.ownNanos() - from;
      long least = Math.max(LOOK_NANOS, Math.min(LOOK_SHARE * cost, MAX_PAUSE_NANOS));
      boolean isIdle = IDLE_SHARE * used.get() < pause;
      long most = Math.min(IDLE_LOOK_SHARE * cost, MAX_IDLE_NANOS);
      pause = isIdle ? Math.max(least, Math.min(2 * pause, most)) : least;
    }
  }

  private synchronized void list(List<Long> ids) {
    threads.list(ids);
  }

  private synchronized Set<Long> sampled() {
    return threads.platformIds();
  }

  private synchronized Runnable sample(RecordedEvent sample) {
    SampledThread thread = threads.of(sample.getThread(event.thread));
    long nanos =
        event == JfrSampleEvent.CPU_TIME
            ? sample.getDuration("samplingPeriod").toNanos()
            : event.periodNanos(rate);
    RecordedStackTrace trace = sample.getStackTrace();
    if (trace == null || trace.getFrames().isEmpty()) {
      return () -> alone(() -> thread.fail(nanos));
    }
    Instant at = sample.getEndTime();
    JfrStacks.Numbered stack = stacks.stack(trace, at);
    boolean isTruncated = trace.isTruncated();
    return () ->
        alone(
            () -> {
              thread.take(stack.frames(), nanos, isTruncated);
              if (counts != null && stack.frames().length > 0) {
                counts.add(at, stack.isInProbe());
              }
            });
  }

  @Override
  public synchronized ProbeSamples countedSince(Instant from) {
    if (event != JfrSampleEvent.CPU_TIME) {
      return ProbeSamples.NONE;
    }
    if (counts == null) {
      counts = new ProbeSampleCounts();
    }
    return counts.since(from);
  }

  private synchronized Runnable loss(RecordedEvent lost) {
    SampledThread thread = threads.of(lost.getThread("eventThread"));
    int count = lost.getInt("lostSamples");
    return () -> alone(() -> thread.lose(count));
  }

  /**
   * A thread that was never sampled is listed by itself only where it used a period: of others
   * there may be any number.
   */
  private synchronized void ended(RecordedThread thread, long nanos) {
    long id = thread.getJavaThreadId();
    String name = thread.getJavaName();
    if (clocks.isEmpty() || name == null || ProfilerThreads.isOne(name)) {
      return;
    }
    ThreadClocks found = clocks.get();
    found.end(id, nanos);
    long period = event.periodNanos(rate);
    if (nanos >= period) {
      threads.of(thread);
    } else if (threads.has(id)) {
      return;
    } else if (Recorders.ofThread(id) != null) {
      unsampledNanos += nanos;
      if (unsampledNanos >= period) {
        unsampledNanos -= period;
        threads.of(thread).lose(1);
      }
    } else {
      shortNanos += nanos;
      found.end(SHORT, shortNanos);
      threads.noneInParticular(SHORT, "(short threads)");
    }
  }

  private synchronized void alone(Runnable change) {
    change.run();
  }

  @Override
  public String description() {
    return event.eventName + " " + rate.shown();
  }

  @Override
  public void finish(long deadlineNanos) {
    isOn = false;
    JfrStream running = stream;
    if (running != null) {
      clocks.ifPresent(ThreadClocks::lookAtAll);
      running.finish(deadlineNanos);
    }
  }

  @Override
  public void hold() {
    clocks.ifPresent(ThreadClocks::hold);
    if (stream != null) {
      stream.hold();
    }
  }

  @Override
  public synchronized void begin(int mark) {
    clocks.ifPresent(found -> found.begin(mark));
    threads.all().forEach(thread -> thread.samples().begin(mark));
  }

  @Override
  public void release() {
    clocks.ifPresent(ThreadClocks::release);
    if (stream != null) {
      stream.release();
    }
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
    SampledThread none = new SampledThread(event.periodNanos(rate), 1);
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
                  clocks.map(found -> found.isRunning(thread.id())).orElse(false),
                  0,
                  new CallTreeBuilder().calls(0, 1).build(),
                  samples));
        }
      }
    }
    told.clear();
    threads.forgetSums();
    return others;
  }

  private CpuSamples samples(JfrThreads.Named thread, int mark, MethodIndexes methods) {
    return thread
        .samples()
        .build(
            event.eventName,
            event.measures,
            thread.hasClock() ? cpuNanos(thread.id(), mark) : CpuSamples.UNKNOWN,
            mark,
            number -> methods.of(stacks.method(number)));
  }

  private long cpuNanos(long threadId, int mark) {
    return clocks.map(found -> found.nanos(threadId, mark)).orElse(CpuSamples.UNKNOWN);
  }
}
