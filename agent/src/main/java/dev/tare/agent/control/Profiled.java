package dev.tare.agent.control;

import dev.tare.agent.snapshot.CategoryStatistics;
import dev.tare.agent.snapshot.Snapshot;
import dev.tare.agent.snapshot.Window;
import dev.tare.profile.RunInfo;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** What control has to know of the run that is profiled, told by whoever wired the agent. */
public interface Profiled {
  /**
   * The run, as a profile describes it.
   *
   * @param started when what the profile shows began
   * @param durationNanos wall nanoseconds from there to the profile's moment
   */
  RunInfo info(Instant started, long durationNanos, List<RunInfo.Window> windows);

  /** A profile to be written. */
  Snapshot snapshot(RunInfo run, Window window);

  /**
   * Where a profile goes by the options.
   *
   * @param number which of the profiles, where there are several
   */
  Path file(String number);

  /** What is needed beside woven code; called once, before the first probe. */
  void prepare();

  /** Waits until overheads are known; not for ever. */
  void awaitCalibration();

  /** Keeps what the run saw of overheads, at the run's end. */
  void keepCalibration(CategoryStatistics seen);

  /** The options in force. */
  Map<String, String> settings();

  /** The metric's name, and where its values come from. */
  String metric();

  /** Says a line to the user, on the process's standard error. */
  void say(String line);
}
