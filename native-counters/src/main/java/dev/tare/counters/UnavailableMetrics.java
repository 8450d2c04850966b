package dev.tare.counters;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Metrics that this machine has not, for people to read: one paragraph for each reason. */
final class UnavailableMetrics {
  private final Map<String, List<String>> metricsByReason = new LinkedHashMap<>();
  private final Map<String, String> helps = new LinkedHashMap<>();

  void add(String metric, MetricUnavailableException why) {
    metricsByReason.computeIfAbsent(why.getMessage(), reason -> new ArrayList<>()).add(metric);
    helps.putIfAbsent(why.getMessage(), why.help());
  }

  /** For each reason an empty line, the metrics with the reason, and what would help. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    metricsByReason.forEach(
        (reason, metrics) -> {
          lines.add("");
          lines.add(listed(metrics) + ": none, " + reason);
          lines.add("  what would help: " + helps.get(reason));
        });
    return lines;
  }

  /** The events of caches are many, and missing together: those at both ends stand for all. */
  private static String listed(List<String> metrics) {
    List<String> cacheEvents = Event.cacheNames();
    if (!metrics.containsAll(cacheEvents)) {
      return String.join(", ", metrics);
    }
    List<String> listed = new ArrayList<>(metrics);
    listed.removeAll(cacheEvents);
    listed.add(
        cacheEvents.get(0)
            + " to "
            + cacheEvents.get(cacheEvents.size() - 1)
            + " ("
            + cacheEvents.size()
            + " cache events)");
    return String.join(", ", listed);
  }
}
