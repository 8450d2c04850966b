package dev.tare.runtime.calibration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which entries are serialized, and how their intervals are told from others. */
class PipelineSerializerTest {
  private static final int READINGS = 1 << 16;

  @ParameterizedTest(name = "a clock of {0} ns")
  @ValueSource(longs = {1, 10, 41, 100, 1_000})
  void oneReadingIn128IsChosen(long tick) {
    long chosen =
        LongStream.range(0, READINGS)
            .filter(i -> PipelineSerializer.isChosen(7 + i * tick, PipelineSerializer.SELDOM))
            .count();
    assertEquals(READINGS / 128.0, (double) chosen, READINGS / 1_000.0);
  }

  @Test
  void theWaitDependsOnTheReading() {
    assertNotEquals(PipelineSerializer.waitFor(1_000), PipelineSerializer.waitFor(1_010));
  }

  @Test
  void aDrainedIntervalIsOfNoCategoryThatTablesHave() {
    int categoryPrefix = Category.prefix(Category.ENTRY, Kind.C2_STATIC, Kind.C2_STATIC);
    int usual = Category.number(categoryPrefix, Category.EXIT, Kind.C2_STATIC);
    int serialized =
        Category.number(categoryPrefix | Category.SERIALIZED, Category.EXIT, Kind.C2_STATIC);
    assertFalse(Category.isSerialized(usual));
    assertTrue(Category.isSerialized(serialized));
    assertEquals(usual, Category.unserialized(serialized));
    assertTrue(Category.isOfLeaf(usual));
    assertTrue(serialized > Category.count(), "so no table trusts it");
    int calls =
        Category.number(categoryPrefix | Category.SERIALIZED, Category.ENTRY, Kind.C2_STATIC);
    assertFalse(Category.isOfLeaf(Category.unserialized(calls)));
  }
}
