package dev.tare.agent.calibration.training;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

class TakenAwayTest {
  private static final int READINGS_BETWEEN_GAPS = 40;
  private static final long READING = 25;
  private static final long GAP = 50_000;

  private final CalibrationEffort effort = new CalibrationEffort(() -> 0, true);
  private long readings;
  private long now;
  private long once;

  /** A reading takes 25 ns, and each 40th meets a gap. */
  private long clock() {
    boolean isGap = ++readings % READINGS_BETWEEN_GAPS == 0;
    now += READING + (isGap ? GAP + once : 0);
    once = isGap ? 0 : once;
    return now;
  }

  private double measured(LongSupplier runDelay) {
    return new TakenAway(this::clock, runDelay).measure(effort);
  }

  @Test
  void gapsAreAPartOfTheTimeThatIsLeft() {
    // After a gap, one reading more is taken and belongs to nothing.
    double left = (READINGS_BETWEEN_GAPS - 2) * READING;
    assertEquals((GAP + READING) / left, measured(() -> 0), 0.01 * GAP / left);
  }

  @Test
  void whatTheKernelTellsOfThemIsNoPart() {
    assertEquals(READING / 950.0, measured(() -> readings / READINGS_BETWEEN_GAPS * GAP), 1e-3);
  }

  @Test
  void aRoundWithALongPauseDoesNotCount() {
    double without = measured(() -> 0);
    once = 1_000_000_000;
    assertEquals(without, measured(() -> 0), 0.01 * without);
  }

  @Test
  void withoutGapsItIsNothing() {
    assertEquals(0, new TakenAway(() -> now += READING, () -> 0).measure(effort));
  }
}
