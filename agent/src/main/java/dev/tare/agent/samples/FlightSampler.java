package dev.tare.agent.samples;

import dev.tare.agent.snapshot.MethodIndexes;
import dev.tare.profile.CallTree;
import dev.tare.profile.CpuSamples;
import dev.tare.profile.ThreadProfile;
import dev.tare.runtime.AgentWork;
import dev.tare.runtime.Recorders;
import dev.tare.runtime.ThreadRecorder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;
import jdk.jfr.FlightRecorder;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordedThreadGroup;
import org.jspecify.annotations.Nullable;

/** Samples that the JVM takes, streamed from its flight recorder while it runs. */
public final class FlightSampler implements CpuSampler {
  /** The group of the threads that carry virtual ones, and whose clocks run for those. */
  private static final String CARRIERS = "CarrierThreads";

  /** A look at all clocks every so often at most, and never more than this part of the time. */
  private static final long LOOK_NANOS = 20_000_000;

  /** The names of the agent's own threads begin so; their samples are not the application's. */
  private static final String AGENTS = "tare-";

  private static final long LOOK_SHARE = 500;

  /** In place of an id: threads that used less than a period, and of which there is no sample. */
  private static final long SHORT = -1;

  /** The first looks are slow, since nothing is compiled yet. */
  private static final long LONGEST_PAUSE_NANOS = 250_000_000;

  /** Where all threads together used less than a part in so many of a pause, the next is longer. */
  private static final long IDLE_SHARE = 20;

  private static final long LONGEST_IDLE_NANOS = 1_000_000_000;

  /** Then looks take this part of the time: with few threads there may be many a second. */
  private static final long IDLE_LOOK_SHARE = 3_000;

  private static final AtomicBoolean PREPARED = new AtomicBoolean();

  private final FlightEvent event;
  private final SamplePace pace;
  private final int maxNodes;
  private final Consumer<String> say;

  /** Null while nothing is sampled. */
  private @Nullable FlightStream stream;

  /** Found while the recording is opened, since that takes a while. */
  private volatile Optional<ThreadClocks> clocks = Optional.empty();

  /** At zero where it is known whether there are clocks. */
  private final CountDownLatch hasLooked = new CountDownLatch(1);

  private final FlightStacks stacks = new FlightStacks();
  private final Map<Long, Named> platformThreads = new HashMap<>();
  private final Map<String, Named> virtualThreads = new HashMap<>();
  private final Set<Named> told = new HashSet<>();

  /** What short threads with call trees used, less a period for each that one was charged with. */
  private long unsampledNanos;

  /** What all short threads without call trees used. */
  private long shortNanos;

  private volatile @Nullable Thread looker;
  private volatile boolean isOn;

  /** A thread's samples, with what JFR says of the thread. */
  private record Named(
      long id, String name, boolean virtual, boolean carrier, SampledThread samples) {
    /** Whether the CPU time of its clock is what its samples are of. */
    boolean hasClock() {
      return !virtual && !carrier;
    }
  }

  /**
   * A sampler that has not begun.
   *
   * @param maxNodes how many nodes a thread's tree has at most
   * @param say told, in a line, what the user must know
   */
  public FlightSampler(CpuSampler.Way way, SamplePace pace, int maxNodes, Consumer<String> say) {
    this.event =
        way == CpuSampler.Way.CPU_TIME_EVENT ? FlightEvent.CPU_TIME : FlightEvent.EXECUTION;
    this.pace = pace;
    this.maxNodes = maxNodes;
    this.say = say;
  }

