package dev.tare.profile.json;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import java.io.IOException;

/** A line for each key of the outermost object, and no other white space. */
final class TopLevelLines extends MinimalPrettyPrinter {
  private static final long serialVersionUID = 1;

  private int depth;

  @Override
  public void writeStartObject(JsonGenerator json) throws IOException {
    super.writeStartObject(json);
    if (depth++ == 0) {
      json.writeRaw('\n');
    }
  }

  @Override
  public void writeObjectEntrySeparator(JsonGenerator json) throws IOException {
    super.writeObjectEntrySeparator(json);
    if (depth == 1) {
      json.writeRaw('\n');
    }
  }

  @Override
  public void writeEndObject(JsonGenerator json, int entries) throws IOException {
    depth--;
    super.writeEndObject(json, entries);
  }
}
