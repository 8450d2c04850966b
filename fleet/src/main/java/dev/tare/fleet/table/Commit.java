package dev.tare.fleet.table;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What one ingestion added. The table is the sum of its commits; a file that none of them lists
 * does not belong to it.
 *
 * @param number from 1, without gaps
 * @param profiles how many were added
 * @param files the files, of every kind
 */
public record Commit(int number, long profiles, List<DataFile> files) {
  private static final JsonFactory JSON = new JsonFactory();

  public Commit {
    files = List.copyOf(files);
  }

  /** The same commit with other files. */
  public Commit withFiles(List<DataFile> others) {
    return new Commit(number, profiles, others);
  }

  /** On one line, which is what Spark's reader of JSON expects. */
  byte[] text() throws IOException {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      json.writeStartObject();
      json.writeNumberField("number", number);
      json.writeNumberField("profiles", profiles);
      json.writeArrayFieldStart("files");
      for (DataFile file : files) {
        json.writeStartObject();
        json.writeStringField("kind", file.kind().key());
        json.writeStringField("path", file.path());
        json.writeStringField("service", file.service());
        json.writeStringField("hour", file.hour());
        json.writeNumberField("rows", file.rows());
        json.writeNumberField("bytes", file.bytes());
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    return text.toByteArray();
  }

  static Commit read(InputStream in) throws IOException {
    int number = 0;
    long profiles = 0;
    List<DataFile> files = new ArrayList<>();
    try (JsonParser json = JSON.createParser(in)) {
      json.nextToken();
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String key = json.currentName();
        json.nextToken();
        switch (key) {
          case "number" -> number = json.getIntValue();
          case "profiles" -> profiles = json.getLongValue();
          case "files" -> {
            while (json.nextToken() == JsonToken.START_OBJECT) {
              files.add(file(json));
            }
          }
          default -> json.skipChildren();
        }
      }
    }
    return new Commit(number, profiles, files);
  }

  private static DataFile file(JsonParser json) throws IOException {
    Kind kind = Kind.FILES;
    String path = "";
    String service = "";
    String hour = "";
    long rows = 0;
    long bytes = 0;
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String key = json.currentName();
      json.nextToken();
      switch (key) {
        case "kind" -> kind = Kind.valueOf(json.getText().toUpperCase(Locale.ROOT));
        case "path" -> path = json.getText();
        case "service" -> service = json.getText();
        case "hour" -> hour = json.getText();
        case "rows" -> rows = json.getLongValue();
        case "bytes" -> bytes = json.getLongValue();
        default -> json.skipChildren();
      }
    }
    return new DataFile(kind, path, service, hour, rows, bytes);
  }
}
