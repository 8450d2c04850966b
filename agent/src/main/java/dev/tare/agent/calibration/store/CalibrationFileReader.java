package dev.tare.agent.calibration.store;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.tare.agent.calibration.model.CalibrationStatistics;
import dev.tare.agent.calibration.model.CalibrationStatistics.CategoryStatistic;
import dev.tare.agent.calibration.model.CalibrationStatistics.DeferredPathDelta;
import dev.tare.agent.calibration.model.CategoryName;
import dev.tare.agent.calibration.model.Convergence;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads a {@link CalibrationFile}, and says what is wrong with one that does not hold here. */
final class CalibrationFileReader {
  private final JsonCursor json;
  private String format = "";
  private long version;
  private Map<Fingerprint.Field, String> fingerprint = Map.of();
  private List<CategoryStatistic> categories = List.of();
  private DeferredPathDelta deferredPathDelta = DeferredPathDelta.NOTHING;
  private double probeCost = Double.NaN;
  private Convergence convergence = Convergence.COMPLETE;
  private String checksum = "";
  private long checkedBytes;

  CalibrationFileReader(JsonParser json) {
    this.json = new JsonCursor(json);
  }

  CalibrationStatistics statistics(byte[] bytes, Fingerprint here)
      throws IOException, RefusedFileException {
    if (json.next() != JsonToken.START_OBJECT) {
      throw new RefusedFileException("is not a calstats file: a JSON object was expected");
    }
    while (json.nextKey()) {
      if (!checksum.isEmpty()) {
        throw new RefusedFileException("was edited: something follows its checksum");
      }
      switch (json.name()) {
        case "format" -> checkFormat();
        case "version" -> checkVersion();
        case "fingerprint" -> fingerprint = fingerprint();
        case "categories" -> categories = categories();
        case CalibrationFile.DEFERRED_PATH_DELTA -> deferredPathDelta = deferredPathDelta();
        case CalibrationFile.PROBE_COST -> probeCost = json.decimal(CalibrationFile.PROBE_COST, 0);
        case CalibrationFile.TRAINING -> convergence = Convergence.of(json.text());
        case CalibrationFile.CHECKSUM -> {
          checkedBytes = json.byteOffset();
          checksum = json.text();
        }
        default -> json.skip();
      }
    }
    if (json.next() != null) {
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
    return new CalibrationStatistics(categories, deferredPathDelta, probeCost).after(convergence);
  }

  private void checkFormat() throws IOException, RefusedFileException {
    format = json.text();
    if (!format.equals(CalibrationFile.FORMAT)) {
      throw new RefusedFileException(
          "is not a calstats file: its format is "
              + JsonCursor.shown(format)
              + ", not "
              + CalibrationFile.FORMAT);
    }
  }

  private void checkVersion() throws IOException, RefusedFileException {
    version = json.integer("version", Integer.MAX_VALUE);
    if (version != CalibrationFile.VERSION) {
      throw new RefusedFileException(
          "is of version "
              + version
              + " of the format, where version "
              + CalibrationFile.VERSION
              + " is known");
    }
  }

  private Map<Fingerprint.Field, String> fingerprint() throws IOException, RefusedFileException {
    json.expect(JsonToken.START_OBJECT, "fingerprint");
    Map<Fingerprint.Field, String> values = new EnumMap<>(Fingerprint.Field.class);
    while (json.nextKey()) {
      String key = json.name();
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
              + JsonCursor.shown(there.value(field))
              + ", here "
              + JsonCursor.shown(here.value(field)));
    }
  }

  private List<CategoryStatistic> categories() throws IOException, RefusedFileException {
    json.expect(JsonToken.START_ARRAY, "categories");
    List<CategoryStatistic> result = new ArrayList<>();
    BitSet met = new BitSet();
    while (json.next() != JsonToken.END_ARRAY) {
      CategoryStatistic category = category();
      if (met.get(category.key())) {
        throw new RefusedFileException(
            "is damaged: a category is there twice, in line " + json.line());
      }
      met.set(category.key());
      result.add(category);
    }
    return result;
  }

  private CategoryStatistic category() throws IOException, RefusedFileException {
    json.is(JsonToken.START_OBJECT, "category");
    String events = "";
    List<String> methods = List.of();
    long observed = -1;
    long minimum = -1;
    double mean = Double.NaN;
    double baselineCallCost = Double.NaN;
    double loadedLeaf = Double.NaN;
    double serialized = Double.NaN;
    while (json.nextKey()) {
      switch (json.name()) {
        case "events" -> events = json.text();
        case "methods" -> methods = methods();
        case "observed" -> observed = json.integer("observed", Long.MAX_VALUE);
        case "minimum" -> minimum = json.integer("minimum", (long) JsonCursor.MAX_OVERHEAD);
        case "mean" -> mean = json.decimal("mean", 0);
        case "language" -> baselineCallCost = json.decimal("language", -JsonCursor.MAX_OVERHEAD);
        case "busy" -> loadedLeaf = json.decimal("busy", -JsonCursor.MAX_OVERHEAD);
        case "drained" -> serialized = json.decimal("drained", 0);
        default -> json.skip();
      }
    }
    int key = CategoryName.key(events, methods);
    if (key == CategoryName.NONE) {
      throw new RefusedFileException(
          "is damaged: no category is called "
              + JsonCursor.shown(events + " " + String.join(" ", methods))
              + ", in line "
              + json.line());
    }
    if (observed < 0 || minimum < 0 || Double.isNaN(mean) || Double.isNaN(baselineCallCost)) {
      throw new RefusedFileException("is damaged: a category is not whole, in line " + json.line());
    }
    return new CategoryStatistic(
        key, observed, minimum, mean, baselineCallCost, loadedLeaf, serialized);
  }

  private DeferredPathDelta deferredPathDelta() throws IOException, RefusedFileException {
    json.expect(JsonToken.START_OBJECT, CalibrationFile.DEFERRED_PATH_DELTA);
    double afterEntry = 0;
    double afterExit = 0;
    while (json.nextKey()) {
      switch (json.name()) {
        case "entry" -> afterEntry = json.decimal("entry", -JsonCursor.MAX_OVERHEAD);
        case "exit" -> afterExit = json.decimal("exit", -JsonCursor.MAX_OVERHEAD);
        default -> json.skip();
      }
    }
    return new DeferredPathDelta(afterEntry, afterExit);
  }

  private List<String> methods() throws IOException, RefusedFileException {
    json.expect(JsonToken.START_ARRAY, "methods");
    List<String> methods = new ArrayList<>();
    while (json.next() != JsonToken.END_ARRAY) {
      json.is(JsonToken.VALUE_STRING, "method");
      methods.add(json.current());
    }
    return methods;
  }
}
