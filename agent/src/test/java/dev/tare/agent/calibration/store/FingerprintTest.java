package dev.tare.agent.calibration.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.agent.calibration.hotspot.RunningCollector;
import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FingerprintTest {
  private static final JvmEnvironment SURROUNDINGS = new JvmEnvironment(() -> "a CPU");

  private static Fingerprint here(String metric) {
    return Fingerprint.here(
        new Fingerprint.Subject(metric, "a clock", "full", true, "full", 7), SURROUNDINGS);
  }

  @Test
  void theSameIsTheSame() {
    assertEquals(Optional.empty(), here("time").difference(here("time")));
    assertEquals(here("time").hash(), here("time").hash());
  }

  @Test
  void anotherMetricIsAnotherFingerprint() {
    assertEquals(Optional.of(Fingerprint.Field.METRIC), here("time").difference(here("cpu")));
    assertNotEquals(here("time").hash(), here("cpu").hash());
  }

  @Test
  void theCollectorIsTheOneThatTheJvmManages() {
    String managed = ManagementFactory.getGarbageCollectorMXBeans().get(0).getName();
    String family =
        managed.startsWith("G1")
            ? "g1"
            : managed.startsWith("PS") ? "parallel" : managed.startsWith("Copy") ? "serial" : "";
    assertTrue(
        RunningCollector.name().toLowerCase(Locale.ROOT).startsWith(family),
        () -> RunningCollector.name() + " " + managed);
    assertNotEquals("unknown", RunningCollector.name());
  }

  @Test
  void pointersAreToldBySize() {
    String pointers = SURROUNDINGS.pointers();
    assertTrue(pointers.matches("references of [48] bytes, headers of (8|12|16)"), pointers);
  }
}
