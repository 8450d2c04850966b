package dev.tare.agent.calibration.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.agent.hotspot.JvmCounters;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FingerprintTest {
  private static Fingerprint here(String metric) {
    return here(metric, "a clock", "full", "full", 7, "a CPU");
  }

  private static Fingerprint here(
      String metric, String source, String mode, String categories, int hash, String cpu) {
    return Fingerprint.here(
        new Fingerprint.Subject(metric, source, mode, true, categories, hash, () -> cpu));
  }

  @Test
  void theSameIsTheSame() {
    assertEquals(here("time"), here("time"));
    assertEquals(CalibrationFile.name(here("time")), CalibrationFile.name(here("time")));
  }

  @Test
  void anythingElseIsAnotherFingerprintAndAnotherFile() {
    List<Fingerprint> all =
        List.of(
            here("time"),
            here("cpu"),
            here("time", "another clock", "full", "full", 7, "a CPU"),
            here("time", "a clock", "sampled", "full", 7, "a CPU"),
            here("time", "a clock", "full", "basic", 7, "a CPU"),
            here("time", "a clock", "full", "full", 8, "a CPU"),
            here("time", "a clock", "full", "full", 7, "another CPU"));
    assertEquals(all.size(), Set.copyOf(all).size());
    assertEquals(all.size(), all.stream().map(CalibrationFile::name).distinct().count());
  }

  @Test
  void ofTheJvmAndTheMachineItHasWhatOverheadsDependOn() {
    Set<String> names = here("time").values().keySet();
    assertTrue(
        names.containsAll(
            Set.of(
                "JVM version",
                "JVM name",
                "JVM vendor",
                "JVM compilation mode",
                "set of JVM flags",
                "collector",
                "layout of pointers",
                "clock source",
                "profiler version",
                "probe bytecode")),
        names::toString);
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
