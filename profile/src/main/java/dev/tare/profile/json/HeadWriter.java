package dev.tare.profile.json;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tare.profile.BudgetUse;
import dev.tare.profile.CalibrationTable;
import dev.tare.profile.CpuSamples;
import dev.tare.profile.Interruptions;
import dev.tare.profile.Limits;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.MethodSums;
import dev.tare.profile.Metric;
import dev.tare.profile.ProfileParts;
import dev.tare.profile.ProfilerInfo;
import dev.tare.profile.RunInfo;
import dev.tare.profile.SkippedMethod;
import dev.tare.profile.ThreadParts;
import dev.tare.profile.ThreadProfile;
import dev.tare.profile.ThreadSums;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/** What a profile says beside its nodes, as JSON. */
final class HeadWriter {
  private HeadWriter() {}

  /**
   * Writes what is known before the threads are asked for.
   *
   * @return the metric
   */
  static Metric start(JsonGenerator json, ProfileParts parts) throws IOException {
    json.writeStringField("format", ProfileReader.FORMAT);
    json.writeNumberField("version", ProfileReader.VERSION);
    profiler(json, parts.profiler());
    run(json, parts.run());
    settings(json, parts.settings());
    Metric metric = parts.metric();
    metric(json, metric);
    return metric;
  }

