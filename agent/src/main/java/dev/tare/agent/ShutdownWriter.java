package dev.tare.agent;

import dev.tare.agent.calibration.CalibrationWork;
import dev.tare.agent.samples.CpuSampler;
import dev.tare.agent.snapshot.Snapshot;
import dev.tare.agent.snapshot.ThreadSamples;
import dev.tare.agent.weave.MethodRegistry;
import dev.tare.agent.weave.SkippedMethods;
import dev.tare.profile.RunInfo;
import dev.tare.runtime.AgentWork;
import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import jdk.internal.access.SharedSecrets;

/** Writes the profile when the JVM ends, and says where it is. */
final class ShutdownWriter implements Runnable {
  /**
   * The last of the places that the JVM runs one after the other at its end. The application's own
   * shutdown hooks have ended by then, and what they called is in the profile.
   */
  private static final int LAST_PLACE = 9;

  private final AgentOptions options;
  private final Run run;
  private final ProfileFile file;
  private final ChosenMetric metric;
  private final MethodRegistry registry;
  private final SkippedMethods skipped;
  private final CalibrationWork calibration;
  private final Optional<CpuSampler> sampler;

  ShutdownWriter(
      AgentOptions options,
      Run run,
      ProfileFile file,
      ChosenMetric metric,
      MethodRegistry registry,
      SkippedMethods skipped,
      CalibrationWork calibration,
      Optional<CpuSampler> sampler) {
    this.options = options;
    this.run = run;
    this.file = file;
    this.metric = metric;
    this.registry = registry;
    this.skipped = skipped;
    this.calibration = calibration;
    this.sampler = sampler;
  }

  static void install(ShutdownWriter writer) {
    SharedSecrets.getJavaLangAccess().registerShutdownHook(LAST_PLACE, false, writer);
  }

  @Override
  public void run() {
    AgentWork.begin(); // for good: this thread has nothing else to do
    Thread.interrupted(); // the thread that called System.exit may be interrupted, and files mind
    RunInfo ended = run.info();
    sampler.ifPresent(CpuSampler::finish);
    calibration.await();
    Snapshot snapshot =
        new Snapshot(
            ended,
            options.settings(),
            metric.metric(),
            options.policy(),
            calibration.source(),
            options.calibrated() && options.mode == Mode.SAMPLED,
            registry,
            skipped,
            sampler.isPresent() ? sampler.get() : ThreadSamples.NONE);
    try {
      file.write(snapshot);
      Console.say(
          String.format(
              Locale.ROOT,
              "profile in %s, %,d probes, %sestimated slowdown %s%s",
              file,
              snapshot.events(),
              sampler.isEmpty()
                  ? ""
                  : String.format(Locale.ROOT, "%,d samples, ", snapshot.samples()),
              snapshot.slowdown().isPresent()
                  ? String.format(
                      Locale.ROOT, "%.2f times or more", snapshot.slowdown().getAsDouble())
                  : "unknown",
              snapshot.lost().callsPastMaxnodes() == 0
                  ? ""
                  : String.format(
                      Locale.ROOT,
                      ", %,d calls past maxnodes",
                      snapshot.lost().callsPastMaxnodes())));
      calibration.keep(snapshot.statistics()::observed, snapshot.statistics()::minimum);
      metric.flaws().ifPresent(flaws -> Console.say("warning: " + flaws));
    } catch (IOException | RuntimeException | OutOfMemoryError | StackOverflowError e) {
      Console.say("no profile in " + file + ": " + e);
    }
  }
}
