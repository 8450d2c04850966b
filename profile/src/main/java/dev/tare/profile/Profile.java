package dev.tare.profile;

import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A whole profile in memory; immutable.
 *
 * @param profiler who wrote it
 * @param run what was profiled
 * @param settings the options in force, by their names, in their order
 * @param metric what the values are
 * @param methods the methods; {@link CallTree#method} is an index into this list
 * @param threads the threads
 * @param calibration how the overhead was found
 * @param skipped what was not instrumented
 * @param limits what is not shown
 * @param sums what each method adds up to over all these threads, where that is known already
 */
public record Profile(
    ProfilerInfo profiler,
    RunInfo run,
    Map<String, String> settings,
    Metric metric,
    List<MethodInfo> methods,
    List<ThreadProfile> threads,
    CalibrationTable calibration,
    List<SkippedMethod> skipped,
    Limits limits,
    @Nullable MethodSums sums)
    implements ProfileParts {

  public Profile {
    settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
    methods = List.copyOf(methods);
    threads = List.copyOf(threads);
    skipped = List.copyOf(skipped);
  }

  /** A profile whose methods' sums nobody has added up yet. */
  public Profile(
      ProfilerInfo profiler,
      RunInfo run,
      Map<String, String> settings,
      Metric metric,
      List<MethodInfo> methods,
      List<ThreadProfile> threads,
      CalibrationTable calibration,
      List<SkippedMethod> skipped,
      Limits limits) {
    this(profiler, run, settings, metric, methods, threads, calibration, skipped, limits, null);
  }

  /** Whether readings were taken once in a sampling period, and not at each probe. */
  public boolean isSampled() {
    return settings.getOrDefault("mode", "").equals("sampled");
  }

  /** Whether methods had probes, and not samples alone. */
  public boolean isInstrumented() {
    return !settings.getOrDefault("mode", "").equals("none");
  }

  /**
   * Why it can have no calls at all, in words: they tell nothing of what the program called. Empty
   * where methods without calls were not called.
   */
  public String whyNothing() {
    if (!limits.missedInclude().isEmpty()) {
      return "nothing matched include="
          + settings.getOrDefault("include", "")
          + ": "
          + limits.missedInclude();
    }
    return run.windows().isEmpty() && threads.isEmpty() ? "recording was off all the time" : "";
  }

  /**
   * How the calls of each thread are known: of a method that was without probes for some time,
   * nobody knows which threads called it then.
   */
  public CallsKind threadsCallsKind() {
    return methods.stream().anyMatch(method -> method.callsKind() == CallsKind.BOUNDED)
        ? CallsKind.BOUNDED
        : CallsKind.EXACT;
  }

  /** The same profile, of these threads alone. */
  public Profile withThreads(List<ThreadProfile> chosen) {
    return new Profile(
        profiler,
        run,
        settings,
        metric,
        methods,
        chosen,
        calibration,
        skipped,
        limits,
        chosen.equals(threads) ? sums : null);
  }

  /** The same profile with these methods and threads, whose sums nobody has added up yet. */
  public Profile with(List<MethodInfo> others, List<ThreadProfile> chosen) {
    return new Profile(
        profiler, run, settings, metric, others, chosen, calibration, skipped, limits);
  }

  /** The same profile with these sums of methods, which may have what is in no node. */
  public Profile withSums(MethodSums known) {
    return new Profile(
        profiler, run, settings, metric, methods, threads, calibration, skipped, limits, known);
  }

  /**
   * The same profile, whose values are without the time that threads waited; as it is where that is
   * not known.
   */
  public Profile working() {
    if (!metric.waitingKnown()) {
      return this;
    }
    return new Profile(
        profiler,
        run,
        settings,
        metric,
        methods,
        threads.stream().map(ThreadProfile::working).toList(),
        calibration,
        skipped,
        limits,
        sums == null ? null : sums.working());
  }

  @Override
  public Iterator<ThreadProfile> threadIterator() {
    return threads.iterator();
  }
}
