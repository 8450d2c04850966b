package dev.tare.agent.hotspot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import java.util.OptionalLong;
import jdk.internal.misc.Unsafe;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VmFlagsTest {
  private static boolean isOn(String flag) {
    return Unsafe.getUnsafe().getByte(VmFlags.address(flag).orElseThrow()) != 0;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UseG1GC",
        "UseSerialGC",
        "UseCompressedOops",
        "HeapDumpOnOutOfMemoryError",
        "TieredCompilation",
        "UseAdaptiveSizePolicy"
      })
  void aFlagIsAsTheJvmsManagementSays(String flag) {
    String said =
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
            .getVMOption(flag)
            .getValue();
    assertEquals(Boolean.parseBoolean(said), isOn(flag));
  }

  @Test
  void anUnknownFlagIsNone() {
    assertEquals(OptionalLong.empty(), VmFlags.address("DebugNonSafepoint"));
  }

  @Test
  void allInstructionsAreDescribedFromNowOn() {
    VmFlags.describeAllInstructions();
    assertTrue(isOn(VmFlags.ALL_DESCRIBED));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-XX:+ExitOnOutOfMemoryError",
        "-XX:+CrashOnOutOfMemoryError",
        "-XX:+HeapDumpOnOutOfMemoryError",
        "-XX:OnOutOfMemoryError=kill -9 %p"
      })
  void theJvmActsWhereAnArgumentSaysSo(String argument) {
    assertTrue(VmFlags.sayToActOnOutOfMemory("-Xmx1g", argument, "-Xss1m"));
  }

  @Test
  void theJvmActsOnNothingOtherwise() {
    assertFalse(VmFlags.sayToActOnOutOfMemory("-Xmx1g", "-XX:-ExitOnOutOfMemoryError"));
    assertFalse(VmFlags.sayToActOnOutOfMemory());
  }
}
