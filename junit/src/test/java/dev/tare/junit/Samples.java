package dev.tare.junit;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.tare.junit.sample.BoundedSamples;
import java.util.Map;
import java.util.TreeMap;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;
import org.junit.platform.testkit.engine.EventType;
import org.junit.platform.testkit.engine.Events;

/** Runs the samples, in parallel, and says what became of them. */
final class Samples {
  private Samples() {}

  /** By the test's name: {@code ok}, {@code skipped: REASON} or the failure's message. */
  static Map<String, String> run(String absent) {
    Events tests =
        EngineTestKit.engine("junit-jupiter")
            .selectors(selectClass(BoundedSamples.class))
            .configurationParameter("junit.jupiter.execution.parallel.enabled", "true")
            .configurationParameter("junit.jupiter.execution.parallel.config.strategy", "fixed")
            .configurationParameter(
                "junit.jupiter.execution.parallel.config.fixed.parallelism", "6")
            .configurationParameter(TareExtension.ABSENT, absent)
            .execute()
            .allEvents();
    Map<String, String> results = new TreeMap<>();
    for (Event event : tests.list()) {
      if (event.getType() == EventType.SKIPPED) {
        results.put(name(event), "skipped: " + event.getRequiredPayload(String.class));
      } else if (event.getType() == EventType.FINISHED
          && !event.getTestDescriptor().isContainer()) {
        TestExecutionResult result = event.getRequiredPayload(TestExecutionResult.class);
        results.merge(
            name(event),
            result.getThrowable().map(thrown -> String.valueOf(thrown.getMessage())).orElse("ok"),
            (one, other) -> one.equals(other) ? one : one + "; " + other);
      }
    }
    return results;
  }

  private static String name(Event event) {
    String id = event.getTestDescriptor().getUniqueId().toString();
    return id.replaceAll(".*\\[(?:method|test-template):(\\w+)\\(.*", "$1");
  }
}
