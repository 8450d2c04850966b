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
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
        "hello | not a profile: not JSON (line 1, column 1), but profiles are, gzipped or not",
        "{\"a\": 1,, | not a profile: not JSON (line 1, column 9), but profiles are, gzipped or not",
        "{\"format\": \"tare-profile\", 7} | damaged: not JSON from here on (line 1, column 28); copy the"
            + " file again",
        "[] | not a profile: a JSON object was expected (line 1, column 2)",
        "{} | not a profile: it has no \"format\"",
        "{\"format\": \"jfr\"} | format is \"jfr\", not \"tare-profile\" (line 1, column 17)",
        "{\"format\": 3} | format must be a string",
        "{\"format\": \"tare-profile\"} | it has no \"version\"",
        "{\"format\": \"tare-profile\", \"version\": 3} | a profile of version 3: this reader knows"
            + " versions 1 and 2",
        "{\"nodes\": []} | nodes must be an object",
        "{\"nodes\": {\"self\": [1, 2.5]}} | nodes.self must be an integer",
        "{\"nodes\": {\"self\": [1, 2], \"calls\": [1]}} | nodes.calls has 1 values, but nodes.self"
            + " has 2",
        "{\"nodes\": {\"self\": [1], \"open\": {\"at\": [1], \"value\": [1]}}} | nodes: a value of"
            + " node 1, but there are 1",
        "{\"nodes\": {\"open\": {\"at\": [1, 2], \"value\": [1]}}} | nodes.open has 1 values for 2"
            + " nodes",
        "{\"nodes\": {\"calls_marks\": {\"kind\": [\"guessed\"]}}} | nodes.calls_marks: unknown"
            + " kind \"guessed\"",
        "{\"methods\": {\"class\": [7]}} | a string was expected",
        "{\"methods\": {\"class\": [\"A\", \"B\"], \"calls\": [1]}} | methods.calls has 1 values, but"
            + " methods.class has 2",
        "{\"methods\": {\"calls\": [1, 2], \"class\": [\"A\"]}} | methods.class has 1 values, but"
            + " methods.calls has 2",
        "{\"methods\": {\"class\": [\"A\"], \"method\": []}} | methods.method has 0 values, but"
            + " methods.class has 1",
        "{\"methods\": {\"class\": [\"A\"], \"tier\": [\"timed\", \"flat\"]}} | methods.tier has 2"
            + " values, but methods.class has 1",
        "{\"methods\": {\"class\": [\"A\"], \"origin\": []}} | methods.origin has 0 values, but"
            + " methods.class has 1",
        "{\"methods\": 7} | methods must be an object or an array",
        "{\"methods\": {\"class\": [\"A\"], \"line\": [-1]}} | methods.line is -1, out of range",
        "{\"version\": 1 | truncated: the file ends inside the profile (line 1, column 14)",
        "{\"threads\": [{\"tree\": {\"self\": 1.5}}]} | self must be an integer",
        "{\"threads\": [{\"tree\": {\"self\": 99999999999999999999}}]} | self is"
            + " 99999999999999999999, out of the range of 64 bits",
        "{\"threads\": [{\"tree\": {\"children\": 3}}]} | children must be an array",
        "{\"threads\": [{\"tree\": {\"children\": [3]}}]} | threads[0].tree: a node must be an"
            + " object",
        "{\"threads\": [{\"tree\": {\"children\": [{}]}}]} | threads[0].tree: node 1 has no method",
        "{\"threads\": [{\"tree\": {\"children\": [{\"method\": -1}]}}]} | method is -1, out of"
            + " range",
        "{\"threads\": {}} | threads must be an array",
        "{\"threads\": [7]} | an object was expected",
        "{\"run\": {\"started\": \"now\"}} | started is \"now\", not a time",
        "{\"threads\": [{\"alive\": 1}]} | alive must be true or false",
      })
  void saysInOneLineWhatIsWrongAndWhere(String text, String expected) {
    String message = messageOf(text.getBytes(StandardCharsets.UTF_8));
    assertTrue(message.contains(expected), message);
    assertEquals(1, message.lines().count(), message);
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

  @ParameterizedTest(name = "{2}")
  @CsvSource(
      delimiter = '|',
      value = {
        "0, 1 | -1, 12 | method[1] is 12, out of range of the methods, of which there are 1",
        "0, 1 | -1, -2 | method[1] is -2, out of range of the methods, of which there are 1",
        "0, 1 | -1, -1 | method[1] is -1, which only a root may have",
        "0, 1 | 0, 0 | method[0] is 0, but a thread's root has none: -1",
        "0, 2 | -1, 0 | parent[1] is 2, which is no node of its thread",
        "1, 1 | -1, 0 | parent[0] is 1, which is no node of its thread",
        "0, 0 | -1, 0 | parent[1] is 0, which is no node of its thread",
        "0, 1, 2, 2 | -1, 0, 0, 0 | parent[3] is 2, which is not preorder"
      })
  void saysWhichNodesAreNoTree(String parents, String methods, String expected) {
    int nodes = Math.max(2, parents.split(",").length);
    String message =
        messageOf(
            """
            {"format": "tare-profile", "version": 2, "metric": {}, "methods": {"class": ["A"]},
             "threads": [{"nodes": %d}], "nodes": {"parent": [%s], "method": [%s]}}
            """
                .formatted(nodes, parents, methods)
                .getBytes(StandardCharsets.UTF_8));
    assertEquals("threads[0], nodes: " + expected, message);
  }

  /** Each of a million threads would be checked for all nodes, which takes hours. */
  @ParameterizedTest(name = "{1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "{\"first_node\": 1, \"nodes\": 1} | threads[0], nodes: nodes 1 to 2 of 1",
        "{\"nodes\": 2} | threads have 2 rows of nodes, of which there are 1",
        "{\"nodes\": 1}, {\"nodes\": 1} | threads have 2 rows of nodes, of which there are 1",
        "{\"cpu_samples\": {\"nodes\": 1}}, {\"cpu_samples\": {\"nodes\": 1}} | threads have 2 rows"
            + " of sample_nodes, of which there are 1"
      })
  void aRowBelongsToOneThread(String threads, String expected) {
    String table = "{\"parent\": [0], \"method\": [-1]}";
    String message =
        messageOf(
            """
            {"format": "tare-profile", "version": 2, "metric": {}, "methods": {"class": ["A"]},
             "threads": [%s], "sample_nodes": %s, "nodes": %s}
            """
                .formatted(threads, table, table)
                .getBytes(StandardCharsets.UTF_8));
    assertEquals(expected, message);
  }

  @Test
  void everyTruncationIsToldAsOne() throws IOException {
    byte[] whole = complete();
    for (int length = 1; length < whole.length - 1; length++) {
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

  @ParameterizedTest
  @ValueSource(strings = {"{}", "1", "null", "nul", "garbage", "}", "\0"})
  void aRestThatIsNoProfileIsNotCalledTruncated(String rest) throws IOException {
    String more = new String(complete(), StandardCharsets.UTF_8) + rest;
    String message = messageOf(more.getBytes(StandardCharsets.UTF_8));
    assertTrue(message.startsWith("not a profile: something follows its end"), message);
  }

  @Test
  void bytesThatAreNotUtf8AreTold() throws IOException {
    byte[] bytes = complete();
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    bytes[text.indexOf("main")] = (byte) 0xff;
    String message = messageOf(bytes);
    assertTrue(message.startsWith("damaged: not JSON from here on (line "), message);
  }

  @ParameterizedTest
  @ValueSource(ints = {262_144, 20_000_000})
  void nestingDeeperThanProfilesHaveIsTold(int brackets) {
    String begin = "{\"format\": \"tare-profile\", \"later\": ";
    String message = messageOf(begin.concat("[".repeat(brackets)).getBytes(StandardCharsets.UTF_8));
    assertEquals(
        "not a profile: longer numbers or names, or deeper nesting, than profiles have (line 1, column"
            + " 262181)",
        message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"nodes\": {\"open\": %s}}",
        "{\"nodes\": {\"open\": %s, \"self\": [1]}}",
        "{\"nodes\": {\"self\": [1], \"open\": %s}}",
      })
  void valuesOfNodesThatAreNotThereTakeNoMemory(String text) {
    // Each would take a block of 4 KB or more, all together eight times the tests' heap.
    int[] nodes = IntStream.range(0, 500_000).map(block -> 4_096 * (block + 1)).toArray();
    String places = Arrays.toString(nodes);
    String values = Arrays.toString(new int[nodes.length]).replace('0', '1');
    String sparse = "{\"at\": " + places + ", \"value\": " + values + "}";
    String message = messageOf(text.formatted(sparse).getBytes(StandardCharsets.UTF_8));
    assertTrue(message.startsWith("nodes: a value of node 4096, but there are "), message);
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
