package dev.tare.counters;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tare.runtime.config.ReadingSource;
import dev.tare.runtime.config.Settings;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.junit.jupiter.api.Test;

/** What a reading costs, in the metric's unit. */
class MetricSourceTest {
  private static long reading;

  static long now() {
    reading += 1_500 + (reading & 1);
    return reading;
  }

  @Test
  void theLeastBetweenTwoReadings() throws ReflectiveOperationException {
    MethodType type = MethodType.methodType(long.class);
    assertEquals(
        1_500,
        MetricSource.ofMethod(
                "cpu",
                "ns",
                "a method",
                MethodHandles.lookup().findStatic(MetricSourceTest.class, "now", type))
            .betweenReadings());
  }

  @Test
  void probesAddNothingToWhatACountTells() {
    assertEquals(0, standingStill("bytes").betweenReadings());
  }

  /** A coarse one may give the same reading twice. */
  @Test
  void aClockGoesOn() {
    assertEquals(1, standingStill("ns").betweenReadings());
  }

  private static MetricSource standingStill(String unit) {
    MethodHandle still = MethodHandles.constant(long.class, 7L);
    return MetricSource.ofMethod("metric", unit, "a method", still);
  }

  @Test
  void whyItIsThisWayIsForPeopleAlone() {
    MetricSource source =
        MetricSource.of("cpu", "ns", "a clock", ReadingSource.CPU_BY_SYSTEM_CALL)
            .because(", for want of another");
    assertEquals("a clock, for want of another", source.source());
    assertEquals("a clock", source.way());
  }

  /** Its first reading waits for the service, which has not begun yet. */
  @Test
  void ofAnEventNothingIsRead() {
    assertEquals(
        Settings.NOT_MEASURED,
        MetricSource.ofEvent("cpu", "ns", "a page", ReadingSource.CPU_BY_PAGE, Event.taskClock())
            .betweenReadings());
  }
}
