package dev.tare.agent.samples;

import dev.tare.agent.Console;
import dev.tare.agent.snapshot.MethodIndexes;
import dev.tare.profile.CallTree;
import dev.tare.profile.CpuSamples;
import dev.tare.profile.ThreadProfile;
import dev.tare.runtime.AgentWork;
import dev.tare.runtime.ThreadRecorder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordedThreadGroup;
import jdk.jfr.consumer.RecordingStream;
import org.jspecify.annotations.Nullable;

/**
 * Samples that the JVM takes, streamed from its flight recorder while it runs. The recorder keeps
 * what was not read yet in a directory of its own, and clears it away at the JVM's end. Recordings
 * of others go on as they would, but that events which any recording enables are in all.
 */
public final class FlightSampler implements CpuSampler {
  private static final String LOST = "jdk.CPUTimeSamplesLost";
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /** The group of the threads that carry virtual ones, and whose clocks run for those. */
  private static final String CARRIERS = "CarrierThreads";

  /** No event: by this setting our recording is told from others. */
  private static final String MARK = "dev.tare.Samples";

  /** A look at all clocks every so often at most, and never more than this part of the time. */
  private static final long LOOK_NANOS = 20_000_000;

  /** The names of the agent's own threads begin so; their samples are not the application's. */
  private static final String AGENTS = "tare-";

  private static final long LOOK_SHARE = 500;

  /** The first looks are slow, since nothing is compiled yet. */
  private static final long LONGEST_PAUSE_NANOS = 250_000_000;

  private final FlightEvent event;
  private final SamplePace pace;
  private final int maxNodes;
  private final RecordingStream stream = new RecordingStream();

  /** Found beside the application's start, since that takes a while. */
  private volatile Optional<ThreadClocks> clocks = Optional.empty();

  private final FlightStacks stacks = new FlightStacks();
  private final Map<Long, Named> platformThreads = new HashMap<>();
  private final Map<String, Named> virtualThreads = new HashMap<>();
  private final Set<Named> told = new HashSet<>();

  private volatile boolean isFinished;

  /** A thread's samples, with what JFR says of the thread. */
  private record Named(
      long id, String name, boolean virtual, boolean carrier, SampledThread samples) {
    /** Whether the CPU time of its clock is what its samples are of. */
    boolean hasClock() {
      return !virtual && !carrier;
    }
  }

  private FlightSampler(FlightEvent event, SamplePace pace, int maxNodes) {
    this.event = event;
    this.pace = pace;
    this.maxNodes = maxNodes;
  }

  /** Whether this JVM has a flight recorder that may be used. */
  static boolean isAvailable() {
    return FlightRecorder.isAvailable();
  }

  /** Samples from here on. */
  public static FlightSampler start(CpuSampler.Way way, SamplePace pace, int maxNodes)
      throws InterruptedException {
    FlightEvent event =
        way == CpuSampler.Way.CPU_TIME_EVENT ? FlightEvent.CPU_TIME : FlightEvent.EXECUTION;
    FlightSampler sampler = new FlightSampler(event, pace, maxNodes);
    sampler.open();
    return sampler;
  }

  private void open() throws InterruptedException {
    stream.enable(event.eventName).with(event.setting, event.value(pace));
    stream.onEvent(event.eventName, this::take);
    if (event == FlightEvent.CPU_TIME) {
      stream.enable(LOST);
      stream.onEvent(LOST, this::lose);
    }
    stream.setOrdered(false);
    stream.enable(MARK);
    CountDownLatch running = new CountDownLatch(1);
    FlightRecorderListener listener =
        new FlightRecorderListener() {
          @Override
          public void recordingStateChanged(Recording recording) {
            if (recording.getState() == RecordingState.RUNNING
                && recording.getSettings().containsKey(MARK + "#enabled")) {
              running.countDown();
            }
          }
        };
    FlightRecorder.addListener(listener);
    // Not startAsync: its thread is no daemon, and would keep the JVM alive.
    daemon("tare-samples", stream::start);
    if (!running.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
      Console.say("warning: the flight recorder has not begun yet; samples come later");
    }
    FlightRecorder.removeListener(listener);
    daemon("tare-clocks", this::lookAgainAndAgain);
  }

