package dev.tare.agent.control;

import dev.tare.agent.budget.ProgramView;
import dev.tare.agent.samples.CpuSampler;
import dev.tare.agent.samples.ExecutionSamples;
import dev.tare.profile.NamePattern;
import dev.tare.profile.RunInfo;
import java.lang.instrument.UnmodifiableClassException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/** Whether calls, and samples, are recorded, and when they were. */
public final class Recording {
  private final Instant started;
  private final long startedNanos;
  private final Optional<Weaving> weaving;
  private final Optional<CpuSampler> sampler;
  private final Optional<ExecutionSamples> executionSamples;

  /** From and to, by {@link System#nanoTime}, of what was recorded; the last may be going on. */
  private final List<long[]> spans = new ArrayList<>();

  private volatile boolean on;
  private int recordings;

  /** As {@link ProgramView#recording}. */
  private volatile int number = ProgramView.NO_RECORDING;

  /**
   * Held by whoever makes a profile or begins a window, as long as that takes, and while samples
   * begin and pause.
   */
  private final ReentrantLock profiling = new ReentrantLock();

  /**
   * A recording that has not begun.
   *
   * @param started the wall clock at the agent's start
   * @param startedNanos {@link System#nanoTime} then
   * @param weaving empty where no calls are recorded
   * @param sampler empty where no CPU time is sampled
   * @param executionSamples empty where the budget has no need of them
   */
  public Recording(
      Instant started,
      long startedNanos,
      Optional<Weaving> weaving,
      Optional<CpuSampler> sampler,
      Optional<ExecutionSamples> executionSamples) {
    this.started = started;
    this.startedNanos = startedNanos;
    this.weaving = weaving;
    this.sampler = sampler;
    this.executionSamples = executionSamples;
  }

  ReentrantLock profiling() {
    return profiling;
  }

  boolean isOn() {
    return on;
  }

  /** As {@link ProgramView#recording}. */
  int number() {
    return number;
  }

  /** Whether there are probes to be put in and taken out. */
  boolean weaves() {
    return weaving.isPresent();
  }

  /** As {@link LoadedClasses#contain}. */
  boolean isLoaded(NamePattern pattern) {
    return weaving.isPresent() && weaving.get().isLoaded(pattern);
  }

  /** What the user must know of what was to be woven. */
  Optional<String> complaint() {
    return weaving.flatMap(Weaving::complaint);
  }

  /** What became of an include that matched nothing. */
  Optional<String> missedInclude() {
    return weaving.flatMap(Weaving::missedInclude);
  }

  /**
   * Weaves, and records from here on.
   *
   * @param since tells when, by {@link System#nanoTime}; asked once calls are recorded
   * @return how many loaded classes were transformed
   */
  int start(LongSupplier since) throws UnmodifiableClassException {
    int count = 0;
    if (weaving.isPresent()) {
      count = weaving.get().turnOn(() -> begin(since.getAsLong()));
    } else {
      begin(since.getAsLong());
    }
    if (sampler.isPresent()) {
      profiling.lock();
      try {
        sampler.get().begin();
      } finally {
        profiling.unlock();
      }
    }
    executionSamples.ifPresent(ExecutionSamples::resume);
    number = ++recordings;
    return count;
  }

  /** Takes the probes out. */
  int stop() throws UnmodifiableClassException {
    number = ProgramView.NO_RECORDING;
    executionSamples.ifPresent(ExecutionSamples::pause);
    if (sampler.isPresent()) {
      profiling.lock();
      try {
        sampler.get().pause();
      } finally {
        profiling.unlock();
      }
    }
    if (weaving.isPresent()) {
      return weaving.get().turnOff(() -> end(System.nanoTime()));
    }
    end(System.nanoTime());
    return 0;
  }

  /** Weaves the wanted classes again, by names with dots; none while nothing is recorded. */
  LoadedClasses.Woven weaveAgain(Predicate<String> isWanted) {
    return on && weaving.isPresent()
        ? weaving.get().weaveAgain(isWanted)
        : LoadedClasses.Woven.NOTHING;
  }

  private synchronized void begin(long nanos) {
    on = true;
    spans.add(new long[] {nanos, Long.MAX_VALUE});
  }

  private synchronized void end(long nanos) {
    on = false;
    spans.get(spans.size() - 1)[1] = nanos;
  }

  /** When anything was recorded from one moment to another. */
  synchronized List<RunInfo.Window> windows(long from, long to) {
    List<RunInfo.Window> windows = new ArrayList<>();
    for (long[] span : spans) {
      long begin = Math.max(span[0], from);
      long end = Math.min(span[1], to);
      if (begin < end) {
        windows.add(new RunInfo.Window(at(begin), end - begin));
      }
    }
    return windows;
  }

  /** Forgets what was recorded before. */
  synchronized void forgetUntil(long nanos) {
    spans.removeIf(span -> span[1] <= nanos);
  }

  /** A moment by the wall clock, as it went from the agent's start on. */
  Instant at(long nanos) {
    return started.plusNanos(nanos - startedNanos);
  }
}
