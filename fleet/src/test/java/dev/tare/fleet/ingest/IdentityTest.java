package dev.tare.fleet.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.profile.RunInfo;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IdentityTest {
  private static Identity labelled(String key, String value) throws BrokenProfileException {
    return Identity.of(
        new RunInfo(
            Instant.parse("2026-11-23T01:00:00Z"),
            1,
            1,
            "com.acme.Main",
            "host",
            "",
            "",
            1,
            new RunInfo.Jvm("", "", ""),
            List.of(),
            null,
            Map.of(key, value),
            ""));
  }

  private static void assertRefused(String key, String value) {
    String message =
        String.valueOf(
            assertThrows(BrokenProfileException.class, () -> labelled(key, value)).getMessage());
    assertTrue(message.startsWith(key + " "), message);
  }

  @ParameterizedTest
  @CsvSource({"ж, 41", "語, 27"})
  void aServiceIsTakenAsLongAsItsFoldersNameCanBe(String letter, int most) throws Exception {
    assertEquals(letter.repeat(most), labelled("service", letter.repeat(most)).service());
    assertRefused("service", letter.repeat(most + 1));
    assertEquals(letter.repeat(most + 1), labelled("version", letter.repeat(most + 1)).version());
  }

  @ParameterizedTest
  @ValueSource(strings = {"service", "version", "host"})
  void whatTheAgentTakesAsALabelIsTaken(String key) throws Exception {
    labelled(key, "x".repeat(100));
    assertRefused(key, "x".repeat(101));
  }
}
