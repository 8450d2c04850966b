package dev.tare.runtime.thread;

import org.junit.jupiter.api.Test;

/** Calls whose overhead is subtracted: {@link CalibratedCalls} says what must come of them. */
class CalibratedCallsTest {
  @Test
  void theLastReadingIsNotLaterThanTheClock() throws Throwable {
    OwnRuntime.run("CalibratedCalls", "theLastReadingIsNotLaterThanTheClock", "calibrated");
  }

  @Test
  void noIntervalIsLostWhereTheStackEndsWhileItIsDeferred() throws Throwable {
    OwnRuntime.run("CalibratedCalls", "noIntervalIsLostWhereTheStackEnds", "calibrated");
  }
}
