package dev.tare.agent.lifecycle;

import dev.tare.agent.calibration.hotspot.CollectionTimes;
import dev.tare.agent.calibration.store.Fingerprint;
import dev.tare.agent.options.Mode;
import dev.tare.counters.CounterService;
import dev.tare.counters.EventCatalog;
import dev.tare.counters.MetricSource;
import dev.tare.counters.MetricUnavailableException;
import dev.tare.profile.Metric;
import dev.tare.runtime.clock.Interruptions;
import dev.tare.runtime.config.Settings;
import dev.tare.runtime.thread.ProfilerSection;
import java.lang.instrument.Instrumentation;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a reading reads in this run: the metric that was asked for, or {@code time} in its stead.
 */
final class ChosenMetric {
  private final Instrumentation instrumentation;
  private final MetricSource source;
  private final @Nullable String requested;
  private final @Nullable String fallback;
  private final Optional<CounterService> counters;

  private ChosenMetric(
      Instrumentation instrumentation,
      MetricSource source,
      @Nullable String requested,
      @Nullable String fallback) {
    this.instrumentation = instrumentation;
    this.source = source;
    this.requested = requested;
    this.fallback = fallback;
    this.counters =
        source.threadCounters(
            reason -> Console.say("warning: a thread goes without a counter: " + reason));
  }

  /** Tries the metric on this machine, and says so where it must be {@code time} instead. */
  static ChosenMetric of(String requested, Instrumentation instrumentation) {
    EventCatalog catalog = new EventCatalog(Optional.of(instrumentation));
    try {
      return new ChosenMetric(instrumentation, catalog.source(requested), null, null);
    } catch (MetricUnavailableException e) {
      String fallback = requested + ": " + e.getMessage();
      Console.say("no " + fallback + "; metric is time instead; would help: " + e.help());
      return new ChosenMetric(instrumentation, catalog.time(), requested, fallback);
    }
  }

  /** Makes it what the runtime reads. Before the runtime's first reading. */
  void use() {
    Settings.freezeReading(source.reading(), source.method());
    counters.ifPresent(service -> service.start(ProfilerSection::begin));
  }

  /** Opens no more counters: a thread that waits in native code would hold up the JVM's end. */
  void close() {
    counters.ifPresent(CounterService::end);
  }

  /** Opens what tells how long threads were kept from running; of wall time, which goes on. */
  void openInterruptions() {
    if (!isOfTheThread()) {
      Interruptions.read(EventCatalog.loadReadings(instrumentation), CollectionTimes.addresses());
    }
  }

  /** As the profile has it, with what was wrong with the counters so far. */
  Metric metric() {
    String flaws = counters.flatMap(CounterService::flaws).map(text -> "; " + text).orElse("");
    return new Metric(source.metric(), source.unit(), source.source() + flaws, requested, fallback);
  }

  /** What readings of this kind are to be told by from others. */
  Fingerprint.Subject subject(Mode mode, String categories, int facadeHash) {
    return new Fingerprint.Subject(
        source.metric(), source.source(), mode.key(), mode == Mode.FULL, categories, facadeHash);
  }

  /** Whether a virtual thread's values are its carrier's, and have to be told apart. */
  boolean isOfTheThread() {
    return source.isOfTheThread();
  }

  /** What was wrong with the counters so far, for people to read. */
  Optional<String> flaws() {
    return counters.flatMap(CounterService::flaws);
  }
}
