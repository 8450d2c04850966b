package dev.tare.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which entries are drained, and how their intervals are told from others. */
class DrainTest {
  private static final int READINGS = 1 << 16;

  @ParameterizedTest(name = "a clock of {0} ns")
  @ValueSource(longs = {1, 10, 41, 100, 1_000})
  void oneReadingIn128IsChosen(long tick) {
    long chosen =
        LongStream.range(0, READINGS)
            .filter(i -> Drain.isChosen(7 + i * tick, Drain.SELDOM))
            .count();
    assertEquals(READINGS / 128.0, (double) chosen, READINGS / 1_000.0);
  }

  @Test
  void theWaitDependsOnTheReading() {
    assertNotEquals(Drain.waitFor(1_000), Drain.waitFor(1_010));
  }

  @Test
  void aDrainedIntervalIsOfNoCategoryThatTablesHave() {
    int half = Category.half(Category.ENTRY, Kind.C2_STATIC, Kind.C2_STATIC);
    int usual = Category.number(half, Category.EXIT, Kind.C2_STATIC);
    int drained = Category.number(half | Category.DRAINED, Category.EXIT, Kind.C2_STATIC);
    assertFalse(Category.isDrained(usual));
    assertTrue(Category.isDrained(drained));
    assertEquals(usual, Category.undrained(drained));
    assertTrue(Category.isOfLeaf(usual));
    assertTrue(drained > Category.count(), "so no table trusts it");
    int calls = Category.number(half | Category.DRAINED, Category.ENTRY, Kind.C2_STATIC);
    assertFalse(Category.isOfLeaf(Category.undrained(calls)));
  }
}
