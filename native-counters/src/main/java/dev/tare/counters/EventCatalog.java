package dev.tare.counters;

import dev.tare.runtime.clock.NativeReading;
import dev.tare.runtime.config.ReadingSource;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Every metric: how it is read on this machine, by this process, or why it cannot be.
 *
 * <p>Nothing is believed because it could be opened: each event has to count some work first.
 */
public final class EventCatalog {
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
  public MetricSource source(String metric) throws MetricUnavailableException {
    return switch (metric) {
      case "time" -> time();
      case "cpu" -> cpu();
      case "alloc" -> alloc();
      case "page-faults" -> ofUsage(metric, ReadingSource.PAGE_FAULTS);
      case "context-switches" -> ofUsage(metric, ReadingSource.CONTEXT_SWITCHES);
      default -> event(metric);
    };
  }

  /** Wall time, which there always is. */
  public MetricSource time() {
    return MetricSource.of("time", MetricSource.NANOS, "System.nanoTime", ReadingSource.NANO_TIME);
  }

  private MetricSource cpu() throws MetricUnavailableException {
    Optional<MissingLibrary> noReadings = NativeLibrary.loadReadings(how());
    if (noReadings.isPresent()) {
      RuntimeModules.demand(RuntimeModules.FOR_ACCOUNTS);
      MethodHandle account =
          JvmThreadMetrics.cpuNanos(instrumentation)
              .orElseThrow(
                  () -> new MetricUnavailableException("this JVM does not tell it", "another JVM"));
      return MetricSource.ofMethod("cpu", MetricSource.NANOS, "ThreadMXBean", account)
          .because(", for want of native code: " + noReadings.get().text());
    }
    if (!TimeStampCounter.isSteady()) {
      return cpuBySystemCall("the time-stamp counter is not steady");
    }
    String why;
    try {
      new TaskClock().demandThatSwitchesShow();
      TimeStampCounter.scale();
      return MetricSource.ofEvent(
          "cpu",
          MetricSource.NANOS,
          "time-stamp counter and the mapped page of a software event",
          ReadingSource.CPU_BY_PAGE,
          Event.taskClock());
    } catch (MetricUnavailableException e) {
      why = e.getMessage();
    }
    Optional<String> distrust =
        RuntimeModules.missing(RuntimeModules.FOR_EVENTS)
            .or(() -> noNatives().map(MissingLibrary::text))
            .or(() -> RseqSelfTest.run(libC()));
    if (distrust.isEmpty()) {
      return MetricSource.of(
              "cpu",
              MetricSource.NANOS,
              "time-stamp counter and a restartable sequence",
              ReadingSource.CPU_BY_SEQUENCE)
          .because(", for want of a mapped page: " + why);
    }
    return cpuBySystemCall(why + ", and " + distrust.get());
  }

  private static MetricSource cpuBySystemCall(String why) {
    return MetricSource.of(
            "cpu",
            MetricSource.NANOS,
            "clock_gettime at every reading",
            ReadingSource.CPU_BY_SYSTEM_CALL)
        .because(": " + why);
  }

  private MetricSource alloc() throws MetricUnavailableException {
    RuntimeModules.demand(RuntimeModules.FOR_ACCOUNTS);
    return MetricSource.ofMethod(
        "alloc",
        "bytes",
        "the JVM's account of the thread",
        JvmThreadMetrics.allocatedBytes(instrumentation)
            .orElseThrow(
                () -> new MetricUnavailableException("this JVM does not tell it", "another JVM")));
  }

  private MetricSource ofUsage(String metric, int reading) throws MetricUnavailableException {
    demand(NativeLibrary.loadReadings(how()));
    return MetricSource.of(metric, metric, "getrusage of the thread", reading);
  }

  private MetricSource event(String metric) throws MetricUnavailableException {
    Event event =
        Event.named(metric)
            .orElseThrow(
                () ->
                    new MetricUnavailableException(
                        "this machine has no event of that name",
                        "profiler.jar counters lists them"));
    RuntimeModules.demand(RuntimeModules.FOR_EVENTS);
    demand(noNatives());
    boolean inUserSpace = new CounterSelfTest(libC()).demandThatItCounts(event);
    return MetricSource.ofEvent(
        metric,
        metric,
        inUserSpace
            ? "hardware counter, read in user space"
            : "hardware counter, read by a system call",
        ReadingSource.EVENT,
        event);
  }

  /**
   * Loads the native library for readings that need no event.
   *
   * @return empty if it is loaded, else why it is not
   */
  public static Optional<MissingLibrary> loadReadings(Instrumentation instrumentation) {
    return NativeLibrary.loadReadings(unnoticed(instrumentation));
  }

  /** So that nothing changes for the application: no leave is asked for. */
  private static Consumer<String> unnoticed(Instrumentation instrumentation) {
    return path -> NativeAccess.load(instrumentation, NativeReading.class, path);
  }

  private Consumer<String> how() {
    return instrumentation.map(EventCatalog::unnoticed).orElse(NativeReading::load);
  }

  /** Empty, or why the native library, or JNR-FFI's, is not loaded. */
  private Optional<MissingLibrary> noNatives() {
    if (instrumentation.isPresent()) {
      NativeAccess.grantJffi();
    }
    return NativeLibrary.load(how());
  }

  private static void demand(Optional<MissingLibrary> noNatives) throws MetricUnavailableException {
    if (noNatives.isPresent()) {
      throw new MetricUnavailableException(noNatives.get().reason(), noNatives.get().help());
    }
  }

  private LibC libC() {
    if (libC == null) {
      libC = new LibC();
    }
    return libC;
  }
}
