package dev.tare.counters;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CountersCommandTest {
  private static String output(boolean json) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    String[] arguments = json ? new String[] {"counters", "--json"} : new String[] {"counters"};
    assertEquals(0, CountersCommand.run(out, arguments));
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Test
  void theTableHasEveryMetricWithItsSourceOrItsReason() throws IOException {
    String table = output(false);
    boolean cacheEventsTogether =
        table.contains("(" + Event.cacheNames().size() + " cache events)");
    for (String metric : new EventCatalog(Optional.empty()).metrics()) {
      assertTrue(
          table.contains(metric) || (cacheEventsTogether && Event.cacheNames().contains(metric)),
          () -> metric + " is missing in\n" + table);
    }
    assertTrue(table.lines().anyMatch(line -> line.matches("time +\\d.* ns .*")), table);
  }

  @Test
  void whatIsMissingForOneReasonStandsInOneLine() {
    MetricUnavailableException noCounters =
        new MetricUnavailableException(new PerfEventException("perf_event_open", 2));
    UnavailableMetrics missing = new UnavailableMetrics();
    missing.add("instructions", noCounters);
    missing.add("msr/tsc/", new MetricUnavailableException("one reason", "one help"));
    Event.cacheNames().forEach(metric -> missing.add(metric, noCounters));

    assertEquals(
        List.of(
            "",
            "instructions, L1-dcache-loads to node-prefetch-misses (42 cache events): none,"
                + " no hardware counters here (perf_event_open: ENOENT)",
            "  what would help: a machine with a performance monitoring unit, or one that this"
                + " virtual machine is allowed to use",
            "",
            "msr/tsc/: none, one reason",
            "  what would help: one help"),
        missing.lines());
  }

  @Test
  void cacheEventsOfWhichSomeAreThereAreListedOneByOne() {
    UnavailableMetrics missing = new UnavailableMetrics();
    missing.add("LLC-stores", new MetricUnavailableException("one reason", "one help"));
    missing.add("LLC-loads", new MetricUnavailableException("one reason", "one help"));

    assertEquals("LLC-stores, LLC-loads: none, one reason", missing.lines().get(1));
  }

  @Test
  void jsonHasEveryMetricWithItsSourceOrItsReason() throws IOException {
    List<Map<String, String>> metrics = metrics(output(true));

    assertEquals(
        new EventCatalog(Optional.empty()).metrics(),
        metrics.stream().map(metric -> metric.getOrDefault("metric", "")).toList());
    for (Map<String, String> metric : metrics) {
      if (metric.getOrDefault("available", "").equals("true")) {
        assertFalse(metric.getOrDefault("source", "").isEmpty());
        assertFalse(metric.getOrDefault("unit", "").isEmpty());
        assertTrue(Double.parseDouble(metric.getOrDefault("reading_ns", "")) > 0, metric::toString);
        assertTrue(Long.parseLong(metric.getOrDefault("step", "")) > 0, metric::toString);
      } else {
        assertFalse(metric.getOrDefault("reason", "").isEmpty());
        assertFalse(metric.getOrDefault("help", "").isEmpty());
      }
    }
  }

  private static List<Map<String, String>> metrics(String json) throws IOException {
    List<Map<String, String>> metrics = new ArrayList<>();
    try (JsonParser parser = new JsonFactory().createParser(json)) {
      assertEquals(JsonToken.START_OBJECT, parser.nextToken());
      assertEquals("metrics", parser.nextFieldName());
      assertEquals(JsonToken.START_ARRAY, parser.nextToken());
      while (parser.nextToken() == JsonToken.START_OBJECT) {
        Map<String, String> metric = new HashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
          String key = parser.currentName();
          parser.nextToken();
          metric.put(key, parser.getText());
        }
        metrics.add(metric);
      }
    }
    return metrics;
  }
}
