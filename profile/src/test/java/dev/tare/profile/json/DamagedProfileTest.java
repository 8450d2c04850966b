package dev.tare.profile.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.profile.Profiles;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DamagedProfileTest {
  private final Path folder;

  DamagedProfileTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @ParameterizedTest(name = "{1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "~~ | empty: there is no profile in it",
        "hello | not a profile: Unrecognized token 'hello'",
        "[] | not a profile: a JSON object was expected (line 1, column 2)",
        "{} | not a profile: it has no \"format\"",
        "{\"format\": \"jfr\"} | format is \"jfr\", not \"tare-profile\" (line 1, column 17)",
        "{\"format\": 3} | format must be a string",
        "{\"format\": \"tare-profile\"} | it has no \"version\"",
        "{\"format\": \"tare-profile\", \"version\": 2} | a profile of version 2: this reader knows version 1",
        "{\"version\": 1 | truncated: the file ends inside the profile (line 1, column 14)",
        "{\"threads\": [{\"tree\": {\"self\": 1.5}}]} | self must be an integer",
        "{\"threads\": [{\"tree\": {\"self\": 99999999999999999999}}]} | self is 99999999999999999999, out of the range of 64 bits",
        "{\"threads\": [{\"tree\": {\"children\": 3}}]} | children must be an array",
        "{\"threads\": [{\"tree\": {\"children\": [3]}}]} | threads[0].tree: a node must be an object",
        "{\"threads\": [{\"tree\": {\"children\": [{}]}}]} | threads[0].tree: node 1 has no method",
        "{\"threads\": [{\"tree\": {\"children\": [{\"method\": -1}]}}]} | method is -1, out of range",
        "{\"threads\": {}} | threads must be an array",
        "{\"threads\": [7]} | an object was expected",
        "{\"run\": {\"started\": \"now\"}} | started is \"now\", not a time",
        "{\"threads\": [{\"alive\": 1}]} | alive must be true or false",
      })
  void saysInOneLineWhatIsWrongAndWhere(String text, String expected) {
    String message = messageOf(text.getBytes(StandardCharsets.UTF_8));
    assertTrue(message.contains(expected), message);
  }

  @Test
  void saysWhichNodeNamesAMethodThatIsNotThere() {
    String message =
        messageOf(
            """
            {"format": "tare-profile", "version": 1, "metric": {}, "methods": [{}],
             "threads": [{}, {"tree": {"children": [{"method": 0}, {"method": 12}]}}]}
            """
                .getBytes(StandardCharsets.UTF_8));
    assertEquals(
        "method 12 is out of range of the methods, of which there are 1: threads[1].tree, node 2"
            + " (line 2, column 69)",
        message);
  }

  @Test
  void everyTruncationIsToldAsOne() throws IOException {
    byte[] whole = complete();
    for (int length = 1; length < whole.length; length++) {
      String message = messageOf(Arrays.copyOf(whole, length));
      assertTrue(message.startsWith("truncated: "), length + ": " + message);
    }
  }

  @Test
  void truncatedAndDamagedGzipAreTold() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream zipped = new GZIPOutputStream(out)) {
      zipped.write(complete());
    }
    byte[] bytes = out.toByteArray();
    for (int length = 2; length < bytes.length; length += 7) {
      String message = messageOf(Arrays.copyOf(bytes, length));
      assertTrue(message.startsWith("truncated: "), length + ": " + message);
    }
    byte[] flipped = bytes.clone();
    flipped[bytes.length - 6] ^= 1;
    assertEquals("damaged gzip data: Corrupt GZIP trailer", messageOf(flipped));
  }

  @Test
  void whatFollowsTheEndIsTold() throws IOException {
    String twice = new String(complete(), StandardCharsets.UTF_8).repeat(2);
    assertTrue(
        messageOf(twice.getBytes(StandardCharsets.UTF_8))
            .startsWith("not a profile: something follows its end"));
  }

  @Test
  void bytesThatAreNotUtf8AreTold() throws IOException {
    byte[] bytes = complete();
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    bytes[text.indexOf("main")] = (byte) 0xff;
    assertTrue(messageOf(bytes).startsWith("not a profile: Invalid UTF-8"));
  }

  @Test
  void brokenNestingOfAMillionBracketsIsTold() {
    String message =
        messageOf("{\"x\":".concat("[".repeat(1_000_000)).getBytes(StandardCharsets.UTF_8));
    assertTrue(message.startsWith("truncated: "), message);
  }

  @Test
  void aDirectoryAndAMissingFileAreTold() {
    assertEquals(
        "is a directory, not a profile",
        assertThrows(ProfileFormatException.class, () -> ProfileReader.read(folder)).getMessage());
    assertEquals(
        "no such file",
        assertThrows(ProfileFormatException.class, () -> ProfileReader.read(folder.resolve("none")))
            .getMessage());
  }

  private static byte[] complete() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ProfileWriter.write(Profiles.complete(), out);
    return out.toByteArray();
  }

  private static String messageOf(byte[] bytes) {
    String message =
        Objects.requireNonNull(
            assertThrows(
                    ProfileFormatException.class,
                    () -> ProfileReader.read(new ByteArrayInputStream(bytes)))
                .getMessage());
    assertFalse(message.contains("\n"), message);
    return message;
  }
}
