package dev.tare.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.junit.sample.BoundedSamples;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Bounds in a JVM with an agent, of tests that run in parallel. */
class WithAgentIT {
  private static final String LOAD = "dev.tare.junit.sample.Dao#load";

  @Test
  void boundsAreKeptAndBrokenByTheTestsOwnCallsAlone() {
    Map<String, String> results = Samples.run("skip");
    assertEquals("ok", results.get("keeps"));
    assertEquals("ok", results.get("keepsInItsThreads"));
    assertEquals("ok", results.get("takesLessThanAMinute"));
    assertEquals(
        LOAD
            + " was called 4 times, at most 3 times; called by"
            + " dev.tare.junit.sample.Dao#loadAll (4)",
        results.get("breaksByOne"));
    assertEquals(
        LOAD
            + " was called 2 times, expected 3 times; called by"
            + " dev.tare.junit.sample.Dao#loadAll (2)",
        results.get("callsTooFew"));
    assertTrue(
        String.valueOf(results.get("breaksTheBoundOfTheClass"))
            .startsWith("dev.tare.junit.sample.Dao#never was called once, at most 0 times"),
        results::toString);
    for (String unknown :
        List.of(
            "namesNoMethod",
            "namesNoMethodThatMustNotBeCalled",
            "callsWhatHasNoProbes",
            "callsWhatHasNoProbesAndWhatHas")) {
      assertTrue(
          String.valueOf(results.get(unknown)).contains("no such method was instrumented"),
          results::toString);
    }
    assertEquals("ok", results.get("doesNotCallWhatIsNotLoaded"));
    assertEquals(
        "skipped: @MaxAllocation needs an agent with metric=alloc, not time",
        results.get("allocatesTooMuch"));
  }

  @Test
  void boundsOfAClassHoldInItsNestedClassesUnlessTheseHaveTheirOwn() {
    Map<String, String> results = Samples.run("skip");
    for (String broken :
        List.of("breaksTheBoundOfTheOuterClass", "breaksTheBoundOfTheOutermostClass")) {
      assertTrue(
          String.valueOf(results.get(broken))
              .startsWith("dev.tare.junit.sample.Dao#never was called once, at most 0 times"),
          results::toString);
    }
    assertEquals("ok", results.get("keepsItsOwnBound"));
    assertEquals(
        LOAD
            + " was called 3 times, at most 2 times; called by"
            + " dev.tare.junit.sample.Dao#loadAll (3)",
        results.get("breaksTheBoundOfItsClass"));
  }

  @Test
  void aBoundOfSelfIsComparedWithWhatTheMethodTook() {
    Map<String, String> results = Samples.run("skip");
    assertEquals("ok", results.get("computesForLessThanAMinute"));
    String said = String.valueOf(results.get("computesForTooLong"));
    Matcher took =
        Pattern.compile(
                "dev\\.tare\\.junit\\.sample\\.Dao#compute took (\\d+) ns of time itself, at most "
                    + BoundedSamples.COMPUTED_NANOS / 10)
            .matcher(said);
    assertTrue(took.matches(), said);
    assertTrue(Long.parseLong(took.group(1)) > BoundedSamples.COMPUTED_NANOS / 2, said);
  }
}
