package dev.tare.report.html;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.tare.profile.CallTree;
import dev.tare.profile.CpuSamples;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.Metric;
import dev.tare.profile.Profile;
import dev.tare.profile.SkippedMethod;
import dev.tare.profile.ThreadProfile;
import dev.tare.report.analysis.MethodNames;
import dev.tare.report.analysis.Uncertainty;
import dev.tare.report.diff.ProfileDiff;
import dev.tare.report.text.ReportHeader;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a page shows, as bytes that a browser decodes in a moment: names and heading as JSON,
 * preceded by its length in four bytes, then each thread's call trees ({@link TreeColumns}): its
 * calls, its CPU-time samples if it has some, and in a comparison its calls before. {@code data.js}
 * reads it.
 */
final class PageData {
  private static final JsonFactory JSON = new JsonFactory();

  private final String command;
  private final Metric metric;
  private final boolean isCalibrated;
  private final boolean isDiff;
  private final List<ReportHeader.Line> heading;
  private final List<MethodInfo> methods;
  private final List<SkippedMethod> skipped;
  private final List<PageThread> threads;

  private record PageThread(
      long id,
      String name,
      boolean virtual,
      CallTree tree,
      @Nullable CpuSamples samples,
      @Nullable CallTree before) {}

  /** The page of one profile. */
  static PageData of(Profile profile) {
    List<PageThread> threads = new ArrayList<>();
    for (ThreadProfile thread : profile.threads()) {
      threads.add(
          new PageThread(
              thread.id(),
              thread.name(),
              thread.virtual(),
              thread.tree(),
              thread.cpuSamples(),
              null));
    }
    return new PageData(
        profile,
        false,
        ReportHeader.of(profile, profile.threads()).lines(),
        profile.methods(),
        profile.skipped(),
        threads);
  }

  /** The page of a comparison, all threads as one. */
  static PageData of(ProfileDiff diff) {
    return new PageData(
        diff.after(),
        true,
        diff.heading().lines(),
        diff.methods(),
        List.of(),
        List.of(new PageThread(0, "all", false, diff.treeAfter(), null, diff.treeBefore())));
  }

  private PageData(
      Profile profile,
      boolean isDiff,
      List<ReportHeader.Line> heading,
      List<MethodInfo> methods,
      List<SkippedMethod> skipped,
      List<PageThread> threads) {
    command = profile.run().command();
    metric = profile.metric();
    isCalibrated = profile.calibration().isTakenOff();
    this.isDiff = isDiff;
    this.heading = heading;
    this.methods = methods;
    this.skipped = skipped;
    this.threads = threads;
  }

  void writeTo(OutputStream out) throws IOException {
    byte[] names = names();
    DataOutputStream data = new DataOutputStream(out);
    data.writeInt(names.length);
    data.write(names);
    for (PageThread thread : threads) {
      TreeColumns.write(thread.tree(), data);
      if (thread.samples() != null) {
        TreeColumns.write(thread.samples().tree(), data);
      }
      if (thread.before() != null) {
        TreeColumns.write(thread.before(), data);
      }
    }
    data.flush();
  }

  private byte[] names() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = JSON.createGenerator(bytes)) {
      json.writeStartObject();
      json.writeStringField("command", command);
      json.writeStringField("unit", metric.unit());
      json.writeStringField("metric", metric.name());
      json.writeBooleanField("calibrated", isCalibrated);
      json.writeBooleanField("diff", isDiff);
      json.writeNumberField("uncertainty", Uncertainty.OF_OVERHEAD);
      headingTo(json);
      methodsTo(json);
      threadsTo(json);
      skippedTo(json);
      json.writeEndObject();
    }
    return bytes.toByteArray();
  }

  private void headingTo(JsonGenerator json) throws IOException {
    json.writeArrayFieldStart("heading");
    for (ReportHeader.Line line : heading) {
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
  private void methodsTo(JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("methods");
    json.writeArrayFieldStart("classes");
    for (MethodInfo method : methods) {
      json.writeString(method.className());
    }
    json.writeEndArray();
    json.writeArrayFieldStart("names");
    for (MethodInfo method : methods) {
      json.writeString(method.name());
    }
    json.writeEndArray();
    json.writeArrayFieldStart("descriptors");
    for (MethodInfo method : methods) {
      json.writeString(method.descriptor());
    }
    json.writeEndArray();
    json.writeArrayFieldStart("suffixes");
    MethodNames names = new MethodNames(methods);
    for (int method = 0; method < methods.size(); method++) {
      json.writeString(names.suffix(method));
    }
    json.writeEndArray();
    json.writeArrayFieldStart("places");
    for (MethodInfo method : methods) {
      String file = method.file() == null ? "" : method.file();
      json.writeString(method.line() == 0 ? file : file + ":" + method.line());
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private void threadsTo(JsonGenerator json) throws IOException {
    json.writeArrayFieldStart("threads");
    for (PageThread thread : threads) {
      json.writeStartObject();
      json.writeNumberField("id", thread.id());
      json.writeStringField("name", thread.name());
      json.writeBooleanField("virtual", thread.virtual());
      CpuSamples samples = thread.samples();
      if (samples != null) {
        json.writeObjectFieldStart("samples");
        json.writeStringField("measures", samples.measures());
        json.writeNumberField("period_ns", samples.periodNanos());
        json.writeNumberField("failed", samples.failed());
        json.writeNumberField("lost", samples.lost());
        json.writeEndObject();
      }
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void skippedTo(JsonGenerator json) throws IOException {
    json.writeArrayFieldStart("skipped");
    for (SkippedMethod method : skipped) {
      json.writeStartArray();
      json.writeString(
          method.name().isEmpty() ? method.className() : method.className() + "." + method.name());
      json.writeString(method.reason());
      json.writeEndArray();
    }
    json.writeEndArray();
  }
}
