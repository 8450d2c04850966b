package dev.tare.agent.calibration.store;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.tare.agent.calibration.model.CalibrationStatistics;
import dev.tare.agent.calibration.model.CalibrationStatistics.CategoryStatistic;
import dev.tare.agent.calibration.model.CalibrationStatistics.Costs;
import dev.tare.agent.calibration.model.CategoryName;
import dev.tare.agent.calibration.model.Convergence;
import dev.tare.profile.json.JsonCursor;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads a {@link CalibrationFile}, and says what is wrong with one that does not hold here. */
final class CalibrationFileReader {
  /** No overhead is as long: 1,000 seconds, or that many instructions. */
  private static final double MAX_OVERHEAD = 1e12;

  private static final int MAX_SHOWN = 100;

  private final JsonParser parser;
  private final JsonCursor json;
  private String format = "";
  private long version;
  private Map<Fingerprint.Field, String> fingerprint = Map.of();
  private List<CategoryStatistic> categories = List.of();
  private double deltaAfterEntry;
  private double deltaAfterExit;
  private double probeCost = Double.NaN;
  private double serializedLeaf = Double.NaN;
  private double dispersion = Double.POSITIVE_INFINITY;
  private Convergence convergence = Convergence.COMPLETE;
  private String checksum = "";
  private long checkedBytes;

  CalibrationFileReader(JsonParser parser) {
    this.parser = parser;
    this.json = new JsonCursor(parser);
  }

  CalibrationStatistics statistics(byte[] bytes, Fingerprint here)
      throws IOException, RefusedFileException {
    if (parser.nextToken() != JsonToken.START_OBJECT) {
      throw new RefusedFileException("is not a calstats file: a JSON object was expected");
    }
    while (json.nextKey()) {
      if (!checksum.isEmpty()) {
        throw new RefusedFileException("was edited: something follows its checksum");
      }
      switch (json.key()) {
        case "format" -> checkFormat();
        case "version" -> checkVersion();
        case "fingerprint" -> fingerprint = fingerprint();
        case "categories" -> categories = categories();
        case CalibrationFile.DEFERRED_PATH_DELTA -> deferredPathDelta();
        case CalibrationFile.PROBE_COST -> probeCost = overhead(0);
        case CalibrationFile.SERIALIZED_LEAF -> serializedLeaf = overhead(0);
        case CalibrationFile.DISPERSION -> dispersion = overhead(1);
        case CalibrationFile.TRAINING -> convergence = Convergence.of(json.text());
        case CalibrationFile.CHECKSUM -> {
          checkedBytes = parser.currentTokenLocation().getByteOffset();
          checksum = json.text();
        }
        default -> json.skip();
      }
    }
    if (!json.isAtEnd()) {
      throw new RefusedFileException("is damaged: something follows its end");
    }
    if (format.isEmpty() || version == 0) {
      throw new RefusedFileException("is not a calstats file: it does not say format and version");
    }
    if (!checksum.equals(CalibrationFile.checksum(bytes, (int) checkedBytes))) {
      throw new RefusedFileException("was edited or damaged: its checksum does not fit");
    }
    checkFingerprint(here);
    if (categories.isEmpty()) {
      throw new RefusedFileException("has no categories");
    }
    Costs costs = new Costs(deltaAfterEntry, deltaAfterExit, probeCost, serializedLeaf);
    return new CalibrationStatistics(categories, costs, dispersion, convergence);
  }

  private void checkFormat() throws IOException, RefusedFileException {
    format = json.text();
    if (!format.equals(CalibrationFile.FORMAT)) {
      throw new RefusedFileException(
          "is not a calstats file: its format is "
              + shown(format)
              + ", not "
              + CalibrationFile.FORMAT);
    }
  }

  private void checkVersion() throws IOException, RefusedFileException {
    version = integer(Integer.MAX_VALUE);
    if (version != CalibrationFile.VERSION) {
      throw new RefusedFileException(
          "is of version "
              + version
              + " of the format, where version "
              + CalibrationFile.VERSION
              + " is known");
    }
  }

  private Map<Fingerprint.Field, String> fingerprint() throws IOException {
    json.enterObject();
    Map<Fingerprint.Field, String> values = new EnumMap<>(Fingerprint.Field.class);
    while (json.nextKey()) {
      String key = json.key();
      String value = json.text();
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

  private List<CategoryStatistic> categories() throws IOException {
    json.enterArray();
    List<CategoryStatistic> result = new ArrayList<>();
    BitSet met = new BitSet();
    while (json.nextObject()) {
      CategoryStatistic category = category();
      if (met.get(category.key())) {
        throw json.bad("a category is there twice");
      }
      met.set(category.key());
      result.add(category);
    }
    return result;
  }

  private CategoryStatistic category() throws IOException {
    String events = "";
    List<String> methods = List.of();
    long observed = -1;
    long minimum = -1;
    double mean = Double.NaN;
    double baselineCallCost = Double.NaN;
    while (json.nextKey()) {
      switch (json.key()) {
        case "events" -> events = json.text();
        case "methods" -> methods = json.texts();
        case "observed" -> observed = integer(Long.MAX_VALUE);
        case "minimum" -> minimum = integer((long) MAX_OVERHEAD);
        case "mean" -> mean = overhead(0);
        case "language" -> baselineCallCost = overhead(-MAX_OVERHEAD);
        default -> json.skip();
      }
    }
    int key = CategoryName.key(events, methods);
    if (key == CategoryName.NONE) {
      throw json.bad("no category is called " + shown(events + " " + String.join(" ", methods)));
    }
    if (observed < 0 || minimum < 0 || Double.isNaN(mean) || Double.isNaN(baselineCallCost)) {
      throw json.bad("a category is not whole");
    }
    return new CategoryStatistic(key, observed, minimum, mean, baselineCallCost);
  }

  private void deferredPathDelta() throws IOException {
    json.enterObject();
    while (json.nextKey()) {
      switch (json.key()) {
        case "entry" -> deltaAfterEntry = overhead(-MAX_OVERHEAD);
        case "exit" -> deltaAfterExit = overhead(-MAX_OVERHEAD);
        default -> json.skip();
      }
    }
  }

  private long integer(long most) throws IOException {
    String key = json.key();
    long value = json.integer();
    if (value < 0 || value > most) {
      throw json.bad(key + " is " + value + ", out of range");
    }
    return value;
  }

  private double overhead(double least) throws IOException {
    String key = json.key();
    double value = json.decimal();
    if (!(value >= least && value <= MAX_OVERHEAD)) {
      throw json.bad(key + " is " + value + ", out of range");
    }
    return value;
  }

  /** A part of the file, fit for a line on a terminal. */
  private static String shown(String text) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < Math.min(text.length(), MAX_SHOWN); i++) {
      char c = text.charAt(i);
      line.append(c < ' ' || c > '~' ? '?' : c);
    }
    return text.isEmpty() ? "none" : line + (text.length() > MAX_SHOWN ? "..." : "");
  }
}
