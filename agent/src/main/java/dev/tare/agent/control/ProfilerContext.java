package dev.tare.agent.control;

import dev.tare.agent.budget.BudgetStatus;
import dev.tare.agent.snapshot.MeasuredBlock;
import dev.tare.agent.snapshot.Snapshot;
import dev.tare.agent.snapshot.Window;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.RunInfo;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What control has to know of the run that is profiled, told by whoever wired the agent. */
public interface ProfilerContext {
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

  /** The profile of a recording is written: {@link #file} is by the options from here on. */
  void recordingEnds();

  /**
   * Gives a profile that was written the name that {@link #file} gave, or another where a JVM of
   * the same run has written that one.
   *
   * @param temporary what it is called as yet, in the same directory
   * @return the name that it has
   */
  Path place(Path temporary, Path file) throws IOException;

  /**
   * What is needed beside woven code; called before the first probe. Where it fails, for lack of a
   * thread for example, it is called again by the next start, and does what is left.
   */
  void prepare();

  /**
   * Waits until overheads are known.
   *
   * @param deadlineNanos the {@link System#nanoTime} at which it gives up
   */
  void awaitCalibration(long deadlineNanos);

  /**
   * Waits, at the run's end, until what was measured of overheads is kept.
   *
   * @param deadlineNanos the {@link System#nanoTime} at which it gives up waiting for more
   */
  void keepCalibration(long deadlineNanos);

  /**
   * Lets no method's probes change from here on; called with no lock held that weaving may wait
   * for.
   *
   * @param deadlineNanos the {@link System#nanoTime} at which it gives up waiting for what is woven
   */
  void endBudget(long deadlineNanos);

  /** All samples are known, at the run's end, behind {@link #endBudget}. */
  void samplesAreRead();

  /** Keeps what the run learnt for its budget, at the run's end. */
  void keepBudget() throws IOException;

  /** What is known of the overhead against the budget; empty where nothing is limited. */
  Optional<BudgetStatus> budget();

  /** Called last, when the JVM's last profile is written or cannot be. */
  void close();

  /** The options in force. */
  Map<String, String> settings();

  /** The metric's name, and where its values come from. */
  String metric();

  /** The metric's name alone. */
  String metricName();

  /** The unit of its values. */
  String metricUnit();

  /** Begins to measure what this thread does, and those that it starts. */
  MeasuredBlock beginBlock();

  /** The methods with probes that a pattern means, of all classes so far. */
  List<MethodInfo> instrumented(String pattern);

  /** Whether a method that a pattern means has no probes since it could not be woven. */
  boolean isAnySkipped(String pattern);

  /** Says a line to the user, on the process's standard error. */
  void say(String line);
}
