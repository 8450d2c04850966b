package dev.tare.agent.samples;

import dev.tare.agent.budget.ProbeSamples;
import dev.tare.profile.MethodInfo;
import dev.tare.runtime.thread.ProfilerSection;
import dev.tare.runtime.thread.ProfilerThreads;
import java.time.Duration;
import java.time.Instant;
import java.util.IdentityHashMap;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordingStream;
import org.jspecify.annotations.Nullable;

/**
 * Counts samples of running threads, and those of them that met a probe, where the JVM does not
 * sample CPU time at no cost. They tell the budget what probes cost, and are in no profile. The
 * flight recorder takes them until they have told it of compiled code, and is off before and after.
 */
public final class ExecutionSamples {
  private static final Duration PERIOD = Duration.ofMillis(20);

  /** What the agent does in a thread of the application begins in a class of these. */
  private static final String AGENT = "dev.tare.agent.";

  private static final int MAX_REMEMBERED = 10_000;

  private final ProbeSampleCounts counts = new ProbeSampleCounts();

  /** By identity: the JVM hands out the same object for the same stack for a while. */
  private final IdentityHashMap<RecordedStackTrace, Place> places = new IdentityHashMap<>();

  /** Null where the recorder is off. */
  private volatile @Nullable RecordingStream stream;

  /** Of the budget's thread alone. */
  private boolean hasBegun;

  private enum Place {
    PROGRAM,
    PROBE,
    AGENT
  }

  /**
   * Those taken between two moments, as far as they are known; none where the JVM cannot take any.
   * What was before is forgotten. The first call begins.
   *
   * @param isWarm whether the code that ran then was compiled. After the first such call that gets
   *     enough, no more are taken.
   */
  public ProbeSamples between(Instant from, Instant to, boolean isWarm) {
    ProbeSamples counted = counted(from, to);
    if (!hasBegun) {
      hasBegun = true;
      ProfilerThreads.daemon("tare-probe-samples", this::read).start();
    } else if (isWarm && counted.areTelling()) {
      close();
    }
    return counted;
  }

  private synchronized ProbeSamples counted(Instant from, Instant to) {
    return counts.between(from, to);
  }

  private void read() {
    ProfilerSection.begin();
    try {
      RecorderRoom.demand();
      if (!JvmShutdown.hasBegun()) {
        record();
      }
    } catch (IllegalStateException | InternalError e) {
      // No room, or the JVM ends: then all is as in a JVM without a flight recorder.
    }
  }

  private void record() {
    try (RecordingStream opened = new RecordingStream()) {
      stream = opened;
      opened.enable(JfrSampleEvent.EXECUTION.eventName).withPeriod(PERIOD);
      opened.onEvent(JfrSampleEvent.EXECUTION.eventName, this::count);
      opened.onFlush(() -> RecorderRoom.lack().ifPresent(reason -> close()));
      opened.setOrdered(false);
      opened.start();
    }
  }

  private void close() {
    RecordingStream opened = stream;
    stream = null;
    if (opened != null) {
      opened.close();
    }
  }

  private synchronized void count(RecordedEvent sample) {
    RecordedStackTrace trace = sample.getStackTrace();
    if (trace == null || trace.getFrames().isEmpty()) {
      return;
    }
    if (places.size() > MAX_REMEMBERED) {
      places.clear();
    }
    Place place = places.computeIfAbsent(trace, ExecutionSamples::place);
    if (place != Place.AGENT) {
      counts.add(sample.getEndTime(), place == Place.PROBE);
    }
  }

  private static Place place(RecordedStackTrace trace) {
    Place place = Place.PROGRAM;
    for (RecordedFrame frame : trace.getFrames()) {
      String className = frame.getMethod().getType().getName();
      if (className.startsWith(AGENT)) {
        return Place.AGENT;
      }
      if (MethodInfo.isProbe(className)) {
        place = Place.PROBE;
      }
    }
    return place;
  }
}
