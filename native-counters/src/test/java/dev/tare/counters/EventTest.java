package dev.tare.counters;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The numbers are those of linux/perf_event.h. */
class EventTest {
  @ParameterizedTest
  @CsvSource({
    "cycles, 0, 0",
    "instructions, 0, 1",
    "cache-misses, 0, 3",
    "branch-misses, 0, 5",
    "ref-cycles, 0, 9",
    "L1-dcache-loads, 3, 0",
    "L1-dcache-load-misses, 3, 65536",
    "LLC-store-misses, 3, 65794",
    "dTLB-prefetches, 3, 515",
    "r1a8, 4, 424",
    "r00C0, 4, 192",
    "rffffffffffffffff, 4, -1",
  })
  void namesStandForTheKernelsNumbers(String name, int type, long config) {
    assertEquals(Optional.of(new Event(name, type, config, 0, 0)), Event.named(name));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "instruction", "rxyz", "r", "R1a8", "../../type", "cpu/", "/x/"})
  void otherNamesAreNone(String name) {
    assertEquals(Optional.empty(), Event.named(name));
  }

  @Test
  void everyNameThatIsListedIsKnown() {
    for (List<String> names : List.of(Event.hardwareNames(), Event.cacheNames())) {
      assertFalse(names.isEmpty());
      for (String name : names) {
        assertTrue(Event.named(name).isPresent(), name);
      }
    }
  }
}
