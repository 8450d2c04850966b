package dev.tare.report.html;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.tare.profile.CallTree;
import dev.tare.profile.CpuSamples;
import dev.tare.profile.Limits;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.MethodSums;
import dev.tare.profile.Metric;
import dev.tare.profile.Profile;
import dev.tare.profile.SkippedMethod;
import dev.tare.profile.ThreadProfile;
import dev.tare.profile.ThreadSums;
import dev.tare.report.analysis.MethodNames;
import dev.tare.report.analysis.MethodTotals;
import dev.tare.report.analysis.Signature;
import dev.tare.report.analysis.Uncertainty;
import dev.tare.report.diff.Noise;
import dev.tare.report.diff.ProfileDiff;
import dev.tare.report.text.NextSteps;
import dev.tare.report.text.ReportHeader;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * What a page shows, as bytes that a browser decodes in a moment: names and heading as JSON,
 * preceded by its length in four bytes, then the call trees of all threads as one {@link PageTree},
 * and one more of their CPU-time samples, where there are some. The trees of a comparison are those
 * after and before. {@code data.js} reads it.
 */
final class PageData {
  private static final JsonFactory JSON = new JsonFactory();

  /** A page of more nodes than this has rounded values: exact ones are three bytes a node. */
  private static final long MAX_EXACT_NODES = 4_000_000;

  private final String command;
  private final Metric metric;
  private final boolean isCalibrated;
  private final boolean isDiff;
  private final boolean isWall;
  private final boolean isSampledMode;
  private final List<ReportHeader.Line> heading;
  private final List<MethodInfo> methods;
  private final List<SkippedMethod> skipped;
  private final List<ThreadProfile> threads;
  private final MethodTotals totals;
  private final List<Uncertainty> uncertainties;

  /** How many nodes are parts of the nodes above them, which have none of their calls. */
  private final long foldedNodes;

  private final int threadsCallsKind;

  /**
   * What methods add up to with all of their nodes, of each side; none where nodes say the same.
   */
  private final List<MethodSums> sums;

  /** Whether these have the calls of folded nodes. */
  private final boolean areCallsWhole;

  private final @Nullable Noise noise;

  /** The page of one profile, which opens with wall time or, where waiting is known, with work. */
  static PageData of(Profile profile, Profile seen, Uncertainty uncertainty, boolean isWall) {
    List<ReportHeader.Line> heading = new ArrayList<>(ReportHeader.of(profile, seen).lines());
    for (String step : NextSteps.of(profile, profile.threads())) {
      heading.add(new ReportHeader.Line("next", step));
    }
    Limits.Folded folded = profile.limits().folded();
    MethodTotals totals = MethodTotals.of(seen, seen.threads());
    boolean haveSumsMore =
        folded.nodes() > 0
            && totals.areCallsWhole(folded, MethodTotals.of(seen.threads(), totals.methods()));
    MethodSums sums = haveSumsMore ? seen.sums() : null;
    return new PageData(
        profile,
        false,
        isWall,
        heading,
        seen.methods(),
        profile.skipped(),
        seen.threads(),
        totals,
        List.of(uncertainty),
        folded.nodes(),
        sums == null ? List.of() : List.of(sums),
        sums != null,
        null);
  }

  /** The page of a comparison, all threads as one. */
  static PageData of(ProfileDiff diff) {
    List<ThreadProfile> sides =
        List.of(thread("after", diff.treeAfter()), thread("before", diff.treeBefore()));
    return new PageData(
        diff.after(),
        true,
        false,
        diff.heading().lines(),
        diff.methods(),
        List.of(),
        sides,
        MethodTotals.of(sides, diff.methods().size()),
        List.of(diff.uncertaintyAfter(), diff.uncertaintyBefore()),
        diff.foldedNodes(),
        List.of(diff.sumsAfter(), diff.sumsBefore()),
        diff.areCallsWhole(),
        diff.noise(false));
  }

