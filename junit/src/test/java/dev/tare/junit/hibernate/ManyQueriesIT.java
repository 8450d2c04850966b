package dev.tare.junit.hibernate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Events;

/** A query for each row of another one: the bound of one query finds it. */
class ManyQueriesIT {
  @Test
  void aQueryForEachRowBreaksTheBoundAndAJoinKeepsIt() {
    Events tests =
        EngineTestKit.engine("junit-jupiter")
            .selectors(selectClass(QuerySamples.class))
            .execute()
            .testEvents();
    assertEquals(1, tests.succeeded().count());
    assertEquals(1, tests.failed().count());
    String message =
        tests
            .failed()
            .list()
            .get(0)
            .getRequiredPayload(TestExecutionResult.class)
            .getThrowable()
            .map(String::valueOf)
            .orElse("");
    assertTrue(message.contains("was called 21 times, at most once; called by"), message);
  }
}
