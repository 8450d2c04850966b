package dev.tare.agent.lifecycle;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RunIdentityTest {
  @Test
  void aModelHasTheNameThatTheKernelGivesIt() throws IOException {
    assertEquals(
        Optional.of("Intel(R) Xeon(R) Processor"),
        cpuModel("processor\t: 0\nmodel\t\t: 143\nmodel name\t: Intel(R) Xeon(R) Processor\n"));
    assertEquals(Optional.empty(), cpuModel("processor\t: 0\n"));
  }

  @Test
  void modelsOfArmAreToldApartByTheirNumbers() throws IOException {
    String first = arm("0xd0c");
    assertEquals(
        Optional.of("implementer 0x41, architecture 8, variant 0x3, part 0xd0c, revision 1"),
        cpuModel(first + first));
    assertEquals(
        Optional.of("implementer 0x41, architecture 8, variant 0x3, part 0xd40, revision 1"),
        cpuModel(arm("0xd40")));
    assertEquals(
        Optional.of(
            "implementer 0x41, architecture 8, variant 0x3, part 0xd0c, revision 1, part 0xd40"),
        cpuModel(first + arm("0xd40")));
  }

  /** One processor's lines. */
  private static String arm(String part) {
    return """
        processor\t: 0
        BogoMIPS\t: 243.75
        Features\t: fp asimd evtstrm aes pmull sha1 sha2 crc32 atomics
        CPU implementer\t: 0x41
        CPU architecture: 8
        CPU variant\t: 0x3
        CPU part\t: %s
        CPU revision\t: 1

        """
        .formatted(part);
  }

  private static Optional<String> cpuModel(String cpuInfo) throws IOException {
    return RunIdentity.cpuModel(new BufferedReader(new StringReader(cpuInfo)));
  }
}
