package dev.tare.runtime.thread;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tare.runtime.calibration.Category;
import dev.tare.runtime.calibration.CategoryTable;
import dev.tare.runtime.calibration.Kind;
import dev.tare.runtime.calibration.KnownOverheads;
import dev.tare.runtime.config.ReadingSource;
import dev.tare.runtime.config.Settings;
import org.junit.jupiter.api.Test;

/** Readings that are system calls; on an {@link OwnRuntime}, whose readings it says. */
class SlowReadingsTest {
  private static final long READING = 1_500;

  @Test
  void intervalsOfOverheadAloneCountAsShort() throws Throwable {
    OwnRuntime.run("SlowReadingsTest", "book");
  }

  static void book() {
    Settings.freezeReading(ReadingSource.CPU_BY_SYSTEM_CALL, null, READING);
    int category = Category.number(Category.ofLeaf(Kind.C2_STATIC));
    CategoryTable table = new CategoryTable();
    table.admit(category);
    table.observe(category, READING + 100);
    table.observe(category, KnownOverheads.BEYOND_OVERHEAD);
    assertEquals(1, table.shortCount(category));
    assertEquals(READING + 100, table.shortSum(category));
  }
}
