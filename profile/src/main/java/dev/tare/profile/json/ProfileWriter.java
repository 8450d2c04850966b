package dev.tare.profile.json;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tare.profile.AtomicFile;
import dev.tare.profile.CalibrationTable;
import dev.tare.profile.CpuSamples;
import dev.tare.profile.Lost;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.Metric;
import dev.tare.profile.ProfileParts;
import dev.tare.profile.ProfilerInfo;
import dev.tare.profile.RunInfo;
import dev.tare.profile.SkippedMethod;
import dev.tare.profile.ThreadParts;
import dev.tare.profile.TreeNodes;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;

/**
 * Writes a profile as JSON ({@code docs/profile-format.md}), one thread after another, and of each
 * thread one node after another: beyond the thread at hand it holds nothing but one open bracket
 * per level.
 */
public final class ProfileWriter {
  private static final int GZIP_BUFFER_BYTES = 1 << 15;

  /** The depth before the root. */
  private static final int NONE_OPEN = -1;

  private ProfileWriter() {}

  /**
   * Writes a file, whole or not at all ({@link AtomicFile}); gzipped where its name ends in {@code
   * .gz}.
   *
   * @throws IOException where it cannot be written; what the parts throw comes through as it is. In
   *     both cases the old file stays.
   */
  public static void write(ProfileParts parts, Path target) throws IOException {
    AtomicFile.write(
        target,
        out -> {
          if (target.toString().endsWith(".gz")) {
            GZIPOutputStream zipped = new GZIPOutputStream(out, GZIP_BUFFER_BYTES);
            write(parts, zipped);
            zipped.finish();
          } else {
            write(parts, out);
          }
        });
  }

  /** Writes to a stream, and leaves it open. */
  public static void write(ProfileParts parts, OutputStream out) throws IOException {
    JsonGenerator json = JsonLimits.FACTORY.createGenerator(out);
    json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
    // Closed only after success: closing would end the open brackets and make a torn profile look
    // whole.
    json.writeStartObject();
    json.writeStringField("format", ProfileReader.FORMAT);
    json.writeNumberField("version", ProfileReader.VERSION);
    profiler(json, parts.profiler());
    run(json, parts.run());
    settings(json, parts.settings());
    metric(json, parts.metric());
    json.writeArrayFieldStart("threads");
    for (Iterator<? extends ThreadParts> threads = parts.threadIterator(); threads.hasNext(); ) {
      thread(json, threads.next());
    }
    json.writeEndArray();
    methods(json, parts.methods());
    calibration(json, parts.calibration());
    skipped(json, parts.skipped());
    lost(json, parts.lost());
    json.writeEndObject();
    json.close();
  }

  private static void profiler(JsonGenerator json, ProfilerInfo profiler) throws IOException {
    json.writeObjectFieldStart("profiler");
    string(json, "name", profiler.name());
    string(json, "version", profiler.version());
    json.writeEndObject();
  }

  private static void run(JsonGenerator json, RunInfo run) throws IOException {
    json.writeObjectFieldStart("run");
    string(json, "started", run.started().toString());
    json.writeNumberField("duration_ns", run.durationNanos());
    json.writeNumberField("pid", run.pid());
    string(json, "command", run.command());
    string(json, "host", run.host());
    string(json, "os", run.os());
    string(json, "cpu", run.cpu());
    json.writeNumberField("cpus", run.cpus());
    json.writeObjectFieldStart("jvm");
    string(json, "vendor", run.jvm().vendor());
    string(json, "name", run.jvm().name());
    string(json, "version", run.jvm().version());
    json.writeEndObject();
    if (!run.windows().isEmpty()) {
      json.writeArrayFieldStart("windows");
      for (RunInfo.Window window : run.windows()) {
        json.writeStartObject();
        string(json, "started", window.started().toString());
        json.writeNumberField("duration_ns", window.durationNanos());
        json.writeEndObject();
      }
      json.writeEndArray();
    }
    json.writeEndObject();
  }

  private static void settings(JsonGenerator json, Map<String, String> settings)
      throws IOException {
    json.writeObjectFieldStart("settings");
    for (Map.Entry<String, String> setting : settings.entrySet()) {
      string(json, UnicodeText.wellFormed(setting.getKey()), setting.getValue());
    }
    json.writeEndObject();
  }

  private static void metric(JsonGenerator json, Metric metric) throws IOException {
    json.writeObjectFieldStart("metric");
    string(json, "name", metric.name());
    string(json, "unit", metric.unit());
    string(json, "source", metric.source());
    if (metric.requested() != null) {
      string(json, "requested", metric.requested());
    }
    if (metric.fallback() != null) {
      string(json, "fallback", metric.fallback());
    }
    json.writeEndObject();
  }

