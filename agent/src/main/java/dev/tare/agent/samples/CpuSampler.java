package dev.tare.agent.samples;

import dev.tare.agent.budget.ProbeSamples;
import dev.tare.agent.snapshot.ThreadSamples;
import java.time.Instant;
import java.util.Locale;

/**
 * Takes CPU-time samples while the profiler records.
 *
 * <p>Begun and paused by one thread at a time, and not while samples are held.
 */
public interface CpuSampler extends ThreadSamples {
  /** What it is, for people to read. */
  String description();

  /** Samples from here on. */
  void begin();

  /** Waits for samples that are on their way, and takes none until {@link #begin}. */
  void pause();

  /** Takes the last samples, at the JVM's end; from here on none is taken. */
  void finish();

  /**
   * Samples of CPU time that were taken between two moments, as far as they are known; and how many
   * of them met a probe. What was before is forgotten. Where samples do not tell, none.
   */
  default ProbeSamples counted(Instant from, Instant to) {
    return ProbeSamples.NONE;
  }

  /** Whether samples of the program's start or of the JVM's end are recorded, and not read yet. */
  default boolean isBehind() {
    return false;
  }

  /** Samples that came due since the first {@link #begin}, as far as it is known by now. */
  long count();

  /** How samples can be taken in this JVM. */
  enum Way {
    /** {@code jdk.CPUTimeSample}: Linux, JDK 25 and later. */
    CPU_TIME_EVENT,
    /** By the probes of woven code: Linux. */
    PROBES,
    /** {@code jdk.ExecutionSample}: wherever there is JFR. */
    EXECUTION_EVENT,
    NONE;

    private static final int CPU_TIME_EVENT_SINCE = 25;

    /**
     * The best way there is.
     *
     * @param weaves whether this run has probes
     */
    public static Way find(boolean weaves) {
      boolean flightRecorder = hasFlightRecorder() && JfrSampler.isAvailable();
      if (flightRecorder && isFree()) {
        return CPU_TIME_EVENT;
      }
      if (isLinux() && weaves && ThreadClocks.find().isPresent()) {
        return PROBES;
      }
      return flightRecorder ? EXECUTION_EVENT : NONE;
    }

    /** Whether this JVM samples CPU time at no cost worth mentioning. */
    public static boolean isFree() {
      return isLinux()
          && Runtime.version().feature() >= CPU_TIME_EVENT_SINCE
          && hasFlightRecorder();
    }

    private static boolean isLinux() {
      return System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("linux");
    }

    /** Whether the JVM has one, as far as modules tell. */
    public static boolean hasFlightRecorder() {
      return ModuleLayer.boot().findModule("jdk.jfr").isPresent();
    }
  }
}
