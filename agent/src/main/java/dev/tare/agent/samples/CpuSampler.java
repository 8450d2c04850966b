package dev.tare.agent.samples;

import dev.tare.agent.snapshot.ThreadSamples;
import java.util.Locale;

/** Takes CPU-time samples, from its start to the JVM's end. */
public interface CpuSampler extends ThreadSamples {
  /** What it is, for people to read. */
  String description();

  /** Waits for samples that are on their way; from here on none is taken. */
  void finish();

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
      boolean linux =
          System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("linux");
      boolean flightRecorder =
          ModuleLayer.boot().findModule("jdk.jfr").isPresent() && FlightSampler.isAvailable();
      if (linux && flightRecorder && Runtime.version().feature() >= CPU_TIME_EVENT_SINCE) {
        return CPU_TIME_EVENT;
      }
      if (linux && weaves && ThreadClocks.find().isPresent()) {
        return PROBES;
      }
      return flightRecorder ? EXECUTION_EVENT : NONE;
    }
  }
}
