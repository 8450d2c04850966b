package dev.tare.agent.calibration;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import dev.tare.agent.calibration.TrainedOverheads.LessIfDeferred;
import dev.tare.agent.calibration.TrainedOverheads.Trained;
import dev.tare.profile.AtomicFile;
import dev.tare.profile.ProfilerInfo;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32;

/**
 * Calibration statistics as JSON. The last key is the checksum of every byte before it, so that a
 * file that somebody edited, or that was cut short and closed again, is told from one that was
 * written here.
 */
final class CalibrationFile {
  static final String FORMAT = "tare-calstats";
  static final int VERSION = 1;

  /** More than all categories that can be, and room for the longest flags. */
  static final int MOST_BYTES = 1 << 20;

  private static final int MOST_NESTED = 5;

  /** No overhead is as long: 1,000 seconds, or that many instructions. */
  private static final double MOST_OVERHEAD = 1e12;

  private static final int MOST_SHOWN = 100;
  private static final String LESS_IF_DEFERRED = "lessIfDeferred";
  private static final String TRIAL = "trial";
  private static final String CHECKSUM = "checksum";

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MOST_NESTED)
                  .maxNumberLength(40)
                  .maxNameLength(100)
                  .maxStringLength(MOST_BYTES)
                  .build())
          .build();

  private final JsonParser json;
  private String format = "";
  private long version;
  private Map<Fingerprint.Field, String> fingerprint = Map.of();
  private List<Trained> categories = List.of();
  private LessIfDeferred lessIfDeferred = LessIfDeferred.NOTHING;
  private double trial = Double.NaN;
  private String checksum = "";
  private long checkedBytes;

  private CalibrationFile(JsonParser json) {
    this.json = json;
  }

  /** Writes the statistics, in one step: a reader sees the old file or the new one, whole. */
  static void write(Path file, Fingerprint fingerprint, TrainedOverheads trained)
      throws IOException {
    byte[] bytes = bytes(fingerprint, trained);
    AtomicFile.write(file, out -> out.write(bytes));
  }

  private static byte[] bytes(Fingerprint fingerprint, TrainedOverheads trained)
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
      json.writeArrayFieldStart("categories");
      for (Trained category : trained.categories()) {
        write(json, category);
      }
      json.writeEndArray();
      json.writeObjectFieldStart(LESS_IF_DEFERRED);
      json.writeNumberField("entry", trained.lessIfDeferred().afterEntry());
      json.writeNumberField("exit", trained.lessIfDeferred().afterExit());
      json.writeEndObject();
      if (!Double.isNaN(trained.trial())) {
        json.writeNumberField(TRIAL, trained.trial());
      }
      json.writeFieldName(CHECKSUM);
      json.flush();
      int end = out.size() - CHECKSUM.length() - 2; // before the key and its quotes
      json.writeString(checksum(out.toByteArray(), end));
      json.writeEndObject();
    }
    out.write('\n');
    return out.toByteArray();
  }

  private static void write(JsonGenerator json, Trained category) throws IOException {
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
    json.writeNumberField("language", category.language());
    if (!Double.isNaN(category.busy())) {
      json.writeNumberField("busy", category.busy());
    }
    if (!Double.isNaN(category.drained())) {
      json.writeNumberField("drained", category.drained());
    }
    json.writeEndObject();
  }

  private static String checksum(byte[] bytes, int end) {
    CRC32 crc = new CRC32();
    crc.update(bytes, 0, end);
    return String.format(Locale.ROOT, "%08x", crc.getValue());
  }

  /**
   * Reads statistics that hold here.
   *
   * @param here what they must have been learnt with
   * @throws RefusedFileException where it is no such file, is damaged, or is of something else
   * @throws IOException where it cannot be read
   */
  static TrainedOverheads read(Path file, Fingerprint here)
      throws IOException, RefusedFileException {
    byte[] bytes;
    try (InputStream in = Files.newInputStream(file)) {
      bytes = in.readNBytes(MOST_BYTES + 1);
    }
    if (bytes.length > MOST_BYTES) {
      throw new RefusedFileException("is not a calstats file: longer than " + MOST_BYTES);
    }
    if (bytes.length == 0) {
      throw new RefusedFileException("is empty");
    }
    try (JsonParser json = FACTORY.createParser(bytes)) {
      return new CalibrationFile(json).statistics(bytes, here);
    } catch (StreamConstraintsException e) {
      throw new RefusedFileException("is damaged: nested too deeply, or a value is too long", e);
    } catch (JsonProcessingException e) {
      JsonLocation at = e.getLocation();
      throw new RefusedFileException(
          isCut(bytes)
              ? "is truncated"
              : "is damaged: no JSON that can be read in line " + (at == null ? 1 : at.getLineNr()),
          e);
    }
  }

  /**
   * Whether it begins as an object does, and closes fewer than it opens: no string of ours has a
   * brace.
   */
  private static boolean isCut(byte[] bytes) {
    int open = 0;
    for (byte b : bytes) {
      open += b == '{' ? 1 : b == '}' ? -1 : 0;
    }
    return bytes[0] == '{' && open > 0;
  }

  private TrainedOverheads statistics(byte[] bytes, Fingerprint here)
      throws IOException, RefusedFileException {
    if (json.nextToken() != JsonToken.START_OBJECT) {
      throw new RefusedFileException("is not a calstats file: a JSON object was expected");
    }
    while (nextKey()) {
      if (!checksum.isEmpty()) {
        throw new RefusedFileException("was edited: something follows its checksum");
      }
      switch (json.currentName()) {
        case "format" -> checkFormat();
        case "version" -> checkVersion();
        case "fingerprint" -> fingerprint = fingerprint();
        case "categories" -> categories = categories();
        case LESS_IF_DEFERRED -> lessIfDeferred = lessIfDeferred();
        case TRIAL -> trial = decimal(TRIAL, 0);
        case CHECKSUM -> {
          checkedBytes = json.currentTokenLocation().getByteOffset();
          checksum = text();
        }
        default -> {
          json.nextToken();
          json.skipChildren();
        }
      }
    }
    if (json.nextToken() != null) {
      throw new RefusedFileException("is damaged: something follows its end");
    }
    if (format.isEmpty() || version == 0) {
      throw new RefusedFileException("is not a calstats file: it does not say format and version");
    }
    if (!checksum.equals(checksum(bytes, (int) checkedBytes))) {
      throw new RefusedFileException("was edited or damaged: its checksum does not fit");
    }
    checkFingerprint(here);
    if (categories.isEmpty()) {
      throw new RefusedFileException("has no categories");
    }
    return new TrainedOverheads(categories, lessIfDeferred, trial);
  }

  private boolean nextKey() throws IOException {
    return json.nextToken() == JsonToken.FIELD_NAME;
  }

  private void checkFormat() throws IOException, RefusedFileException {
    format = text();
    if (!format.equals(FORMAT)) {
      throw new RefusedFileException(
          "is not a calstats file: its format is " + shown(format) + ", not " + FORMAT);
    }
  }

  private void checkVersion() throws IOException, RefusedFileException {
    version = integer("version", Integer.MAX_VALUE);
    if (version != VERSION) {
      throw new RefusedFileException(
          "is of version " + version + " of the format, where version " + VERSION + " is known");
    }
  }

  private Map<Fingerprint.Field, String> fingerprint() throws IOException, RefusedFileException {
    expect(JsonToken.START_OBJECT, "fingerprint");
    Map<Fingerprint.Field, String> values = new EnumMap<>(Fingerprint.Field.class);
    while (nextKey()) {
      String key = json.currentName();
      String value = text();
      for (Fingerprint.Field field : Fingerprint.Field.values()) {
        if (field.key().equals(key)) {
          values.put(field, value);
        }
      }
    }
    return values;
  }

  private void checkFingerprint(Fingerprint here) throws RefusedFileException {
    for (Fingerprint.Field field : Fingerprint.Field.values()) {
      if (!fingerprint.containsKey(field)) {
        throw new RefusedFileException("does not say of which " + field.label + " it is");
      }
    }
    Fingerprint there = new Fingerprint(fingerprint);
    Optional<Fingerprint.Field> other = there.difference(here);
    if (other.isPresent()) {
      Fingerprint.Field field = other.get();
      throw new RefusedFileException(
          "is of another "
              + field.label
              + ": "
              + shown(there.value(field))
              + ", here "
              + shown(here.value(field)));
    }
  }

  private List<Trained> categories() throws IOException, RefusedFileException {
    expect(JsonToken.START_ARRAY, "categories");
    List<Trained> result = new ArrayList<>();
    BitSet met = new BitSet();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      Trained category = category();
      if (met.get(category.key())) {
        throw new RefusedFileException("is damaged: a category is there twice, in line " + line());
      }
      met.set(category.key());
      result.add(category);
    }
    return result;
  }

  private Trained category() throws IOException, RefusedFileException {
    is(JsonToken.START_OBJECT, "category");
    String events = "";
    List<String> methods = List.of();
    long observed = -1;
    long minimum = -1;
    double mean = Double.NaN;
    double language = Double.NaN;
    double busy = Double.NaN;
    double drained = Double.NaN;
    while (nextKey()) {
      switch (json.currentName()) {
        case "events" -> events = text();
        case "methods" -> methods = methods();
        case "observed" -> observed = integer("observed", Long.MAX_VALUE);
        case "minimum" -> minimum = integer("minimum", (long) MOST_OVERHEAD);
        case "mean" -> mean = decimal("mean", 0);
        case "language" -> language = decimal("language", -MOST_OVERHEAD);
        case "busy" -> busy = decimal("busy", -MOST_OVERHEAD);
        case "drained" -> drained = decimal("drained", 0);
        default -> {
          json.nextToken();
          json.skipChildren();
        }
      }
    }
    int key = CategoryName.key(events, methods);
    if (key == CategoryName.NONE) {
      throw new RefusedFileException(
          "is damaged: no category is called "
              + shown(events + " " + String.join(" ", methods))
              + ", in line "
              + line());
    }
    if (observed < 0 || minimum < 0 || Double.isNaN(mean) || Double.isNaN(language)) {
      throw new RefusedFileException("is damaged: a category is not whole, in line " + line());
    }
    return new Trained(key, observed, minimum, mean, language, busy, drained);
  }

  private LessIfDeferred lessIfDeferred() throws IOException, RefusedFileException {
    expect(JsonToken.START_OBJECT, LESS_IF_DEFERRED);
    double afterEntry = 0;
    double afterExit = 0;
    while (nextKey()) {
      switch (json.currentName()) {
        case "entry" -> afterEntry = decimal("entry", -MOST_OVERHEAD);
        case "exit" -> afterExit = decimal("exit", -MOST_OVERHEAD);
        default -> {
          json.nextToken();
          json.skipChildren();
        }
      }
    }
    return new LessIfDeferred(afterEntry, afterExit);
  }

  private List<String> methods() throws IOException, RefusedFileException {
    expect(JsonToken.START_ARRAY, "methods");
    List<String> methods = new ArrayList<>();
    while (json.nextToken() != JsonToken.END_ARRAY) {
      is(JsonToken.VALUE_STRING, "method");
      methods.add(json.getText());
    }
    return methods;
  }

  private String text() throws IOException, RefusedFileException {
    expect(JsonToken.VALUE_STRING, json.currentName());
    return json.getText();
  }

  private long integer(String what, long most) throws IOException, RefusedFileException {
    expect(JsonToken.VALUE_NUMBER_INT, what);
    if (json.getNumberType() != JsonParser.NumberType.BIG_INTEGER) {
      long value = json.getLongValue();
      if (value >= 0 && value <= most) {
        return value;
      }
    }
    throw outOfRange(what);
  }

  private double decimal(String what, double least) throws IOException, RefusedFileException {
    if (!json.nextToken().isNumeric()) {
      throw unexpected(what);
    }
    double value = json.getDoubleValue();
    if (value >= least && value <= MOST_OVERHEAD) {
      return value;
    }
    throw outOfRange(what);
  }

  private RefusedFileException outOfRange(String what) throws IOException {
    return new RefusedFileException(
        "is damaged: "
            + what
            + " is out of range: "
            + shown(json.getText())
            + ", in line "
            + line());
  }

  private void expect(JsonToken token, String what) throws IOException, RefusedFileException {
    json.nextToken();
    is(token, what);
  }

  private void is(JsonToken token, String what) throws RefusedFileException {
    if (json.currentToken() != token) {
      throw unexpected(what);
    }
  }

  private RefusedFileException unexpected(String what) {
    return new RefusedFileException(
        "is damaged: " + shown(what) + " is not what it should be, in line " + line());
  }

  private int line() {
    return json.currentLocation().getLineNr();
  }

  /** A part of the file, fit for a line on a terminal. */
  private static String shown(String text) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < Math.min(text.length(), MOST_SHOWN); i++) {
      char c = text.charAt(i);
      line.append(c < ' ' || c > '~' ? '?' : c);
    }
    return text.isEmpty() ? "none" : line + (text.length() > MOST_SHOWN ? "..." : "");
  }
}
