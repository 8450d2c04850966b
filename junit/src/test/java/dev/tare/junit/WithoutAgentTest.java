package dev.tare.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.api.Measurement;
import dev.tare.api.Profiler;
import dev.tare.api.Recorded;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Without an agent, nothing passes that was not checked. */
class WithoutAgentTest {
  @Test
  void testsWithBoundsAreSkippedAndSaySo() {
    Map<String, String> results = Samples.run("skip");
    assertEquals(20, results.size(), results::toString);
    assertEquals(
        Set.of("skipped: no Tare agent in this JVM (-javaagent:profiler.jar)"),
        new TreeSet<>(results.values()));
  }

  @Test
  void testsWithBoundsRunWhereThatIsAskedFor() {
    Map<String, String> results = Samples.run("run");
    assertEquals(Set.of("ok"), new TreeSet<>(results.values()), results::toString);
  }

  @Test
  void testsWithBoundsFailWhereThatIsAskedFor() {
    Map<String, String> results = Samples.run("fail");
    assertTrue(
        results.values().stream().allMatch(text -> text.startsWith("nothing was recorded")),
        results::toString);
  }

  @Test
  void aBlockRunsAndNothingIsKnownOfIt() {
    int[] runs = {0};
    Measurement measured = Profiler.measure(() -> runs[0]++);
    assertEquals(1, runs[0]);
    assertFalse(measured.isKnown());
    assertThrows(IllegalStateException.class, () -> measured.calls("*"));
    assertEquals(Recorded.NOTHING, Profiler.recorded("*"));
  }
}
