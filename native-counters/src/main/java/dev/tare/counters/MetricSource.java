package dev.tare.counters;

import dev.tare.runtime.clock.NativeReading;
import dev.tare.runtime.config.ReadingSource;
import dev.tare.runtime.config.Settings;
import java.lang.invoke.MethodHandle;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** How a metric is read on this machine. Found by {@link EventCatalog}, tried, and good for use. */
public final class MetricSource {
  /** The unit of clocks. */
  static final String NANOS = "ns";

  private static final int PAIRS = 20;

  private final String metric;
  private final String unit;
  private final String way;
  private final String why;
  private final int reading;
  private final @Nullable MethodHandle method;
  private final @Nullable Event event;

  private MetricSource(
      String metric,
      String unit,
      String way,
      String why,
      int reading,
      @Nullable MethodHandle method,
      @Nullable Event event) {
    this.metric = metric;
    this.unit = unit;
    this.way = way;
    this.why = why;
    this.reading = reading;
    this.method = method;
    this.event = event;
  }

  /** Needs nothing opened. */
  static MetricSource of(String metric, String unit, String way, int reading) {
    return new MetricSource(metric, unit, way, "", reading, null, null);
  }

  /** A method of the JDK, of type {@code ()long}. */
  static MetricSource ofMethod(String metric, String unit, String way, MethodHandle method) {
    return new MetricSource(metric, unit, way, "", ReadingSource.METHOD, method, null);
  }

  /** Needs the event opened for each thread. */
  static MetricSource ofEvent(String metric, String unit, String way, int reading, Event event) {
    return new MetricSource(metric, unit, way, "", reading, null, event);
  }

  /**
   * The same way.
   *
   * @param why it is this one: what follows on it
   */
  MetricSource because(String why) {
    return new MetricSource(metric, unit, way, why, reading, method, event);
  }

  /** The metric's name, as the option has it. */
  public String metric() {
    return metric;
  }

  /** {@code ns}, {@code bytes}, or the metric's own name: that many of them. */
  public String unit() {
    return unit;
  }

  /** Where the values come from, and why from there. */
  public String source() {
    return way + why;
  }

  /** Where the values come from: what a reading costs depends on it. */
  public String way() {
    return way;
  }

  /** Which {@link ReadingSource}. */
  public int reading() {
    return reading;
  }

  /** For {@link ReadingSource#METHOD}, of type {@code ()long}. */
  public @Nullable MethodHandle method() {
    return method;
  }

  /**
   * Whether it is the thread's own account, which stands still while the thread is blocked; in a
   * virtual thread, the carrier's.
   */
  public boolean isOfTheThread() {
    return reading != ReadingSource.NANO_TIME;
  }

  /**
   * The service that must be started before the first reading; empty where the metric needs none.
   *
   * @param warnings told, once for each reason, what is wrong with a thread's counter
   */
  public Optional<CounterService> threadCounters(Consumer<String> warnings) {
    return event == null
        ? Optional.empty()
        : Optional.of(
            new CounterService(
                reading == ReadingSource.CPU_BY_PAGE
                    ? new TaskClock()
                    : new PerfEvent(new LibC(), event),
                warnings));
  }

  /**
   * What a reading costs, in the metric's unit: of some pairs of readings, the least that the
   * second is more than the first, and 1 ns of a clock that is too coarse to tell. 0 of what probes
   * do not add to: bytes allocated, page faults. Not measured where the metric needs something
   * opened for each thread: that is read without a system call, or counts nothing of one.
   */
  public long betweenReadings() {
    if (event != null) {
      return Settings.NOT_MEASURED;
    }
    long least = Long.MAX_VALUE;
    for (int i = 0; i < PAIRS; i++) {
      long first = read();
      least = Math.min(least, read() - first);
    }
    return Math.max(least, unit.equals(NANOS) ? 1 : 0);
  }

  /** Reads it on the calling thread, as a probe would. */
  long read() {
    return switch (reading) {
      case ReadingSource.NANO_TIME -> System.nanoTime();
      case ReadingSource.CPU_BY_PAGE -> NativeReading.cpuByPage();
      case ReadingSource.CPU_BY_SEQUENCE -> NativeReading.cpuBySequence();
      case ReadingSource.CPU_BY_SYSTEM_CALL -> NativeReading.cpuBySystemCall();
      case ReadingSource.EVENT -> NativeReading.event();
      case ReadingSource.PAGE_FAULTS -> NativeReading.pageFaults();
      case ReadingSource.CONTEXT_SWITCHES -> NativeReading.contextSwitches();
      default -> readByMethod();
    };
  }

  private long readByMethod() {
    if (method == null) {
      throw new IllegalStateException("no method for " + metric);
    }
    try {
      return (long) method.invokeExact();
    } catch (Throwable e) {
      throw new IllegalStateException(metric, e);
    }
  }
}
