package dev.tare.agent.samples;

import dev.tare.agent.budget.ProbeSamples;
import dev.tare.profile.MethodInfo;
import dev.tare.runtime.thread.ProfilerSection;
import dev.tare.runtime.thread.ProfilerThreads;
import java.time.Instant;
import java.util.IdentityHashMap;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;
import org.jspecify.annotations.Nullable;

/**
 * Counts samples of running threads, and those of them that met a probe, where the JVM does not
 * sample CPU time at no cost. They tell the budget what probes cost, and are in no profile. The
 * flight recorder takes them until they have told it of compiled code, and is off before and after.
 */
public final class ExecutionSamples {
  private static final String PERIOD = "20 ms";

  /** What the agent does in a thread of the application begins in a class of these. */
  private static final String AGENT = "dev.tare.agent.";

  private final ProbeSampleCounts counts = new ProbeSampleCounts();

  /** By identity, of the file that is being read: the same stack is the same object in it. */
  private final IdentityHashMap<RecordedStackTrace, Place> places = new IdentityHashMap<>();

  /** Guards what is below. */
  private final Object switching = new Object();

  /** Null where the recorder is off. */
  private volatile @Nullable JfrRecordings recordings;

  private boolean hasBegun;
  private boolean isPaused;

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
    JfrRecordings running = recordings;
    if (running != null) {
      running.readUntil(to);
    }
    ProbeSamples counted = counted(from, to);
    if (running == null) {
      beginOnce();
    } else if (isWarm && counted.areTelling()) {
      running.close();
      recordings = null;
    }
    return counted;
  }

  private void beginOnce() {
    synchronized (switching) {
      if (!hasBegun && !isPaused) {
        hasBegun = true;
        ProfilerThreads.daemon("tare-probe-samples", this::begin).start();
      }
    }
  }

  /** Takes none until {@link #resume}: nobody looks while nothing is recorded. */
  public void pause() {
    JfrRecordings running;
    synchronized (switching) {
      isPaused = true;
      running = recordings;
    }
    if (running == null) {
      return;
    }
    try {
      running.close(); // Who asks meanwhile waits until all is read.
    } finally {
      synchronized (switching) {
        recordings = null;
        hasBegun = false;
      }
    }
  }

  /** Lets the next call of {@link #between} begin anew, if there were not enough yet. */
  public void resume() {
    synchronized (switching) {
      isPaused = false;
    }
  }

  /** Whether there are some that are not read yet. */
  public boolean isBehind() {
    JfrRecordings running = recordings;
    return running != null && running.isBehind();
  }

  /** Reads the last ones, at the JVM's end; from here on none is taken. */
  public void finish() {
    JfrRecordings running = recordings;
    try {
      if (running != null) {
        running.finish();
      }
    } catch (RuntimeException | OutOfMemoryError e) {
      // The budget learns from what was read, and the profile has none of them.
    } finally {
      RecordingDirectories.removeAll();
    }
  }

  private synchronized ProbeSamples counted(Instant from, Instant to) {
    return counts.between(from, to);
  }

  /** In a thread of its own, since the flight recorder may have to be initialised. */
  private void begin() {
    ProfilerSection.begin();
    if (JvmShutdown.hasBegun()) {
      return;
    }
    JfrEvents events = new JfrEvents();
    events.enable(JfrSampleEvent.EXECUTION.eventName, "period", PERIOD, this::count);
    JfrRecordings opened;
    try {
      opened =
          JfrRecordings.open(events, JfrRecordings.readFrom(false), this::forget, unsaid -> {});
    } catch (IllegalStateException | InternalError e) {
      return; // No room, or the JVM ends: then all is as in a JVM without a flight recorder.
    }
    synchronized (switching) {
      if (!isPaused) {
        recordings = opened;
        return;
      }
      hasBegun = false;
    }
    opened.close();
  }

  private synchronized void forget() {
    places.clear();
  }

  private synchronized void count(RecordedEvent sample) {
    RecordedStackTrace trace = sample.getStackTrace();
    if (trace == null || trace.getFrames().isEmpty()) {
      return;
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
