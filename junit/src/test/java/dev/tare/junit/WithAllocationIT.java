package dev.tare.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.api.Measurement;
import dev.tare.api.Profiler;
import dev.tare.junit.sample.BoundedSamples;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Bounds in a JVM with an agent that counts allocation. */
class WithAllocationIT {
  private static final int BYTES = 1_000_000;

  @Test
  void boundsAreKeptAndBrokenByWhatIsAllocated() {
    Map<String, String> results = Samples.run("skip");
    assertEquals("ok", results.get("allocatesLittle"));
    assertBytes(results.get("allocatesTooMuch"), "(\\d+) bytes were allocated, at most (\\d+)");
    assertBytes(
        results.get("allocatesTooMuchItself"),
        "dev\\.tare\\.junit\\.sample\\.Dao#allocate took (\\d+) bytes of alloc itself,"
            + " at most (\\d+)");
    assertEquals(
        "skipped: @MaxSelf dev.tare.junit.sample.Dao#compute needs an agent with metric=time,"
            + " not alloc",
        results.get("computesForTooLong"));
  }

  private static void assertBytes(@Nullable String said, String pattern) {
    Matcher matcher = Pattern.compile(pattern).matcher(String.valueOf(said));
    assertTrue(matcher.matches(), () -> String.valueOf(said));
    assertNear(BoundedSamples.ALLOCATED_BYTES, Long.parseLong(matcher.group(1)));
    assertEquals(BoundedSamples.ALLOCATED_BYTES - 1, Long.parseLong(matcher.group(2)));
  }

  /** An array has a header, and what the JVM tells of a thread is not told to the byte. */
  private static void assertNear(long expected, long found) {
    assertTrue(
        found >= expected && found < expected + expected / 10,
        () -> found + " and not " + expected);
  }

  @Test
  void selfAndTotalAreTheBytesOfTheBlock() {
    byte[][] kept = new byte[1][];
    Measurement measured = Profiler.measure(() -> kept[0] = allocate());
    assertEquals(BYTES, kept[0].length);
    assertNear(BYTES, measured.self("dev.tare.junit.WithAllocationIT#allocate"));
    assertNear(BYTES, measured.total());
  }

  private static byte[] allocate() {
    return new byte[BYTES];
  }
}
