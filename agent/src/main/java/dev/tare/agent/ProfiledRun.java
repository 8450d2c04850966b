package dev.tare.agent;

import dev.tare.agent.calibration.CalibrationWork;
import dev.tare.agent.calibration.Fingerprint;
import dev.tare.agent.calibration.Keeping;
import dev.tare.agent.calibration.Surroundings;
import dev.tare.agent.control.Profiled;
import dev.tare.agent.snapshot.CategoryStatistics;
import dev.tare.agent.snapshot.Snapshot;
import dev.tare.agent.snapshot.ThreadSamples;
import dev.tare.agent.snapshot.Window;
import dev.tare.agent.weave.MethodRegistry;
import dev.tare.agent.weave.SkippedMethods;
import dev.tare.profile.RunInfo;
import dev.tare.runtime.EndedThreads;
import dev.tare.runtime.SampleTicker;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The run as its options and this JVM make it. */
final class ProfiledRun implements Profiled {
  private final AgentOptions options;
  private final Run run;
  private final ProfileFile file;
  private final ChosenMetric metric;
  private final Fingerprint.Subject subject;
  private final MethodRegistry registry;
  private final SkippedMethods skipped;
  private final ThreadSamples samples;

  /** Null as long as nothing was recorded. */
  private volatile @Nullable CalibrationWork calibration;

  ProfiledRun(
      AgentOptions options,
      Run run,
      ProfileFile file,
      ChosenMetric metric,
      Fingerprint.Subject subject,
      MethodRegistry registry,
      SkippedMethods skipped,
      ThreadSamples samples) {
    this.options = options;
    this.run = run;
    this.file = file;
    this.metric = metric;
    this.subject = subject;
    this.registry = registry;
    this.skipped = skipped;
    this.samples = samples;
  }

  @Override
  public void prepare() {
    if (options.mode == Mode.NONE) {
      return;
    }
    EndedThreads.sweep();
    if (options.mode == Mode.SAMPLED) {
      SampleTicker.start(options.intervalNanos);
    }
    calibration =
        CalibrationWork.start(
            options.calibrated() ? options.keeping : Keeping.OFF,
            subject,
            new Surroundings(Run::cpuModel),
            Console::say,
            options.calibrated() && options.mode == Mode.FULL
                ? metric::openInterruptions
                : () -> {});
  }

  @Override
  public RunInfo info(Instant started, long durationNanos, List<RunInfo.Window> windows) {
    return run.info(started, durationNanos, windows);
  }

  @Override
  public Snapshot snapshot(RunInfo info, Window window) {
    CalibrationWork work = calibration;
    return new Snapshot(
        info,
        options.settings(),
        metric.metric(),
        options.policy(),
        work == null ? "" : work.source(),
        options.calibrated() && options.mode == Mode.SAMPLED,
        registry,
        skipped,
        window,
        samples);
  }

  @Override
  public Path file(String number) {
    try {
      return file.path(number);
    } catch (OptionException e) {
      throw new IllegalStateException(e); // It was a path at the start.
    }
  }

  @Override
  public void awaitCalibration() {
    CalibrationWork work = calibration;
    if (work != null) {
      work.await();
    }
  }

  @Override
  public void keepCalibration(CategoryStatistics seen) {
    CalibrationWork work = calibration;
    if (work != null) {
      work.keep(seen::observed, seen::minimum);
    }
    metric.flaws().ifPresent(flaws -> say("warning: " + flaws));
  }

  @Override
  public Map<String, String> settings() {
    return options.settings();
  }

  @Override
  public String metric() {
    return metric.metric().name() + " from " + metric.metric().source();
  }

  @Override
  public void say(String line) {
    Console.say(line);
  }
}