  /** Writes what is known once all threads were asked for, but for the methods. */
  static void end(
      JsonGenerator json, CalibrationTable calibration, List<SkippedMethod> skipped, Limits limits)
      throws IOException {
    calibration(json, calibration);
    skipped(json, skipped);
    limits(json, limits);
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
    BudgetUse budget = run.budget();
    if (budget != null) {
      BudgetJson.write(json, budget);
    }
    if (!run.labels().isEmpty()) {
      json.writeObjectFieldStart("labels");
      for (Map.Entry<String, String> label : run.labels().entrySet()) {
        string(json, UnicodeText.wellFormed(label.getKey()), label.getValue());
      }
      json.writeEndObject();
    }
    if (!run.sampling().isEmpty()) {
      string(json, "sampling", run.sampling());
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
    if (metric.waitingKnown()) {
      json.writeBooleanField("waiting_known", true);
    }
    json.writeEndObject();
  }

  /** Writes the methods as columns, with what each of them adds up to. */
  static void methods(
      JsonGenerator json, List<MethodInfo> methods, MethodSums sums, boolean waitingKnown)
      throws IOException {
    Map<String, Integer> origins = new LinkedHashMap<>();
    for (MethodInfo method : methods) {
      if (!method.origin().isEmpty()) {
        origins.putIfAbsent(method.origin(), origins.size());
      }
    }
    texts(json, "origins", List.copyOf(origins.keySet()), origin -> origin);
    json.writeObjectFieldStart("methods");
    texts(json, "class", methods, MethodInfo::className);
    texts(json, "method", methods, MethodInfo::name);
    texts(json, "descriptor", methods, MethodInfo::descriptor);
    texts(json, "file", methods, MethodInfo::file);
    numbers(json, "line", methods, method -> methods.get(method).line());
    numbers(json, "calls", methods, sums::calls);
    numbers(json, "callee_calls", methods, sums::calleeCalls);
    numbers(json, "self", methods, sums::self);
    numbers(json, "total", methods, sums::total);
    numbers(json, "overhead", methods, sums::overhead);
    numbers(json, "samples", methods, sums::samples);
    if (waitingKnown) {
      numbers(json, "waiting", methods, sums::waiting);
      numbers(json, "total_waiting", methods, sums::totalWaiting);
    }
    texts(json, "tier", methods, MethodInfo::tier);
    numbers(json, "origin", methods, row -> origins.getOrDefault(methods.get(row).origin(), -1));
    json.writeEndObject();
  }

  private static <T> void texts(
      JsonGenerator json, String key, List<T> rows, Function<T, @Nullable String> text)
      throws IOException {
    json.writeArrayFieldStart(key);
    for (T row : rows) {
      String value = text.apply(row);
      if (value == null) {
        json.writeNull();
      } else {
        json.writeString(UnicodeText.wellFormed(value));
      }
    }
    json.writeEndArray();
  }

  private static void numbers(
      JsonGenerator json, String key, List<MethodInfo> methods, IntToLongFunction number)
      throws IOException {
    json.writeArrayFieldStart(key);
    for (int method = 0; method < methods.size(); method++) {
      json.writeNumber(number.applyAsLong(method));
    }
    json.writeEndArray();
  }

  /**
   * Writes a thread as a value.
   *
   * @param nodes the row of its nodes among all
   * @param sampleNodes the row of its samples' nodes among all of samples
   * @param metric whether it is wall time, and what of that is known
   */
  static void thread(
      JsonGenerator json,
      ThreadParts thread,
      ThreadSums sums,
      Row nodes,
      Row sampleNodes,
      Metric metric)
      throws IOException {
    json.writeStartObject();
    json.writeNumberField("id", thread.id());
    string(json, "name", thread.name());
    json.writeBooleanField("virtual", thread.virtual());
    json.writeBooleanField("alive", thread.alive());
    if (thread.threads() != ThreadProfile.threadsUnlessToldOf(thread.virtual())) {
      json.writeNumberField("threads", thread.threads());
    }
    json.writeNumberField("events", thread.events());
    row(json, nodes);
    json.writeNumberField("calls", sums.calls());
    json.writeNumberField("self", sums.self());
    json.writeNumberField("overhead", sums.overhead());
    json.writeNumberField("outside", sums.outside());
    json.writeNumberField("outside_overhead", sums.outsideOverhead());
    Interruptions interruptions = thread.interruptions();
    if (metric.isTime()) {
      long running = sums.self() + sums.overhead();
      json.writeNumberField("wall_ns", running + interruptions.nanos());
      if (metric.waitingKnown()) {
        json.writeNumberField("cpu_ns", running - sums.waiting());
        json.writeNumberField("waiting_ns", sums.waiting());
        json.writeNumberField("outside_waiting_ns", sums.outsideWaiting());
      }
    }
    json.writeNumberField("switched_out_ns", interruptions.switchedOutNanos());
    json.writeNumberField("collected_ns", interruptions.collectedNanos());
    CpuSamples samples = thread.cpuSamples();
    if (samples != null) {
      cpuSamples(json, samples, sampleNodes);
    }
    json.writeEndObject();
  }

  /** So many nodes in a row. */
  record Row(int first, int nodes) {}

  private static void row(JsonGenerator json, Row row) throws IOException {
    json.writeNumberField("first_node", row.first());
    json.writeNumberField("nodes", row.nodes());
  }

  private static void cpuSamples(JsonGenerator json, CpuSamples samples, Row row)
      throws IOException {
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
    json.writeNumberField("truncated", samples.truncated());
    row(json, row);
    json.writeEndObject();
  }

  private static void calibration(JsonGenerator json, CalibrationTable calibration)
      throws IOException {
    json.writeObjectFieldStart("calibration");
    string(json, "policy", calibration.policy());
    if (!calibration.source().isEmpty()) {
      string(json, "source", calibration.source());
    }
    if (!calibration.training().isEmpty()) {
      string(json, "training", calibration.training());
    }
    if (!Double.isNaN(calibration.uncertainty())) {
      json.writeNumberField("uncertainty", calibration.uncertainty());
    }
    if (!Double.isNaN(calibration.fluctuation())) {
      json.writeNumberField("fluctuation", calibration.fluctuation());
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
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void skipped(JsonGenerator json, List<SkippedMethod> skipped) throws IOException {
    json.writeObjectFieldStart("skipped");
    texts(json, "class", skipped, SkippedMethod::className);
    texts(json, "method", skipped, SkippedMethod::name);
    texts(json, "descriptor", skipped, SkippedMethod::descriptor);
    texts(json, "reason", skipped, SkippedMethod::reason);
    json.writeEndObject();
  }

  private static void limits(JsonGenerator json, Limits limits) throws IOException {
    json.writeObjectFieldStart("limits");
    json.writeNumberField("calls_past_maxnodes", limits.callsPastMaxnodes());
    json.writeObjectFieldStart("folded");
    json.writeNumberField("nodes", limits.folded().nodes());
    json.writeNumberField("calls", limits.folded().calls());
    json.writeNumberField("self", limits.folded().self());
    json.writeEndObject();
    if (!limits.missedInclude().isEmpty()) {
      string(json, "missed_include", limits.missedInclude());
    }
    json.writeEndObject();
  }

  private static void string(JsonGenerator json, String key, String value) throws IOException {
    json.writeStringField(key, UnicodeText.wellFormed(value));
  }
}
