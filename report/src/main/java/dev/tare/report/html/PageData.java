package dev.tare.report.html;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.tare.profile.CpuSamples;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.Profile;
import dev.tare.profile.SkippedMethod;
import dev.tare.profile.ThreadProfile;
import dev.tare.report.text.Heading;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/**
 * What a page shows, as bytes that a browser decodes in a moment: names and heading as JSON,
 * preceded by its length in four bytes, then each thread's call tree and, if it has one, its tree
 * of CPU-time samples ({@link TreeColumns}). {@code data.js} reads it.
 */
final class PageData {
  private static final JsonFactory JSON = new JsonFactory();

  private final Profile profile;

  PageData(Profile profile) {
    this.profile = profile;
  }

  void writeTo(OutputStream out) throws IOException {
    byte[] names = names();
    DataOutputStream data = new DataOutputStream(out);
    data.writeInt(names.length);
    data.write(names);
    for (ThreadProfile thread : profile.threads()) {
      TreeColumns.write(thread.tree(), data);
      CpuSamples samples = thread.cpuSamples();
      if (samples != null) {
        TreeColumns.write(samples.tree(), data);
      }
    }
    data.flush();
  }

  private byte[] names() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = JSON.createGenerator(bytes)) {
      json.writeStartObject();
      json.writeStringField("command", profile.run().command());
      json.writeStringField("unit", profile.metric().unit());
      json.writeStringField("metric", profile.metric().name());
      json.writeBooleanField("calibrated", !profile.calibration().policy().equals("off"));
      heading(json);
      methods(json);
      threads(json);
      skipped(json);
      json.writeEndObject();
    }
    return bytes.toByteArray();
  }

  private void heading(JsonGenerator json) throws IOException {
    json.writeArrayFieldStart("heading");
    for (Heading.Line line : Heading.of(profile, profile.threads()).lines()) {
      json.writeStartArray();
      json.writeString(line.label());
      json.writeString(line.text());
      json.writeEndArray();
    }
    json.writeEndArray();
  }

  /**
   * Column by column: one array of a thousand strings is smaller and read faster than a thousand
   * objects.
   */
  private void methods(JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("methods");
    json.writeArrayFieldStart("classes");
    for (MethodInfo method : profile.methods()) {
      json.writeString(method.className());
    }
    json.writeEndArray();
    json.writeArrayFieldStart("names");
    for (MethodInfo method : profile.methods()) {
      json.writeString(method.name());
    }
    json.writeEndArray();
    json.writeArrayFieldStart("descriptors");
    for (MethodInfo method : profile.methods()) {
      json.writeString(method.descriptor());
    }
    json.writeEndArray();
    json.writeArrayFieldStart("places");
    for (MethodInfo method : profile.methods()) {
      String file = method.file() == null ? "" : method.file();
      json.writeString(method.line() == 0 ? file : file + ":" + method.line());
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private void threads(JsonGenerator json) throws IOException {
    json.writeArrayFieldStart("threads");
    for (ThreadProfile thread : profile.threads()) {
      json.writeStartObject();
      json.writeNumberField("id", thread.id());
      json.writeStringField("name", thread.name());
      json.writeBooleanField("virtual", thread.virtual());
      CpuSamples samples = thread.cpuSamples();
      if (samples != null) {
        json.writeObjectFieldStart("samples");
        json.writeNumberField("period_ns", samples.periodNanos());
        json.writeNumberField("failed", samples.failed());
        json.writeNumberField("lost", samples.lost());
        json.writeEndObject();
      }
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void skipped(JsonGenerator json) throws IOException {
    json.writeArrayFieldStart("skipped");
    for (SkippedMethod method : profile.skipped()) {
      json.writeStartArray();
      json.writeString(
          method.name().isEmpty() ? method.className() : method.className() + "." + method.name());
      json.writeString(method.reason());
      json.writeEndArray();
    }
    json.writeEndArray();
  }
}