  private static ThreadProfile thread(String name, CallTree tree) {
    return new ThreadProfile(0, name, false, false, 0, tree, null);
  }

  private PageData(
      Profile profile,
      boolean isDiff,
      boolean isWall,
      List<ReportHeader.Line> heading,
      List<MethodInfo> methods,
      List<SkippedMethod> skipped,
      List<ThreadProfile> threads,
      MethodTotals totals,
      List<Uncertainty> uncertainties,
      long foldedNodes,
      List<MethodSums> sums,
      boolean areCallsWhole,
      @Nullable Noise noise) {
    this.uncertainties = uncertainties;
    this.foldedNodes = foldedNodes;
    this.sums = sums;
    this.areCallsWhole = areCallsWhole;
    this.noise = noise;
    threadsCallsKind = profile.threadsCallsKind().number();
    command = profile.run().command();
    metric = profile.metric();
    isCalibrated = profile.calibration().isSubtracted();
    this.isDiff = isDiff;
    this.isWall = isWall;
    // A comparison has no self values of counted methods in any mode.
    isSampledMode = profile.isSampled() && !isDiff;
    this.heading = heading;
    this.methods = methods;
    this.skipped = skipped;
    this.threads = threads;
    this.totals = totals;
  }

  void writeTo(OutputStream out) throws IOException {
    writeTo(out, MAX_EXACT_NODES);
  }

  /**
   * Writes all of the page's data.
   *
   * @param maxExactNodes values of more nodes than this are rounded
   */
  void writeTo(OutputStream out, long maxExactNodes) throws IOException {
    PageTree calls = new PageTree(methods.size());
    PageTree samples = new PageTree(methods.size());
    boolean isSampled = false;
    for (ThreadProfile thread : threads) {
      calls.add(thread.tree());
      if (thread.cpuSamples() != null) {
        samples.add(thread.cpuSamples().tree());
        isSampled = true;
      }
    }
    boolean isRounded = calls.nodeCount() > maxExactNodes;
    byte[] names = names(isRounded);
    DataOutputStream data = new DataOutputStream(out);
    data.writeInt(names.length);
    data.write(names);
    PageNumbers numbers = new PageNumbers(data);
    calls.writeTo(numbers, isRounded);
    if (isSampled) {
      samples.writeTo(numbers, false);
    }
    data.flush();
  }

