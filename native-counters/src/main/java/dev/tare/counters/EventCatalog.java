package dev.tare.counters;

import dev.tare.runtime.NativeReading;
import dev.tare.runtime.Reading;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Every metric: how it is read on this machine, by this process, or why it cannot be.
 *
 * <p>Nothing is believed because it could be opened: each event has to count some work first.
 */
public final class EventCatalog {
  private static final String NANOS = "ns";
  private static final String OTHER_PLATFORM = "run on Linux, on x86-64 or aarch64";

  private final Optional<Instrumentation> instrumentation;
  private @Nullable LibC libC;

  /**
   * The native library is loaded for the first metric that needs it.
   *
   * @param instrumentation the agent's; empty in a process that only looks
   */
  public EventCatalog(Optional<Instrumentation> instrumentation) {
    this.instrumentation = instrumentation;
  }

  /** All metrics that have a name, those that this machine lists itself among them. */
  public List<String> metrics() {
    List<String> metrics = new ArrayList<>(List.of("time", "cpu"));
    List<String> hardware = new ArrayList<>(Event.hardwareNames());
    hardware.remove("instructions");
    metrics.add("instructions");
    metrics.addAll(hardware);
    metrics.addAll(List.of("page-faults", "context-switches", "alloc"));
    metrics.addAll(Event.cacheNames());
    metrics.addAll(EventSources.ofThisMachine().names());
    return metrics;
  }

  /**
   * Whether there can be such a metric on some machine: one of {@link #metrics()}, or in the form
   * of a raw or a named event.
   */
  public static boolean isName(String metric) {
    return List.of("time", "cpu", "page-faults", "context-switches", "alloc").contains(metric)
        || metric.indexOf('/') > 0
        || Event.named(metric).isPresent();
  }

  /**
   * Finds out how the metric is read here, and tries it: for some milliseconds.
   *
   * @param metric for which {@link #isName} holds
   */
  public MetricSource source(String metric) throws Unavailable {
    return switch (metric) {
      case "time" -> time();
      case "cpu" -> cpu();
      case "alloc" -> alloc();
      case "page-faults" -> ofUsage(metric, Reading.PAGE_FAULTS);
      case "context-switches" -> ofUsage(metric, Reading.CONTEXT_SWITCHES);
      default -> event(metric);
    };
  }

  /** Wall time, which there always is. */
  public MetricSource time() {
    return MetricSource.of("time", NANOS, "System.nanoTime", Reading.NANO_TIME);
  }

  private MetricSource cpu() throws Unavailable {
    Optional<String> noNatives = noNatives();
    if (noNatives.isPresent()) {
      return MetricSource.ofMethod(
          "cpu",
          NANOS,
          "ThreadMXBean, for want of native code: " + noNatives.get(),
          JvmAccounts.cpuNanos(instrumentation)
              .orElseThrow(() -> new Unavailable("this JVM does not tell it", "another JVM")));
    }
    if (!TimeStampCounter.isSteady()) {
      return cpuBySystemCall("the time-stamp counter is not steady");
    }
    String why;
    try {
      new EventTrial(libC()).demandThatSwitchesShow();
      TimeStampCounter.scale();
      return MetricSource.ofEvent(
          "cpu",
          NANOS,
          "time-stamp counter and the mapped page of a software event",
          Reading.CPU_BY_PAGE,
          Event.taskClock());
    } catch (Unavailable e) {
      why = e.getMessage();
    }
    Optional<String> distrust = SequenceTrial.run(libC());
    if (distrust.isEmpty()) {
      return MetricSource.of(
          "cpu",
          NANOS,
          "time-stamp counter and a restartable sequence, for want of a mapped page: " + why,
          Reading.CPU_BY_SEQUENCE);
    }
    return cpuBySystemCall(why + ", and " + distrust.get());
  }

  private static MetricSource cpuBySystemCall(String why) {
    return MetricSource.of(
        "cpu", NANOS, "clock_gettime at every reading: " + why, Reading.CPU_BY_SYSTEM_CALL);
  }

  private MetricSource alloc() throws Unavailable {
    return MetricSource.ofMethod(
        "alloc",
        "bytes",
        "the JVM's account of the thread",
        JvmAccounts.allocatedBytes(instrumentation)
            .orElseThrow(() -> new Unavailable("this JVM does not tell it", "another JVM")));
  }

  private MetricSource ofUsage(String metric, int reading) throws Unavailable {
    demandNatives();
    return MetricSource.of(metric, metric, "getrusage of the thread", reading);
  }

  private MetricSource event(String metric) throws Unavailable {
    Event event =
        Event.named(metric)
            .orElseThrow(
                () ->
                    new Unavailable(
                        "this machine has no event of that name",
                        "profiler.jar counters lists them"));
    demandNatives();
    boolean inUserSpace = new EventTrial(libC()).demandThatItCounts(event);
    return MetricSource.ofEvent(
        metric,
        metric,
        inUserSpace
            ? "hardware counter, read in user space"
            : "hardware counter, read by a system call",
        Reading.EVENT,
        event);
  }

  /**
   * Loads the native library for readings that need no event, so that nothing changes for the
   * application: no leave is asked for, see {@link NativeAccess#load}.
   *
   * @return whether it is loaded
   */
  public static boolean loadNativesUnnoticed(Instrumentation instrumentation) {
    return NativeLibrary.loadReadings(
            path -> NativeAccess.load(instrumentation, NativeReading.class, path))
        .isEmpty();
  }

  /** Empty, or why the native library is not loaded. */
  private Optional<String> noNatives() {
    return instrumentation.flatMap(NativeAccess::grant).or(NativeLibrary::load);
  }

  private void demandNatives() throws Unavailable {
    Optional<String> noNatives = noNatives();
    if (noNatives.isPresent()) {
      boolean otherPlatform = noNatives.get().startsWith("no native library");
      throw new Unavailable(
          noNatives.get(), otherPlatform ? OTHER_PLATFORM : "a jar built with a C compiler");
    }
  }

  private LibC libC() {
    if (libC == null) {
      libC = new LibC();
    }
    return libC;
  }
}
