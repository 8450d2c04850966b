package dev.tare.profile.json;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.InputCoercionException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where a reader is in a profile, or in another JSON file of the profiler's. It moves on value by
 * value; what is not as it must be is told by a {@link ProfileFormatException} of one line, with
 * the place.
 */
public final class JsonCursor {
  static final String FOLLOWED = "not a profile: something follows its end";

  private static final int MAX_SHOWN = 40;

  private final JsonParser json;

  /** The parser is this cursor's from here on. */
  public JsonCursor(JsonParser json) {
    this.json = json;
  }

  /** The next token; inside the profile there always is one. */
  public JsonToken next() throws IOException {
    JsonToken token = json.nextToken();
    if (token == null) {
      throw new ProfileFormatException("truncated: the file ends inside the profile" + here());
    }
    return token;
  }

  /** The token at hand. */
  @Nullable JsonToken current() {
    return json.currentToken();
  }

  /** Goes on to the next key of an object; false where it ends. */
  public boolean nextKey() throws IOException {
    return next() != JsonToken.END_OBJECT;
  }

  /** The key at hand. */
  public String key() throws IOException {
    return json.currentName();
  }

  /** Goes into the next object of an array; false where the array ends. */
  public boolean nextObject() throws IOException {
    JsonToken token = next();
    if (token == JsonToken.END_ARRAY) {
      return false;
    }
    if (token != JsonToken.START_OBJECT) {
      throw bad("an object was expected");
    }
    return true;
  }

  /** Goes into the object that is the key's value. */
  public void enterObject() throws IOException {
    enter(JsonToken.START_OBJECT, "an object");
  }

  /** Goes into the array that is the key's value. */
  public void enterArray() throws IOException {
    enter(JsonToken.START_ARRAY, "an array");
  }

  /** Goes into what is the key's value; true where it is an object, false where it is an array. */
  boolean enterObjectOrArray() throws IOException {
    String key = json.currentName();
    JsonToken token = next();
    if (token != JsonToken.START_OBJECT && token != JsonToken.START_ARRAY) {
      throw bad(key + " must be an object or an array");
    }
    return token == JsonToken.START_OBJECT;
  }

  private void enter(JsonToken bracket, String name) throws IOException {
    String key = json.currentName();
    if (next() != bracket) {
      throw bad(key + " must be " + name);
    }
  }

  /** Passes over the key's value. */
  public void skip() throws IOException {
    next();
    json.skipChildren();
  }

  /** The key's value, a string. */
  public String text() throws IOException {
    String key = json.currentName();
    if (next() != JsonToken.VALUE_STRING) {
      throw bad(key + " must be a string");
    }
    return json.getText();
  }

  /** An array of texts. */
  public List<String> texts() throws IOException {
    List<String> result = new ArrayList<>();
    for (String text : optionalTexts()) {
      if (text == null) {
        throw bad("a string was expected");
      }
      result.add(text);
    }
    return result;
  }

  /** An array of texts, some of which may be null. */
  List<@Nullable String> optionalTexts() throws IOException {
    List<@Nullable String> result = new ArrayList<>();
    enterArray();
    while (next() != JsonToken.END_ARRAY) {
      if (json.currentToken() == JsonToken.VALUE_NULL) {
        result.add(null);
      } else if (json.currentToken() == JsonToken.VALUE_STRING) {
        result.add(json.getText());
      } else {
        throw bad("a string was expected");
      }
    }
    return result;
  }

  /** An object of texts; other scalars as they are written, and what is none is passed over. */
  Map<String, String> textsByKey() throws IOException {
    Map<String, String> result = new LinkedHashMap<>();
    enterObject();
    while (nextKey()) {
      String key = json.currentName();
      if (next().isScalarValue()) {
        result.put(key, json.getText());
      } else {
        json.skipChildren();
      }
    }
    return result;
  }

  /** The key's value, an integer of 64 bits. */
  public long integer() throws IOException {
    String key = json.currentName();
    next();
    return integer(key);
  }

  /**
   * An array of integers.
   *
   * @param key names the array in messages
   */
  long[] integers(String key) throws IOException {
    enterArray();
    long[] values = new long[16];
    int count = 0;
    while (!endsArray()) {
      if (count == values.length) {
        values = Arrays.copyOf(values, 2 * count);
      }
      values[count++] = integer(key);
    }
    return Arrays.copyOf(values, count);
  }