  private byte[] names(boolean isRounded) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = JSON.createGenerator(bytes)) {
      json.writeStartObject();
      json.writeStringField("command", command);
      json.writeStringField("unit", metric.unit());
      json.writeStringField("metric", metric.name());
      json.writeBooleanField("calibrated", isCalibrated);
      json.writeBooleanField("diff", isDiff);
      json.writeBooleanField("rounded", isRounded);
      json.writeBooleanField("waitingKnown", metric.waitingKnown());
      json.writeBooleanField("wall", isWall);
      json.writeBooleanField("sampledMode", isSampledMode);
      json.writeNumberField("folded", foldedNodes);
      json.writeNumberField("threadsCallsKind", threadsCallsKind);
      json.writeBooleanField("callsWhole", areCallsWhole);
      uncertaintiesTo(json);
      sumsTo(json);
      noiseTo(json);
      headingTo(json);
      methodsTo(json);
      threadsTo(json);
      skippedTo(json);
      json.writeEndObject();
    }
    return bytes.toByteArray();
  }

  /**
   * Of each method the part of its overhead by which that may be wrong in all of the run alike, and
   * what of that is wrong in a moment.
   */
  private void uncertaintiesTo(JsonGenerator json) throws IOException {
    for (int side = 0; side < uncertainties.size(); side++) {
      json.writeArrayFieldStart(side == 0 ? "uncertainty" : "uncertaintyBefore");
      for (int method = 0; method < methods.size(); method++) {
        json.writeNumber((float) uncertainties.get(side).share(method));
      }
      json.writeEndArray();
      Uncertainty.Momentary momentary = uncertainties.get(side).momentary();
      json.writeObjectFieldStart(side == 0 ? "momentary" : "momentaryBefore");
      json.writeNumberField("ratio", momentary.ratio());
      json.writeNumberField("moment", momentary.moment());
      json.writeNumberField("ofReading", momentary.ofReading());
      json.writeNumberField("spread", momentary.spread());
      json.writeEndObject();
    }
  }

  private void sumsTo(JsonGenerator json) throws IOException {
    if (sums.isEmpty()) {
      return;
    }
    json.writeArrayFieldStart("sums");
    for (MethodSums side : sums) {
      json.writeStartObject();
      column(json, "calls", side::calls);
      column(json, "self", side::self);
      column(json, "total", side::total);
      column(json, "overhead", side::overhead);
      column(json, "waiting", side::waiting);
      column(json, "totalWaiting", side::totalWaiting);
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void column(JsonGenerator json, String name, IntToLongFunction value) throws IOException {
    json.writeArrayFieldStart(name);
    for (int method = 0; method < methods.size(); method++) {
      json.writeNumber(value.applyAsLong(method));
    }
    json.writeEndArray();
  }

  /** Of each method, by how much its change may be wrong, and whether it is sure. */
  private void noiseTo(JsonGenerator json) throws IOException {
    if (noise == null) {
      return;
    }
    json.writeObjectFieldStart("noise");
    json.writeBooleanField("canBeSure", noise.canBeSure());
    json.writeArrayFieldStart("halfWidths");
    for (int method = 0; method < methods.size(); method++) {
      double halfWidth = noise.halfWidth(method);
      if (Double.isNaN(halfWidth)) {
        json.writeNull();
      } else {
        json.writeNumber(Math.round(halfWidth));
      }
    }
    json.writeEndArray();
    for (String name : List.of("within", "sure")) {
      json.writeArrayFieldStart(name);
      for (int method = 0; method < methods.size(); method++) {
        json.writeBoolean(name.equals("sure") ? noise.isSure(method) : noise.isWithin(method));
      }
      json.writeEndArray();
    }
    json.writeEndObject();
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
    json.writeArrayFieldStart("signatures");
    for (MethodInfo method : methods) {
      json.writeString(Signature.qualified(method.descriptor()));
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
    json.writeArrayFieldStart("selfOfCalls");
    for (int method = 0; method < methods.size(); method++) {
      json.writeBoolean(totals.isSelfOfCalls(method, methods.get(method), isSampledMode));
    }
    json.writeEndArray();
    json.writeArrayFieldStart("tiers");
    for (MethodInfo method : methods) {
      json.writeString(method.tier());
    }
    json.writeEndArray();
    json.writeArrayFieldStart("origins");
    for (MethodInfo method : methods) {
      json.writeString(method.origin());
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private void threadsTo(JsonGenerator json) throws IOException {
    json.writeArrayFieldStart("threads");
    for (ThreadProfile thread : threads) {
      json.writeStartObject();
      json.writeNumberField("id", thread.id());
      json.writeStringField("name", thread.name());
      json.writeBooleanField("virtual", thread.virtual());
      json.writeNumberField("threads", thread.threads());
      ThreadSums sums = thread.sums();
      json.writeNumberField("calls", sums.calls());
      json.writeNumberField("self", sums.self() - sums.outside());
      json.writeNumberField("waiting", sums.waiting() - sums.outsideWaiting());
      json.writeNumberField("overhead", sums.overhead());
      json.writeNumberField("outside", sums.outside());
      json.writeNumberField("switched_out_ns", thread.interruptions().switchedOutNanos());
      json.writeNumberField("collected_ns", thread.interruptions().collectedNanos());
      CpuSamples samples = thread.cpuSamples();
      if (samples != null) {
        json.writeObjectFieldStart("samples");
        json.writeStringField("measures", samples.measures());
        if (samples.cpuNanos() != CpuSamples.UNKNOWN) {
          json.writeNumberField("cpu_ns", samples.cpuNanos());
        }
        json.writeNumberField("taken", samples.taken());
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
