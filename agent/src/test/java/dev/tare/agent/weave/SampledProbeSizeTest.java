package dev.tare.agent.weave;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.runtime.probe.SampledProbe;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sampled mode's probes are of a length that C2 inlines and C1 does not. */
class SampledProbeSizeTest {
  /** HotSpot's {@code C1MaxInlineSize}. */
  private static final int MAX_IN_C1 = 35;

  /** HotSpot's {@code FreqInlineSize}, on x86 and AArch64. */
  private static final int MAX_IN_C2 = 325;

  @ParameterizedTest
  @ValueSource(strings = {"enter(I)I", "exit(I)V"})
  void isWhatOnlyC2Inlines(String probe) throws IOException {
    try (InputStream file = SampledProbe.class.getResourceAsStream("SampledProbe.class")) {
      int length =
          Objects.requireNonNull(
              CodeLengths.of(Objects.requireNonNull(file).readAllBytes()).get(probe));

      assertTrue(length > MAX_IN_C1 && length <= MAX_IN_C2, () -> length + " bytes of code");
    }
  }
}
