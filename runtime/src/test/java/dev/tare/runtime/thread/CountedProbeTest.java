package dev.tare.runtime.thread;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Counted calls among timed ones: {@link CountedCalls} says what must come of them. */
class CountedProbeTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "timeGoesToTheNearestTimedCaller",
        "aTimedCallBelowACountedOneKeepsItsOwnTime",
        "anEntryAloneOpensNothing",
        "recursionOfCountedCallsIsCountedByPath",
        "exceptionsLeaveCountedCalls",
        "anExceptionThatPassesATimedCallIsChargedUpToThere",
        "aCatchInACountedCallOpensItAgain",
        "anExitWithoutItsPartnersIsRepaired",
        "aMethodThatIsTimedFromNowOnEndsAsItBegan",
        "aMethodThatIsCountedFromNowOnEndsAsItBegan",
        "aMethodThatWasMergedOnTheStackStillEnds",
        "inTheOverflowPartCountsStayExact",
        "samplesFallOnTheCountedCallOnTop",
        "aCutAmongCountedCallsDividesTheirCallersTime",
        "timedCallsInDeepCountedRecursionSearchNoCaller",
        "stackOverflowsLeaveTheTreeWhole",
        "aThreadOfCountedCallsAloneAddsUp",
      })
  void counts(String what) throws Throwable {
    OwnRuntime.run("CountedCalls", what, "tiers");
  }

  @ParameterizedTest
  @ValueSource(strings = {"foldedRecursionKeepsTimesApart", "exceptionsLeaveCountedCalls"})
  void countsWithFoldedRecursion(String what) throws Throwable {
    OwnRuntime.run("CountedCalls", what, "tiers", "foldsRecursion");
  }
}
