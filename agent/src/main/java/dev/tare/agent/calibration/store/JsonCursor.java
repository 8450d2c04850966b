package dev.tare.agent.calibration.store;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A place in a calibration file, and the values that are expected there. */
final class JsonCursor {
  /** No overhead is as long: 1,000 seconds, or that many instructions. */
  static final double MAX_OVERHEAD = 1e12;

  private static final int MAX_SHOWN = 100;

  private final JsonParser json;

  JsonCursor(JsonParser json) {
    this.json = json;
  }

  /** Goes on; null at the end. */
  @Nullable JsonToken next() throws IOException {
    return json.nextToken();
  }

  /** Goes on to the object's next key; false at its end. */
  boolean nextKey() throws IOException {
    return json.nextToken() == JsonToken.FIELD_NAME;
  }

  /** The key that was met last. */
  String name() throws IOException {
    return json.currentName();
  }

  /** The value's text. */
  String current() throws IOException {
    return json.getText();
  }

  /** Where the present token begins. */
  long byteOffset() {
    return json.currentTokenLocation().getByteOffset();
  }

  /** Leaves a key's value out. */
  void skip() throws IOException {
    json.nextToken();
    json.skipChildren();
  }

  String text() throws IOException, RefusedFileException {
    expect(JsonToken.VALUE_STRING, json.currentName());
    return json.getText();
  }

  long integer(String what, long most) throws IOException, RefusedFileException {
    expect(JsonToken.VALUE_NUMBER_INT, what);
    if (json.getNumberType() != JsonParser.NumberType.BIG_INTEGER) {
      long value = json.getLongValue();
      if (value >= 0 && value <= most) {
        return value;
      }
    }
    throw outOfRange(what);
  }

  double decimal(String what, double least) throws IOException, RefusedFileException {
    if (!json.nextToken().isNumeric()) {
      throw unexpected(what);
    }
    double value = json.getDoubleValue();
    if (value >= least && value <= MAX_OVERHEAD) {
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

  void expect(JsonToken token, String what) throws IOException, RefusedFileException {
    json.nextToken();
    is(token, what);
  }

  void is(JsonToken token, String what) throws RefusedFileException {
    if (json.currentToken() != token) {
      throw unexpected(what);
    }
  }

  private RefusedFileException unexpected(String what) {
    return new RefusedFileException(
        "is damaged: " + shown(what) + " is not what it should be, in line " + line());
  }

  int line() {
    return json.currentLocation().getLineNr();
  }

  /** A part of the file, fit for a line on a terminal. */
  static String shown(String text) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < Math.min(text.length(), MAX_SHOWN); i++) {
      char c = text.charAt(i);
      line.append(c < ' ' || c > '~' ? '?' : c);
    }
    return text.isEmpty() ? "none" : line + (text.length() > MAX_SHOWN ? "..." : "");
  }
}