  private static void daemon(String name, Runnable work) {
    Thread thread =
        new Thread(
            null,
            () -> {
              AgentWork.begin();
              work.run();
            },
            name,
            0,
            false);
    thread.setDaemon(true);
    thread.start();
  }

  private void lookAgainAndAgain() {
    clocks = ThreadClocks.find();
    clocks.ifPresent(this::lookAgainAndAgain);
  }

  private void lookAgainAndAgain(ThreadClocks found) {
    while (!isFinished) {
      long from = found.ownNanos();
      found.lookAtAll(clock -> {});
      found.forgetEnded(sampled());
      long cost = found.ownNanos() - from;
      long pause = Math.min(LOOK_SHARE * cost, LONGEST_PAUSE_NANOS);
      LockSupport.parkNanos(Math.max(LOOK_NANOS, pause));
    }
  }

  private synchronized Set<Long> sampled() {
    return Set.copyOf(platformThreads.keySet());
  }

  private synchronized void take(RecordedEvent sample) {
    SampledThread thread = thread(sample.getThread(event.thread));
    long nanos =
        event == FlightEvent.CPU_TIME
            ? sample.getDuration("samplingPeriod").toNanos()
            : event.periodNanos(pace);
    RecordedStackTrace trace = sample.getStackTrace();
    if (trace == null || trace.getFrames().isEmpty()) {
      thread.fail(nanos);
    } else {
      thread.take(stacks.stack(trace), nanos, trace.isTruncated());
    }
  }

  private synchronized void lose(RecordedEvent lost) {
    thread(lost.getThread("eventThread")).lose(lost.getInt("lostSamples"));
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
    isFinished = true;
    clocks.ifPresent(found -> found.lookAtAll(clock -> {}));
    try {
      // The flight recorder's own shutdown hook has ended every recording; its reader still reads.
      stream.awaitTermination(PATIENCE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    stream.close();
  }

  @Override
  public synchronized @Nullable CpuSamples of(
      ThreadRecorder recorder, Supplier<CallTree> onNodes, MethodIndexes methods) {
    Named thread =
        recorder.isVirtual()
            ? virtualThreads.get(recorder.nameAtStart())
            : platformThreads.get(recorder.threadId());
    if (thread != null && told.add(thread)) {
      return samples(thread, methods);
    }
    SampledThread none = new SampledThread(event.periodNanos(pace), 1);
    long cpuNanos = recorder.isVirtual() ? CpuSamples.UNKNOWN : cpuNanos(recorder.threadId());
    return none.build(event.eventName, event.measures, cpuNanos, number -> number);
  }

  @Override
  public synchronized List<ThreadProfile> others(MethodIndexes methods) {
    List<ThreadProfile> others = new ArrayList<>();
    List<Named> all = new ArrayList<>(platformThreads.values());
    all.addAll(virtualThreads.values());
    for (Named thread : all) {
      if (!told.remove(thread) && !thread.name.startsWith(AGENTS)) {
        others.add(
            new ThreadProfile(
                thread.id,
                thread.name,
                thread.virtual,
                clocks.map(found -> found.isRunning(thread.id)).orElse(false),
                0,
                new CallTree.Builder().calls(0, 1).build(),
                samples(thread, methods)));
      }
    }
    return others;
  }

  private CpuSamples samples(Named thread, MethodIndexes methods) {
    return thread.samples.build(
        event.eventName,
        event.measures,
        thread.hasClock() ? cpuNanos(thread.id) : CpuSamples.UNKNOWN,
        number -> methods.of(stacks.method(number)));
  }

  private long cpuNanos(long threadId) {
    return clocks.map(found -> found.nanos(threadId)).orElse(CpuSamples.UNKNOWN);
  }
}
