package dev.tare.agent.control;

import dev.tare.agent.weave.CarrierWeaver;
import dev.tare.agent.weave.ClassFilter;
import dev.tare.agent.weave.SkippedMethods;
import dev.tare.agent.weave.WeavingTransformer;
import dev.tare.profile.RunInfo;
import dev.tare.runtime.Pauses;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Whether calls are recorded, and when they were. Stopped, no woven code is left but in activations
 * that began before, and those go on to their ends.
 */
public final class Recording {
  private final Instant started;
  private final long startedNanos;
  private final WeavingTransformer transformer;
  private final CarrierWeaver carriers;
  private final LoadedClasses classes;

  /** From and to, by {@link System#nanoTime}, of what was recorded; the last may be going on. */
  private final List<long[]> spans = new ArrayList<>();

  private volatile boolean on;

  /**
   * A recording that has not begun.
   *
   * @param started the wall clock at the agent's start
   * @param startedNanos {@link System#nanoTime} then
   */
  public Recording(
      Instant started,
      long startedNanos,
      WeavingTransformer transformer,
      CarrierWeaver carriers,
      Instrumentation instrumentation,
      ClassFilter filter,
      SkippedMethods skipped) {
    this.started = started;
    this.startedNanos = startedNanos;
    this.transformer = transformer;
    this.carriers = carriers;
    this.classes = new LoadedClasses(instrumentation, filter, skipped);
  }

  boolean isOn() {
    return on;
  }

  /**
   * Weaves, and records from here on.
   *
   * @param nanos when
   * @return how many loaded classes were transformed
   */
  int start(long nanos) throws UnmodifiableClassException {
    carriers.turn(true);
    begin(nanos);
    Pauses.end();
    transformer.turn(true);
    return classes.transformAgain();
  }

  /** Takes the probes out. */
  int stop() throws UnmodifiableClassException {
    transformer.turn(false);
    int count = classes.transformAgain();
    Pauses.begin();
    end(System.nanoTime());
    carriers.turn(false);
    return count;
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
