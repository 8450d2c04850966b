package dev.tare.agent.calibration.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.agent.hotspot.JvmCounters;
import java.lang.management.ManagementFactory;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class FingerprintTest {
  private static Fingerprint here(String metric) {
    return Fingerprint.here(
        new Fingerprint.Subject(metric, "a clock", "full", true, "full", 7, () -> "a CPU"));
  }

  @Test
  void theSameIsTheSame() {
    assertEquals(here("time"), here("time"));
    assertEquals(CalibrationFile.name(here("time")), CalibrationFile.name(here("time")));
  }

  @Test
  void anotherMetricIsAnotherFingerprint() {
    assertNotEquals(here("time"), here("cpu"));
    assertNotEquals(CalibrationFile.name(here("time")), CalibrationFile.name(here("cpu")));
  }

  @Test
  void theCollectorIsTheOneThatTheJvmManages() {
    String managed = ManagementFactory.getGarbageCollectorMXBeans().get(0).getName();
    String family =
        managed.startsWith("G1")
            ? "g1"
            : managed.startsWith("PS") ? "parallel" : managed.startsWith("Copy") ? "serial" : "";
    assertTrue(
        JvmCounters.collector().toLowerCase(Locale.ROOT).startsWith(family),
        () -> JvmCounters.collector() + " " + managed);
    assertNotEquals("unknown", JvmCounters.collector());
  }

  @Test
  void pointersAreToldBySize() {
    String pointers = Fingerprint.pointers();
    assertTrue(pointers.matches("references of [48] bytes, headers of (8|12|16)"), pointers);
  }
}
