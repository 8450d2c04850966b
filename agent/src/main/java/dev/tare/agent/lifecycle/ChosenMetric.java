package dev.tare.agent.lifecycle;

import dev.tare.agent.calibration.store.Fingerprint;
import dev.tare.agent.hotspot.JvmCounters;
import dev.tare.agent.options.Mode;
import dev.tare.counters.CounterService;
import dev.tare.counters.EventCatalog;
import dev.tare.counters.MetricSource;
import dev.tare.counters.MetricUnavailableException;
import dev.tare.counters.MissingLibrary;
import dev.tare.profile.Metric;
import dev.tare.runtime.clock.Interruptions;
import dev.tare.runtime.clock.ThreadWaits;
import dev.tare.runtime.config.Settings;
import dev.tare.runtime.thread.ProfilerSection;
import java.lang.instrument.Instrumentation;
import java.lang.management.ManagementFactory;
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
  private boolean missingSaid;

  private ChosenMetric(
      Instrumentation instrumentation,
      MetricSource source,
      @Nullable String requested,
      @Nullable String fallback) {
    this.instrumentation = instrumentation;
    this.source = source;
    this.requested = requested;
    this.fallback = fallback;
    this.counters = source.threadCounters(fault -> Console.say("warning: " + fault));
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
    Settings.freezeReading(source.reading(), source.method(), source.betweenReadings());
    counters.ifPresent(service -> service.start(ProfilerSection::begin));
  }

  /** Opens no more counters: a thread that waits in native code would hold up the JVM's end. */
  void close() {
    counters.ifPresent(CounterService::end);
  }

  /**
   * Opens what tells how long threads waited, and, of wall time, how long they were kept from
   * running. Metrics that stand still meanwhile need the waits in sampled mode alone.
   *
   * @param subtracts whether interruptions are subtracted from what methods have
   * @param isSampled whether the mode is the sampled one
   */
  void openInterruptions(boolean subtracts, boolean isSampled) {
    boolean isWallTime = !isOfTheThread();
    if (!isWallTime && !isSampled) {
      return;
    }
    Optional<MissingLibrary> missing = EventCatalog.loadReadings(instrumentation);
    boolean isLoaded = missing.isEmpty();
    if (isWallTime) {
      if (!subtracts) {
        Interruptions.leaveInPlace();
      }
      missing.ifPresent(this::sayWhatIsNotKnown);
      Interruptions.read(isLoaded, JvmCounters.collectionTimes());
    }
    ThreadWaits.read(isLoaded, ChosenMetric::cpuNanos);
  }

  /** Once; not where there is no library for the platform, and so none of it is promised. */
  private void sayWhatIsNotKnown(MissingLibrary missing) {
    if (!missingSaid && missing.cause() != MissingLibrary.Cause.PLATFORM) {
      missingSaid = true;
      Console.say("warning: waiting and time without a processor count as work: " + missing.text());
    }
  }

  /** Of a thread that may wait for long: asked when a profile is written, and seldom. */
  private static long cpuNanos(long threadId) {
    if (threadId <= 0) {
      return ThreadWaits.UNKNOWN; // No thread's: the JVM would refuse the call.
    }
    try {
      return ManagementFactory.getThreadMXBean().getThreadCpuTime(threadId);
    } catch (LinkageError | UnsupportedOperationException e) {
      return ThreadWaits.UNKNOWN; // A JVM without module java.management, or without the account.
    }
  }

  /** As the profile has it, with what was wrong with the counters so far. */
  Metric metric() {
    String flaws = counters.flatMap(CounterService::flaws).map(text -> "; " + text).orElse("");
    boolean waitingKnown = !isOfTheThread() && ThreadWaits.isKnown();
    return new Metric(
        source.metric(), source.unit(), source.source() + flaws, requested, fallback, waitingKnown);
  }

  /** What readings of this kind are to be told by from others. */
  Fingerprint.Subject subject(Mode mode, String categories, int facadeHash) {
    return new Fingerprint.Subject(
        source.metric(),
        source.way(),
        mode.key(),
        mode == Mode.FULL,
        categories,
        facadeHash,
        RunIdentity::cpuModel);
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
