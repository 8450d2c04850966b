package dev.tare.agent.calibration.store;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import dev.tare.agent.calibration.model.CalibrationStatistics;
import dev.tare.agent.calibration.model.CalibrationStatistics.CategoryStatistic;
import dev.tare.agent.calibration.model.CategoryName;
import dev.tare.profile.AtomicFile;
import dev.tare.profile.ProfilerInfo;
import dev.tare.profile.json.ProfileFormatException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.zip.CRC32;

/**
 * Calibration statistics as JSON. The last key is the checksum of every byte before it, so that a
 * file that somebody edited, or that was cut short and closed again, is told from one that was
 * written here.
 */
public final class CalibrationFile {
  static final String FORMAT = "tare-calstats";
  static final int VERSION = 1;

  /** More than all categories that can be, and room for the longest flags. */
  static final int MAX_BYTES = 1 << 20;

  private static final int MAX_NESTED = 5;

  static final String DEFERRED_PATH_DELTA = "lessIfDeferred";
  static final String PROBE_COST = "trial";
  static final String SERIALIZED_LEAF = "drained";
  static final String DISPERSION = "dispersion";
  static final String TRAINING = "training";
  static final String CHECKSUM = "checksum";

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MAX_NESTED)
                  .maxNumberLength(40)
                  .maxNameLength(100)
                  .maxStringLength(MAX_BYTES)
                  .build())
          .build();

  private CalibrationFile() {}

  /** Writes the statistics, in one step: a reader sees the old file or the new one, whole. */
  public static void write(Path file, Fingerprint fingerprint, CalibrationStatistics trained)
      throws IOException {
    byte[] bytes = bytes(fingerprint, trained);
    AtomicFile.write(file, out -> out.write(bytes));
  }

  private static byte[] bytes(Fingerprint fingerprint, CalibrationStatistics trained)
      throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (JsonGenerator json = FACTORY.createGenerator(out)) {
      json.useDefaultPrettyPrinter();
      json.writeStartObject();
      json.writeStringField("format", FORMAT);
      json.writeNumberField("version", VERSION);
      json.writeStringField("profiler", ProfilerInfo.current().name());
      json.writeObjectFieldStart("fingerprint");
      for (Fingerprint.Field field : Fingerprint.Field.values()) {
        json.writeStringField(field.key(), fingerprint.value(field));
      }
      json.writeEndObject();
      json.writeStringField(TRAINING, trained.convergence().key());
      json.writeArrayFieldStart("categories");
      for (CategoryStatistic category : trained.categories()) {
        write(json, category);
      }
      json.writeEndArray();
      json.writeObjectFieldStart(DEFERRED_PATH_DELTA);
      json.writeNumberField("entry", trained.costs().deltaAfterEntry());
      json.writeNumberField("exit", trained.costs().deltaAfterExit());
      json.writeEndObject();
      writeIfKnown(json, PROBE_COST, trained.costs().probeCost());
      writeIfKnown(json, SERIALIZED_LEAF, trained.costs().serializedLeaf());
      writeIfKnown(json, DISPERSION, trained.dispersion());
      json.writeFieldName(CHECKSUM);
      json.flush();
      int end = out.size() - CHECKSUM.length() - 2; // before the key and its quotes
      json.writeString(checksum(out.toByteArray(), end));
      json.writeEndObject();
    }
    out.write('\n');
    return out.toByteArray();
  }

  private static void write(JsonGenerator json, CategoryStatistic category) throws IOException {
    json.writeStartObject();
    json.writeStringField("events", CategoryName.events(category.key()));
    json.writeArrayFieldStart("methods");
    for (String method : CategoryName.methods(category.key())) {
      json.writeString(method);
    }
    json.writeEndArray();
    json.writeNumberField("observed", category.observed());
    json.writeNumberField("minimum", category.minimum());
    json.writeNumberField("mean", category.mean());
    json.writeNumberField("language", category.baselineCallCost());
    json.writeEndObject();
  }

  private static void writeIfKnown(JsonGenerator json, String key, double value)
      throws IOException {
    if (Double.isFinite(value)) {
      json.writeNumberField(key, value);
    }
  }

  static String checksum(byte[] bytes, int end) {
    CRC32 crc = new CRC32();
    crc.update(bytes, 0, end);
    return HexFormat.of().toHexDigits((int) crc.getValue());
  }

  /**
   * Reads statistics that hold here.
   *
   * @param here what they must have been learnt with
   * @throws RefusedFileException where it is no such file, is damaged, or is of something else
   * @throws IOException where it cannot be read
   */
  public static CalibrationStatistics read(Path file, Fingerprint here)
      throws IOException, RefusedFileException {
    byte[] bytes;
    try (InputStream in = Files.newInputStream(file)) {
      bytes = in.readNBytes(MAX_BYTES + 1);
    }
    if (bytes.length > MAX_BYTES) {
      throw new RefusedFileException("is not a calstats file: longer than " + MAX_BYTES);
    }
    if (bytes.length == 0) {
      throw new RefusedFileException("is empty");
    }
    try (JsonParser json = FACTORY.createParser(bytes)) {
      return new CalibrationFileReader(json).statistics(bytes, here);
    } catch (ProfileFormatException e) {
      throw new RefusedFileException("is damaged: " + e.getMessage(), e);
    } catch (StreamConstraintsException e) {
      throw new RefusedFileException("is damaged: nested too deeply, or a value is too long", e);
    } catch (JsonProcessingException e) {
      JsonLocation at = e.getLocation();
      throw new RefusedFileException(
          isTruncated(bytes)
              ? "is truncated"
              : "is damaged: no JSON that can be read in line " + (at == null ? 1 : at.getLineNr()),
          e);
    }
  }

  /**
   * Whether it begins as an object does, and closes fewer than it opens: no string of ours has a
   * brace.
   */
  private static boolean isTruncated(byte[] bytes) {
    int open = 0;
    for (byte b : bytes) {
      open += b == '{' ? 1 : b == '}' ? -1 : 0;
    }
    return bytes[0] == '{' && open > 0;
  }
}