  /**
   * Has the flight recorder initialised meanwhile, which takes longer than all else of a start;
   * once for all. What goes wrong there goes wrong again where samples begin, and is told there.
   */
  public static void prepare() {
    if (PREPARED.getAndSet(true)) {
      return;
    }
    // No AgentWork: the runtime's settings are not frozen yet.
    Thread thread = new Thread(null, FlightSampler::initialise, AGENTS + "recorder", 0, false);
    thread.setDaemon(true);
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
      looker = new Thread(null, this::lookAgainAndAgain, "tare-clocks", 0, false);
      looker.setDaemon(true);
      looker.start();
    }
    stream = FlightStream.open(event, pace, this::sample, this::loss, this::ended, say);
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
    FlightStream running = stream;
    if (running != null) {
      clocks.ifPresent(ThreadClocks::lookAtAll);
      running.hold();
      running.close();
      running.release();
      stream = null;
    }
  }

  private void lookAgainAndAgain() {
    AgentWork.begin();
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
            if (clock.usedNanos() > 0 && clock.nanos() >= event.periodNanos(pace)) {
              unlisted.add(clock.threadId);
            }
          });
      if (!sampled().containsAll(unlisted)) {
        listThreads(unlisted);
      }
      found.forgetEnded(sampled());
      long cost = found.ownNanos() - from;
      long least = Math.max(LOOK_NANOS, Math.min(LOOK_SHARE * cost, LONGEST_PAUSE_NANOS));
      boolean isIdle = IDLE_SHARE * used.get() < pause;
      long most = Math.min(IDLE_LOOK_SHARE * cost, LONGEST_IDLE_NANOS);
      pause = isIdle ? Math.max(least, Math.min(2 * pause, most)) : least;
    }
  }

  /** A thread that used a period is listed, also where no sample of it was taken. */
  private synchronized void listThreads(List<Long> ids) {
    ThreadGroup group = Thread.currentThread().getThreadGroup();
    while (group.getParent() != null) {
      group = group.getParent();
    }
    Thread[] threads =
        new Thread[2 * group.activeCount()]; // an estimate; who is missed is met again
    int count = group.enumerate(threads);
    for (Thread thread : Arrays.copyOf(threads, count)) {
      long threadId = Recorders.id(thread);
      if (ids.contains(threadId)) {
        ThreadGroup own = thread.getThreadGroup(); // null: it has ended
        boolean carrier = own != null && CARRIERS.equals(own.getName());
        platformThreads.computeIfAbsent(
            threadId, id -> named(id, thread.getName(), false, carrier));
      }
    }
  }

  private synchronized Set<Long> sampled() {
    return Set.copyOf(platformThreads.keySet());
  }

  private synchronized Runnable sample(RecordedEvent sample) {
    SampledThread thread = thread(sample.getThread(event.thread));
    long nanos =
        event == FlightEvent.CPU_TIME
            ? sample.getDuration("samplingPeriod").toNanos()
            : event.periodNanos(pace);
    RecordedStackTrace trace = sample.getStackTrace();
    if (trace == null || trace.getFrames().isEmpty()) {
      return () -> alone(() -> thread.fail(nanos));
    }
    int[] stack = stacks.stack(trace);
    boolean isTruncated = trace.isTruncated();
    return () -> alone(() -> thread.take(stack, nanos, isTruncated));
  }

  private synchronized Runnable loss(RecordedEvent lost) {
    SampledThread thread = thread(lost.getThread("eventThread"));
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
    if (clocks.isEmpty() || name == null || name.startsWith(AGENTS)) {
      return;
    }
    ThreadClocks found = clocks.get();
    found.end(id, nanos);
    long period = event.periodNanos(pace);
    if (nanos >= period) {
      thread(thread);
    } else if (platformThreads.containsKey(id)) {
      return;
    } else if (Recorders.ofThread(id) != null) {
      unsampledNanos += nanos;
      if (unsampledNanos >= period) {
        unsampledNanos -= period;
        thread(thread).lose(1);
      }
    } else {
      shortNanos += nanos;
      found.end(SHORT, shortNanos);
      platformThreads.computeIfAbsent(SHORT, key -> named(key, "(short threads)", false, false));
    }
  }

  private synchronized void alone(Runnable change) {
    change.run();
  }

  private SampledThread thread(@Nullable RecordedThread thread) {
    if (thread == null) {
      return platformThreads.computeIfAbsent(0L, id -> named(id, "(unknown)", false, false))
          .samples;
    }
    String javaName = thread.getJavaName();
    boolean virtual = thread.hasField("virtual") && thread.getBoolean("virtual");
    if (virtual) {
      String pattern = javaName == null ? "" : javaName.replaceAll("[0-9]+", "*");
      return virtualThreads.computeIfAbsent(
              pattern, name -> named(thread.getJavaThreadId(), name, true, false))
          .samples;
    }
    String name = javaName == null ? thread.getOSName() : javaName;
    RecordedThreadGroup group = thread.getThreadGroup();
    boolean carrier = group != null && CARRIERS.equals(group.getName());
    return platformThreads.computeIfAbsent(
            thread.getJavaThreadId(), id -> named(id, name == null ? "" : name, false, carrier))
        .samples;
  }

  private Named named(long id, String name, boolean virtual, boolean carrier) {
    SampledThread samples = new SampledThread(event.periodNanos(pace), maxNodes);
    return new Named(id, name, virtual, carrier, samples);
  }

  @Override
  public String description() {
    return event.eventName + " every " + pace.setting();
  }

  @Override
  public void finish() {
    isOn = false;
    FlightStream running = stream;
    if (running != null) {
      clocks.ifPresent(ThreadClocks::lookAtAll);
      running.finish();
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
    all().forEach(thread -> thread.samples.begin(mark));
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
    return all().stream().mapToLong(thread -> thread.samples.due()).sum();
  }

  private List<Named> all() {
    List<Named> all = new ArrayList<>(platformThreads.values());
    all.addAll(virtualThreads.values());
    return all;
  }

  @Override
  public synchronized @Nullable CpuSamples of(
      ThreadRecorder recorder, int mark, Supplier<CallTree> onNodes, MethodIndexes methods) {
    Named thread =
        recorder.isVirtual()
            ? virtualThreads.get(recorder.nameAtStart())
            : platformThreads.get(recorder.threadId());
    if (thread != null && told.add(thread)) {
      return samples(thread, mark, methods);
    }
    SampledThread none = new SampledThread(event.periodNanos(pace), 1);
    long cpuNanos =
        recorder.isVirtual() || recorder.isSum()
            ? CpuSamples.UNKNOWN
            : cpuNanos(recorder.threadId(), mark);
    return none.build(event.eventName, event.measures, cpuNanos, mark, number -> number);
  }

  @Override
  public synchronized List<ThreadProfile> others(int mark, MethodIndexes methods) {
    List<ThreadProfile> others = new ArrayList<>();
    for (Named thread : all()) {
      if (!told.contains(thread) && !thread.name.startsWith(AGENTS)) {
        CpuSamples samples = samples(thread, mark, methods);
        if (samples.due() > 0) {
          others.add(
              new ThreadProfile(
                  Math.max(0, thread.id), // no Java thread's
                  thread.name,
                  thread.virtual,
                  clocks.map(found -> found.isRunning(thread.id)).orElse(false),
                  0,
                  new CallTree.Builder().calls(0, 1).build(),
                  samples));
        }
      }
    }
    told.clear();
    return others;
  }

  private CpuSamples samples(Named thread, int mark, MethodIndexes methods) {
    return thread.samples.build(
        event.eventName,
        event.measures,
        thread.hasClock() ? cpuNanos(thread.id, mark) : CpuSamples.UNKNOWN,
        mark,
        number -> methods.of(stacks.method(number)));
  }

  private long cpuNanos(long threadId, int mark) {
    return clocks.map(found -> found.nanos(threadId, mark)).orElse(CpuSamples.UNKNOWN);
  }
}
