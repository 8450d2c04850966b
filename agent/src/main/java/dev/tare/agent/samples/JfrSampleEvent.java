package dev.tare.agent.samples;

import dev.tare.agent.options.SamplingRate;
import dev.tare.profile.CpuSamples;

/** The events of JFR that are samples of stacks. */
enum JfrSampleEvent {
  /**
   * One of every thread after so much of its CPU time. Its {@code throttle} takes both forms of our
   * option.
   */
  CPU_TIME("jdk.CPUTimeSample", "throttle", CpuSamples.CPU_TIME, "eventThread"),
  /** One of some of the threads that are found executing Java code at a moment. */
  EXECUTION("jdk.ExecutionSample", "period", CpuSamples.EXECUTION_TIME, "sampledThread");

  private static final long NANOS_PER_MILLI = 1_000_000;

  final String eventName;

  /** The event's setting that says how often. */
  final String setting;

  final String measures;

  /** The event's field that is the thread. */
  final String thread;

  JfrSampleEvent(String eventName, String setting, String measures, String thread) {
    this.eventName = eventName;
    this.setting = setting;
    this.measures = measures;
    this.thread = thread;
  }

  /** The value of {@link #setting}. */
  String value(SamplingRate rate) {
    return this == CPU_TIME ? rate.setting() : rate.periodNanos() / NANOS_PER_MILLI + " ms";
  }

  /** The period that is really meant: {@code jdk.ExecutionSample} knows whole milliseconds. */
  long periodNanos(SamplingRate rate) {
    return this == CPU_TIME
        ? rate.periodNanos()
        : rate.periodNanos() / NANOS_PER_MILLI * NANOS_PER_MILLI;
  }
}