  private static void methods(JsonGenerator json, List<MethodInfo> methods) throws IOException {
    json.writeArrayFieldStart("methods");
    for (MethodInfo method : methods) {
      json.writeStartObject();
      string(json, "class", method.className());
      string(json, "method", method.name());
      string(json, "descriptor", method.descriptor());
      if (method.file() != null) {
        string(json, "file", method.file());
      }
      unlessZero(json, "line", method.line());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void thread(JsonGenerator json, ThreadParts thread) throws IOException {
    json.writeStartObject();
    json.writeNumberField("id", thread.id());
    string(json, "name", thread.name());
    json.writeBooleanField("virtual", thread.virtual());
    json.writeBooleanField("alive", thread.alive());
    json.writeNumberField("events", thread.events());
    json.writeFieldName("tree");
    tree(json, thread.nodes());
    CpuSamples samples = thread.cpuSamples();
    if (samples != null) {
      json.writeObjectFieldStart("cpu_samples");
      if (!samples.source().isEmpty()) {
        string(json, "source", samples.source());
      }
      string(json, "measures", samples.measures());
      json.writeNumberField("period_ns", samples.periodNanos());
      if (samples.cpuNanos() != CpuSamples.UNKNOWN) {
        json.writeNumberField("cpu_ns", samples.cpuNanos());
      }
      json.writeNumberField("taken", samples.taken());
      json.writeNumberField("failed", samples.failed());
      json.writeNumberField("lost", samples.lost());
      unlessZero(json, "truncated", samples.truncated());
      json.writeFieldName("tree");
      tree(json, samples.tree().nodes());
      json.writeEndObject();
    }
    json.writeEndObject();
  }

  /** Opens a bracket for each node and closes those of the subtrees that it leaves. */
  private static void tree(JsonGenerator json, TreeNodes nodes) throws IOException {
    int depth = NONE_OPEN;
    while (nodes.next()) {
      if (nodes.depth() > depth) {
        if (depth != NONE_OPEN) {
          json.writeArrayFieldStart("children");
        }
      } else {
        close(json, depth, nodes.depth());
      }
      depth = nodes.depth();
      node(json, nodes);
    }
    close(json, depth, 0);
  }

  /** Closes the open node and those above it, up to the depth of another that follows. */
  private static void close(JsonGenerator json, int depth, int next) throws IOException {
    json.writeEndObject();
    for (int left = depth; left > next; left--) {
      json.writeEndArray();
      json.writeEndObject();
    }
  }

  private static void node(JsonGenerator json, TreeNodes node) throws IOException {
    json.writeStartObject();
    if (node.depth() != 0) {
      json.writeNumberField("method", node.method());
    }
    unlessZero(json, "calls", node.calls());
    unlessZero(json, "exceptions", node.exceptions());
    unlessZero(json, "open", node.open());
    unlessZero(json, "carried", node.carried());
    unlessZero(json, "self", node.self());
    unlessZero(json, "overhead", node.overhead());
    unlessZero(json, "cut", node.cut());
    unlessZero(json, "samples", node.samples());
  }

  private static void calibration(JsonGenerator json, CalibrationTable calibration)
      throws IOException {
    json.writeObjectFieldStart("calibration");
    string(json, "policy", calibration.policy());
    if (!calibration.source().isEmpty()) {
      string(json, "source", calibration.source());
    }
    json.writeNumberField("overhead", calibration.overhead());
    json.writeArrayFieldStart("categories");
    for (CalibrationTable.Category category : calibration.categories()) {
      json.writeStartObject();
      string(json, "events", category.events());
      json.writeArrayFieldStart("methods");
      for (String method : category.methods()) {
        json.writeString(UnicodeText.wellFormed(method));
      }
      json.writeEndArray();
      json.writeNumberField("observed", category.observed());
      json.writeNumberField("minimum", category.minimum());
      json.writeNumberField("language", category.language());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void skipped(JsonGenerator json, List<SkippedMethod> skipped) throws IOException {
    json.writeArrayFieldStart("skipped");
    for (SkippedMethod method : skipped) {
      json.writeStartObject();
      string(json, "class", method.className());
      string(json, "method", method.name());
      string(json, "descriptor", method.descriptor());
      string(json, "reason", method.reason());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void lost(JsonGenerator json, Lost lost) throws IOException {
    json.writeObjectFieldStart("lost");
    json.writeNumberField("calls_past_maxnodes", lost.callsPastMaxnodes());
    json.writeEndObject();
  }

  private static void unlessZero(JsonGenerator json, String key, long value) throws IOException {
    if (value != 0) {
      json.writeNumberField(key, value);
    }
  }

  private static void string(JsonGenerator json, String key, String value) throws IOException {
    json.writeStringField(key, UnicodeText.wellFormed(value));
  }
}