  /** Goes on to the next element of an array; whether it ends instead. */
  boolean endsArray() throws IOException {
    return next() == JsonToken.END_ARRAY;
  }

  /**
   * The integer that was reached: an element of an array, where {@link #endsArray} says that there
   * is one.
   *
   * @param key names it in messages
   */
  long integer(String key) throws IOException {
    if (json.currentToken() != JsonToken.VALUE_NUMBER_INT) {
      throw bad(key + " must be an integer");
    }
    try {
      return json.getLongValue();
    } catch (InputCoercionException e) {
      throw bad(key + " is " + abbreviated(json.getText()) + ", out of the range of 64 bits");
    }
  }

  /** The key's value, a number; infinite where it is too large for a {@code double}. */
  public double decimal() throws IOException {
    String key = json.currentName();
    if (!next().isNumeric()) {
      throw bad(key + " must be a number");
    }
    return json.getDoubleValue();
  }

  /** A number from 0 on that fits an int. */
  int index() throws IOException {
    String key = json.currentName();
    return index(key, integer());
  }

  /** The value, where it is an index. */
  int index(String key, long value) throws IOException {
    if (value < 0 || value > Integer.MAX_VALUE) {
      throw bad(key + " is " + value + ", out of range");
    }
    return (int) value;
  }

  boolean bool() throws IOException {
    String key = json.currentName();
    JsonToken token = next();
    if (!token.isBoolean()) {
      throw bad(key + " must be true or false");
    }
    return token == JsonToken.VALUE_TRUE;
  }

  Instant instant() throws IOException {
    String key = json.currentName();
    String text = text();
    try {
      return Instant.parse(text);
    } catch (DateTimeParseException e) {
      throw bad(key + " is \"" + abbreviated(text) + "\", not a time like 2026-11-21T05:00:00Z");
    }
  }

  /** Whether nothing follows. */
  public boolean isAtEnd() throws IOException {
    return json.nextToken() == null;
  }

  /** Gives back what was read of the stream and not looked at yet. */
  void releaseTo(OutputStream out) throws IOException {
    json.releaseBuffered(out);
  }

  /** What is wrong, with the place. */
  public ProfileFormatException bad(String what) {
    return new ProfileFormatException(what + here());
  }

  /** The place, for a message. */
  String here() {
    return place(json.currentLocation());
  }

  /**
   * What the parser says, in this package's words.
   *
   * @param text what it reads from
   * @param isProfile whether it is known to be one, damaged or not
   */
  ProfileFormatException explained(JsonProcessingException e, InputStream text, boolean isProfile)
      throws IOException {
    if (e instanceof StreamConstraintsException) { // It has no place of its own.
      return new ProfileFormatException(
          "not a profile: longer numbers or names, or deeper nesting, than profiles have" + here(),
          e);
    }
    String place = place(e.getLocation());
    if (isProfile && json.getParsingContext().inRoot()) {
      return new ProfileFormatException(FOLLOWED + place, e);
    }
    // Jackson has three ways to say that the input ends too early: an exception for it, a sentence,
    // and, where a literal like "false" is cut, that it does not know the word.
    boolean truncated =
        e instanceof JsonEOFException
            || firstLine(e.getOriginalMessage()).startsWith("Unexpected end-of-input")
            || (isProfile
                && json.releaseBuffered(OutputStream.nullOutputStream()) <= 0
                && text.read() == -1);
    if (truncated) {
      return new ProfileFormatException("truncated: the file ends inside the profile" + place, e);
    }
    return new ProfileFormatException(
        isProfile
            ? "damaged: not JSON from here on" + place + "; copy the file again"
            : "not a profile: not JSON" + place + ", but profiles are, gzipped or not",
        e);
  }

  private static String place(@Nullable JsonLocation location) {
    return location == null
        ? ""
        : " (line " + location.getLineNr() + ", column " + location.getColumnNr() + ")";
  }

  static String firstLine(@Nullable String message) {
    return message == null ? "" : message.lines().findFirst().orElse("");
  }

  /** A part of the file, fit for a message of one line. */
  static String abbreviated(String text) {
    String line = text.replaceAll("\\p{Cntrl}", "?");
    return line.length() <= MAX_SHOWN ? line : line.substring(0, MAX_SHOWN) + "...";
  }
}
