package dev.tare.agent.calibration.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tare.agent.calibration.model.CalibrationStatistics;
import dev.tare.agent.calibration.model.CalibrationStatistics.CategoryStatistic;
import dev.tare.agent.calibration.model.Convergence;
import dev.tare.agent.calibration.model.Costs;
import dev.tare.runtime.calibration.Category;
import dev.tare.runtime.calibration.Kind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class CalibrationFileTest {
  private static final int LEAF =
      Category.key(false, Kind.C2_STATIC, Kind.C2_VIRTUAL, true, Kind.C2_STATIC);
  private static final int CHAIN =
      Category.key(false, Kind.INTERPRETED, Kind.C1_STATIC, false, Kind.OTHER);

  private static final CalibrationStatistics TRAINED =
      new CalibrationStatistics(
          List.of(
              new CategoryStatistic(LEAF, 31.427, 0.1, 1200),
              new CategoryStatistic(CHAIN, 1.0 / 3, -0.25, 580)),
          new Costs(57.25, 41.5, 0.048),
          1.0625,
          Convergence.COMPLETE);

  @TempDir private Path folder = Path.of("");
  private Path file = Path.of("");

  @BeforeEach
  void writeOne() throws IOException {
    file = folder.resolve("calstats.properties");
    CalibrationFile.write(file, fingerprint(), TRAINED);
  }

  private static Fingerprint fingerprint() {
    return new Fingerprint(values());
  }

  private static Map<String, String> values() {
    Map<String, String> values = new LinkedHashMap<>();
    values.put("metric", "the metric");
    values.put("set of JVM flags", "-XX:+UseSerialGC -XX:MaxInlineLevel=9");
    values.put("clock source", "the clock");
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
    CalibrationStatistics reached =
        new CalibrationStatistics(TRAINED.categories(), Costs.NONE, 1, convergence);
    CalibrationFile.write(file, fingerprint(), reached);
    assertEquals(reached, CalibrationFile.read(file, fingerprint()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"metric", "set of JVM flags", "clock source"})
  void aDifferenceIsRefusedByItsName(String name) throws IOException {
    Map<String, String> others = values();
    others.put(name, "something\nelse");
    CalibrationFile.write(file, new Fingerprint(others), TRAINED);
    byte[] before = Files.readAllBytes(file);
    assertEquals(
        "is of another " + name + ": something?else, here " + values().get(name), refusal());
    assertArrayEquals(before, Files.readAllBytes(file));
  }

  @Test
  void aFileThatEndsAnywhereIsRefused() throws IOException {
    byte[] whole = Files.readAllBytes(file);
    for (int length = 0; length < whole.length; length++) {
      Files.write(file, Arrays.copyOf(whole, length));
      String refusal = refusal();
      boolean hasFormat = length > CalibrationFile.FORMAT.length();
      assertTrue(refusal.equals("is truncated") || !hasFormat, refusal);
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
    for (String edited :
        List.of(
            text.replace("=31.427", "=31.527"),
            text.replace("overlap=", "overlap= "),
            text.replaceFirst("(checksum.*)", "$1 "),
            text + "more=1\n")) {
      Files.writeString(file, edited);
      assertEquals("was edited or damaged: its checksum does not fit", refusal());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          =31.427 0.1 1200.0    | =x 0.1 1200.0           | For input string
          =31.427 0.1 1200.0    | =31.427 0.1             | For input string
          =31.427 0.1 1200.0 entry-exit c2-static c2-dispatched c2-static | =31.427 0.1 | not whole
          =31.427 0.1 1200.0    | =1e400 0.1 1200.0       | 1e400 is out of range
          =31.427 0.1 1200.0    | =31.427 0.1 -1e13       | -1e13 is out of range
          probe cost=57.25      | probe cost=?[31m        | For input string
          training=complete     | training=some day       | No enum constant
          interval 604=         | interval leaf=          | For input string
          interval 604=         | interval 9292=          | interval 9292 is none
          interval 604=         | interval -292=          | interval -292 is none
          """)
  void aValueThatCannotBeIsRefused(String right, String wrong, String reason) throws IOException {
    String text = Files.readString(file);
    String edited = text.replace(right, wrong);
    assertTrue(!edited.equals(text), right);
    Files.writeString(file, sealed(edited));
    String refusal = refusal();
    assertTrue(refusal.startsWith("is damaged: ") && refusal.contains(reason), refusal);
    assertEquals(1, refusal.lines().count());
  }

  @Test
  void aFieldThatIsMissingIsNamed() throws IOException {
    Files.writeString(file, sealed(Files.readString(file).replace("clock source", "clock sauce")));
    assertEquals("does not say of which clock source it is", refusal());
  }

  @ParameterizedTest
  @ValueSource(strings = {"format=tare-calstats 2\n", "{\"format\":\"tare-profile\"}", "hello", ""})
  void anotherFileIsRefused(String content) throws IOException {
    Files.writeString(file, content);
    assertTrue(refusal().startsWith("is not a calstats file: it does not begin with"));
  }

  @Test
  void aHugeFileIsRefusedUnread() throws IOException {
    Files.writeString(file, " ".repeat(CalibrationFile.MAX_BYTES) + Files.readString(file));
    assertTrue(refusal().contains("longer than"));
  }

  /** Writes the checksum that fits, as somebody would who knew how. */
  private static String sealed(String text) {
    int end = text.indexOf("checksum=");
    CRC32 crc = new CRC32();
    crc.update(text.substring(0, end).getBytes(StandardCharsets.UTF_8));
    return text.substring(0, end) + String.format("checksum=%08x%n", crc.getValue());
  }

  private String refusal() {
    return String.valueOf(
        assertThrows(RefusedFileException.class, () -> CalibrationFile.read(file, fingerprint()))
            .getMessage());
  }
}
