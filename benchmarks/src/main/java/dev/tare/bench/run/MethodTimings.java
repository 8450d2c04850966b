package dev.tare.bench.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordingFile;

/**
 * What {@code jdk.MethodTiming} said of each method, over the whole run.
 *
 * @param methods by {@link MethodKey}
 */
public record MethodTimings(Map<MethodKey, Timing> methods) {

  /**
   * A method's times, callees included.
   *
   * @param calls times that it was called
   * @param averageNanos of one call
   */
  public record Timing(long calls, double averageNanos) {
    /** Nanoseconds of all calls. */
    public double totalNanos() {
      return calls * averageNanos;
    }
  }

  /** Reads a recording. */
  public static MethodTimings read(Path recording) throws IOException {
    Map<MethodKey, Timing> methods = new HashMap<>();
    try (RecordingFile events = new RecordingFile(recording)) {
      while (events.hasMoreEvents()) {
        RecordedEvent event = events.readEvent();
        if (event.getEventType().getName().equals("jdk.MethodTiming")) {
          RecordedMethod method = event.getValue("method");
          long calls = event.getLong("invocations");
          // A method that was never called has no average. Later chunks of a recording repeat and
          // go on from earlier ones.
          double average = calls == 0 ? 0 : event.getDuration("average").toNanos();
          methods.put(MethodKey.of(method), new Timing(calls, average));
        }
      }
    }
    return new MethodTimings(methods);
  }

  /** Calls of all methods. */
  public long calls() {
    return methods.values().stream().mapToLong(Timing::calls).sum();
  }

  /**
   * Sum over all methods of their times, callees included: what is charged to several methods
   * counts several times.
   */
  public double totalNanos() {
    return methods.values().stream().mapToDouble(Timing::totalNanos).sum();
  }
}
