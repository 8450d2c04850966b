package dev.tare.agent.lifecycle;

import dev.tare.agent.options.AgentOptions;
import dev.tare.agent.snapshot.CalibrationSource;
import dev.tare.agent.snapshot.CallAdjustment;
import dev.tare.agent.snapshot.Snapshot;
import dev.tare.agent.snapshot.ThreadSamples;
import dev.tare.agent.snapshot.Window;
import dev.tare.agent.weave.MethodRegistry;
import dev.tare.agent.weave.SkippedMethods;
import dev.tare.profile.json.ProfileWriter;
import dev.tare.runtime.thread.ProfilerSection;
import dev.tare.runtime.thread.ProfilerThreads;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Writes a profile of nothing to nowhere, beside the application's first moments, so that the
 * classes that the last profile needs are there at the end.
 */
final class WriterWarmUp implements Runnable {
  /** The start is about to end, and processors may be few. */
  private static final long MAIN_FIRST_NANOS = 5_000_000;

  private final AgentOptions options;
  private final RunIdentity run;
  private final ChosenMetric metric;

  private WriterWarmUp(AgentOptions options, RunIdentity run, ChosenMetric metric) {
    this.options = options;
    this.run = run;
    this.metric = metric;
  }

  /** Begins, in a thread of its own. */
  static void start(AgentOptions options, RunIdentity run, ChosenMetric metric) {
    Thread thread =
        ProfilerThreads.daemon("tare-rehearsal", new WriterWarmUp(options, run, metric));
    thread.start();
  }

  @Override
  public void run() {
    ProfilerSection.begin();
    LockSupport.parkNanos(MAIN_FIRST_NANOS);
    Snapshot nothing =
        new Snapshot(
            run.info(Instant.now(), 0, List.of()),
            options.settings(),
            metric.metric(),
            CalibrationSource.unknown(options.policy()),
            CallAdjustment.NONE,
            new MethodRegistry(),
            new SkippedMethods(),
            Window.sinceReset(),
            ThreadSamples.NONE);
    try {
      ProfileWriter.write(nothing, OutputStream.nullOutputStream());
    } catch (IOException | RuntimeException | Error e) {
      Console.say("warning: a profile could not be rehearsed: " + e);
    }
  }
}
