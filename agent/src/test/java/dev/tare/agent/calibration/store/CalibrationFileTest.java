package dev.tare.agent.calibration.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.agent.calibration.model.CalibrationStatistics;
import dev.tare.agent.calibration.model.CalibrationStatistics.CategoryStatistic;
import dev.tare.agent.calibration.model.CalibrationStatistics.Costs;
import dev.tare.agent.calibration.model.Convergence;
import dev.tare.runtime.calibration.Category;
import dev.tare.runtime.calibration.Kind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class CalibrationFileTest {
  private static final int LEAF =
      Category.key(false, Kind.C2_STATIC, Kind.C2_VIRTUAL, true, Kind.C2_STATIC);
  private static final int CHAIN =
      Category.key(false, Kind.INTERPRETED, Kind.C1_STATIC, false, Kind.OTHER);

  private static final CalibrationStatistics TRAINED =
      new CalibrationStatistics(
          List.of(
              new CategoryStatistic(LEAF, 123, 20, 31.427, 0.1),
              new CategoryStatistic(CHAIN, 7, 0, 1.0 / 3, -0.25)),
          new Costs(5.5, -1.0 / 3, 57.25, 41.5),
          1.0625,
          Convergence.COMPLETE);

  @TempDir private Path folder = Path.of("");
  private Path file = Path.of("");

  @BeforeEach
  void writeOne() throws IOException {
    file = folder.resolve("calstats.json");
    CalibrationFile.write(file, fingerprint(), TRAINED);
  }

  private static Fingerprint fingerprint() {
    return new Fingerprint(values());
  }

  private static Map<Fingerprint.Field, String> values() {
    Map<Fingerprint.Field, String> values = new EnumMap<>(Fingerprint.Field.class);
    for (Fingerprint.Field field : Fingerprint.Field.values()) {
      values.put(field, "the " + field.label);
    }
    return values;
  }

  @Test
  void whatWasWrittenIsRead() throws Exception {
    CalibrationStatistics read = CalibrationFile.read(file, fingerprint());
    assertEquals(TRAINED, read);
  }

  @Test
  void whatIsNotKnownIsNotWritten() throws Exception {
    CalibrationStatistics without =
        new CalibrationStatistics(
            TRAINED.categories(), Costs.NONE, Double.POSITIVE_INFINITY, Convergence.CUT);
    CalibrationFile.write(file, fingerprint(), without);
    assertEquals(without, CalibrationFile.read(file, fingerprint()));
  }

  @ParameterizedTest
  @EnumSource
  void howFarTheTrainingCameIsKept(Convergence convergence) throws Exception {
    CalibrationFile.write(file, fingerprint(), TRAINED.after(convergence));
    CalibrationStatistics read = CalibrationFile.read(file, fingerprint());
    assertEquals(convergence, read.convergence());
    assertEquals(TRAINED.categories(), read.categories());
  }

  @Test
  void aTrainingOfUnknownEndPromisesNothing() throws Exception {
    Files.writeString(
        file, sealed(Files.readString(file).replace("\"complete\"", "\"some other day\"")));
    assertEquals(Convergence.CUT, CalibrationFile.read(file, fingerprint()).convergence());
  }

  @ParameterizedTest
  @EnumSource
  void aDifferenceIsRefusedByTheFieldsName(Fingerprint.Field field) throws IOException {
    Map<Fingerprint.Field, String> others = values();
    others.put(field, "something\nelse");
    CalibrationFile.write(file, new Fingerprint(others), TRAINED);
    byte[] before = Files.readAllBytes(file);
    assertEquals(
        "is of another " + field.label + ": something?else, here the " + field.label, refusal());
    assertArrayEquals(before, Files.readAllBytes(file));
  }

  @Test
  void aFileThatEndsAnywhereIsRefused() throws IOException {
    byte[] whole = Files.readAllBytes(file);
    // The last two bytes are the closing brace and the line's end.
    for (int length = 0; length < whole.length - 1; length++) {
      Files.write(file, Arrays.copyOf(whole, length));
      assertEquals(length == 0 ? "is empty" : "is truncated", refusal(), "length " + length);
    }
  }

  @Test
  void anyByteThatIsAnotherIsRefused() throws IOException {
    byte[] whole = Files.readAllBytes(file);
    for (int at = 0; at < whole.length - 1; at++) {
      byte[] edited = whole.clone();
      edited[at] ^= 1;
      Files.write(file, edited);
      refusal();
    }
  }

  @Test
  void anEditByHandIsRefusedAsSuch() throws IOException {
    String text = Files.readString(file);
    Files.writeString(file, text.replace("\"minimum\" : 20", "\"minimum\" : 10"));
    assertEquals("was edited or damaged: its checksum does not fit", refusal());
    Files.writeString(file, text.replace("  \"version\"", " \"version\""));
    assertEquals("was edited or damaged: its checksum does not fit", refusal());
    Files.writeString(file, text.replaceFirst("(\"checksum\".*)", "$1, \"more\": 1"));
    assertEquals("was edited: something follows its checksum", refusal());
    Files.writeString(file, text.replaceFirst(",\\s*\"checksum\".*", ""));
    assertEquals("was edited or damaged: its checksum does not fit", refusal());
    Files.writeString(file, text + "{}");
    assertEquals("is damaged: something follows its end", refusal());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          "observed" : 123            | "observed" : -1               | observed is -1, out of range
          "observed" : 123            | "observed" : 9223372036854775808 | observed is 9223372036854775808, out of the range of 64 bits
          "observed" : 123            | "observed" : "123"            | observed must be an integer
          "observed" : 123            | "observed" : 123, "observed" : 1 | no JSON that can be read
          "minimum" : 20              | "minimum" : 1000000000001     | minimum is 1000000000001, out of range
          "minimum" : 20              | "minimum" : 20.5              | minimum must be an integer
          "minimum" : 20,             | ''                            | a category is not whole
          "mean" : 31.427             | "mean" : -31.427              | mean is -31.427, out of range
          "mean" : 31.427             | "mean" : 1e400                | mean is Infinity, out of range
          "mean" : 31.427             | "mean" : NaN                  | no JSON that can be read
          "language" : 0.1            | "language" : 1e13             | language is 1.0E13, out of range
          "language" : 0.1            | "language" : [[[[[[[[1]]]]]]]] | language must be a number
          "language" : 0.1            | "language" : 0.1, "x" : [[[[[[[[1]]]]]]]] | nested too deeply
          "entry-exit"                | "entry-exits"                 | no category is called entry-exits
          "c2-dispatched"             | "c3"                          | no category is called
          "interpreted", "c1-static", "other" | "other"               | no category is called
          """)
  void aValueThatCannotBeIsRefused(String right, String wrong, String reason) throws IOException {
    String text = Files.readString(file);
    String edited = text.replace(right.strip(), wrong);
    assertTrue(!edited.equals(text), right);
    Files.writeString(file, sealed(edited));
    String refusal = refusal();
    assertTrue(refusal.startsWith("is damaged: ") && refusal.contains(reason), refusal);
    assertEquals(1, refusal.lines().count());
  }

  @Test
  void aCategoryThatIsThereTwiceIsRefused() throws IOException {
    CalibrationFile.write(
        file,
        fingerprint(),
        new CalibrationStatistics(
            List.of(
                new CategoryStatistic(LEAF, 1, 2, 3, 4), new CategoryStatistic(LEAF, 1, 2, 3, 4)),
            Costs.NONE,
            1,
            Convergence.COMPLETE));
    assertTrue(refusal().contains("twice"));
  }

  @Test
  void aFieldThatIsMissingIsNamed() throws IOException {
    Files.writeString(
        file, sealed(Files.readString(file).replace("\"clock_source\"", "\"clock_sauce\"")));
    assertEquals("does not say of which clock source it is", refusal());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"format":"tare-profile","version":1}   | its format is tare-profile, not tare-calstats
          {"format":"tare-calstats","version":2}  | is of version 2 of the format
          {"version":1}                           | does not say format and version
          {}                                      | does not say format and version
          []                                      | a JSON object was expected
          ''                                      | is empty
          hello                                   | no JSON that can be read
          """)
  void anotherFileIsRefused(String content, String reason) throws IOException {
    Files.writeString(file, content);
    assertTrue(refusal().contains(reason), this::refusal);
  }

  @Test
  void aHugeFileIsRefusedUnread() throws IOException {
    Files.writeString(file, " ".repeat(CalibrationFile.MAX_BYTES) + Files.readString(file));
    assertTrue(refusal().contains("longer than"));
  }

  @Test
  void aDeepFileIsRefused() throws IOException {
    Files.writeString(file, "{\"a\":".repeat(100_000));
    assertTrue(refusal().startsWith("is damaged: nested too deeply"));
  }

  /** Writes the checksum that fits, as somebody would who knew how. */
  private static String sealed(String text) {
    int end = text.indexOf("\"checksum\"");
    CRC32 crc = new CRC32();
    crc.update(text.substring(0, end).getBytes(StandardCharsets.UTF_8));
    return text.substring(0, end) + String.format("\"checksum\" : \"%08x\"%n}", crc.getValue());
  }

  private String refusal() {
    return String.valueOf(
        assertThrows(RefusedFileException.class, () -> CalibrationFile.read(file, fingerprint()))
            .getMessage());
  }
}
