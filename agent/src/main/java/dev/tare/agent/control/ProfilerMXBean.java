package dev.tare.agent.control;

import org.jspecify.annotations.Nullable;

/**
 * The profiler for JMX consoles, as {@code dev.tare:type=Profiler}. What an operation returns is a
 * line for the user; what cannot be done is thrown, with the line as its message.
 */
public interface ProfilerMXBean {
  /** {@code recording} or {@code stopped}. */
  String getState();

  /** What the profiler is doing, in lines. */
  String getStatus();

  /** The same as one JSON object. */
  String getStatusAsJson();

  /** Threads that were recorded. */
  int getThreadCount();

  /** Nodes of all their trees. */
  long getNodeCount();

  /** Entries and exits that were recorded. */
  long getProbeCount();

  /** Weaves all classes and begins to record. */
  String start();

  /** Takes the probes out; what was recorded stays. */
  String stop();

  /** Begins anew: later profiles show what comes from now on. */
  String reset();

  /** Writes a profile of everything up to now to the file of the options. */
  String dump();

  /**
   * The same, to a file.
   *
   * @param file its path in this JVM's file system
   * @throws IllegalArgumentException where that is no path, null or empty
   */
  String dump(@Nullable String file);
}
