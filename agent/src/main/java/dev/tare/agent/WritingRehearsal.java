package dev.tare.agent;

import dev.tare.agent.snapshot.Snapshot;
import dev.tare.agent.snapshot.ThreadSamples;
import dev.tare.agent.snapshot.Window;
import dev.tare.agent.weave.MethodRegistry;
import dev.tare.agent.weave.SkippedMethods;
import dev.tare.profile.json.ProfileWriter;
import dev.tare.runtime.AgentWork;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.util.List;

/**
 * Writes a profile of nothing to nowhere, while the start waits for something else, so that the
 * classes that the last profile needs are there at the end.
 */
final class WritingRehearsal implements Runnable {
  private final AgentOptions options;
  private final Run run;
  private final ChosenMetric metric;

  private WritingRehearsal(AgentOptions options, Run run, ChosenMetric metric) {
    this.options = options;
    this.run = run;
    this.metric = metric;
  }

  /** Begins, in a thread of its own. */
  static void start(AgentOptions options, Run run, ChosenMetric metric) {
    Thread thread =
        new Thread(null, new WritingRehearsal(options, run, metric), "tare-rehearsal", 0, false);
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void run() {
    AgentWork.begin();
    Snapshot nothing =
        new Snapshot(
            run.info(Instant.now(), 0, List.of()),
            options.settings(),
            metric.metric(),
            options.policy(),
            "",
            false,
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
