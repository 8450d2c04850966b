package dev.tare.runtime.thread;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tare.runtime.calibration.Category;
import dev.tare.runtime.calibration.Kind;
import dev.tare.runtime.calibration.KnownOverheads;
import dev.tare.runtime.config.ReadingSource;
import dev.tare.runtime.config.Settings;
import org.junit.jupiter.api.Test;

/** A metric that probes do not add to; on an {@link OwnRuntime}, whose readings it says. */
class CountedMetricTest {
  private static final int KEY = Category.ofLeaf(Kind.C2_STATIC);
  private static final long SMALLEST = 512;

  @Test
  void theSmallestIntervalIsTheProgramsOwn() throws Throwable {
    OwnRuntime.run("CountedMetricTest", "subtractNothing");
  }

  static void subtractNothing() {
    Settings.freezeReading(ReadingSource.CONTEXT_SWITCHES, null, 0);
    assertEquals(0, ofWhatIsNotKnown());
  }

  @Test
  void ofAnEventItMayBeOverhead() throws Throwable {
    OwnRuntime.run("CountedMetricTest", "subtractTheSmallest");
  }

  static void subtractTheSmallest() {
    Settings.freezeReading(ReadingSource.EVENT, null, Settings.NOT_MEASURED);
    assertEquals(SMALLEST << KnownOverheads.FRACTION_BITS, ofWhatIsNotKnown());
  }

  private static long ofWhatIsNotKnown() {
    return KnownOverheads.NOTHING.adjustment(KEY, SMALLEST, Double.NaN, 1);
  }
}
