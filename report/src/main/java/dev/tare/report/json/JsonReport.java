package dev.tare.report.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.Profile;
import dev.tare.profile.ThreadProfile;
import dev.tare.profile.ThreadSums;
import dev.tare.report.analysis.MethodNames;
import dev.tare.report.analysis.MethodTotals;
import dev.tare.report.analysis.SampleTotals;
import dev.tare.report.analysis.Uncertainty;
import dev.tare.report.text.NextSteps;
import dev.tare.report.text.ReportHeader;
import java.io.IOException;
import java.io.Writer;
import java.util.List;

/** What the text report says of methods and threads, as one JSON object ({@code report --json}). */
public final class JsonReport {
  private static final JsonFactory JSON = new JsonFactory();

  private JsonReport() {}

  /**
   * Writes the report, and leaves the writer open.
   *
   * @param profile the chosen threads, with values as they are in the file
   * @param seen the same, as it was asked for
   * @param uncertainty by how much values of what was asked for may be wrong
   * @param areCallers whether it is callers, so that none has a self value
   * @param top so many methods at most
   */
  public static void write(
      Profile profile,
      Profile seen,
      Uncertainty uncertainty,
      boolean areCallers,
      int top,
      Writer out)
      throws IOException {
    List<ThreadProfile> threads = profile.threads();
    JsonGenerator json = JSON.createGenerator(out);
    json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
    // Whatever the encoding of standard output is.
    json.enable(JsonWriteFeature.ESCAPE_NON_ASCII.mappedFeature());
    json.useDefaultPrettyPrinter();
    json.writeStartObject();
    json.writeStringField("format", "tare-report");
    json.writeNumberField("version", 1);
    json.writeObjectFieldStart("heading");
    for (ReportHeader.Line line : ReportHeader.of(profile, seen).lines()) {
      json.writeStringField(line.label(), line.text());
    }
    json.writeEndObject();
    json.writeStringField("metric", profile.metric().name());
    json.writeStringField("unit", profile.metric().unit());
    threads(json, profile);
    json.writeArrayFieldStart("next");
    for (String step : NextSteps.of(profile, threads)) {
      json.writeString(step);
    }
    json.writeEndArray();
    methods(json, seen, uncertainty, areCallers, top);
    json.writeEndObject();
    json.writeRaw('\n');
    json.close();
  }

  private static void threads(JsonGenerator json, Profile profile) throws IOException {
    json.writeArrayFieldStart("threads");
    String known = profile.threadsCallsKind().key();
    for (ThreadProfile thread : profile.threads()) {
      ThreadSums sums = thread.sums();
      json.writeStartObject();
      json.writeNumberField("id", thread.id());
      json.writeStringField("name", thread.name());
      json.writeBooleanField("virtual", thread.virtual());
      json.writeBooleanField("alive", thread.alive());
      json.writeNumberField("threads", thread.threads());
      json.writeNumberField("events", thread.events());
      json.writeNumberField("calls", sums.calls());
      json.writeStringField("calls_kind", known);
      json.writeNumberField("self", sums.self());
      json.writeNumberField("overhead", sums.overhead());
      json.writeNumberField("outside", sums.outside());
      json.writeNumberField("waiting_ns", sums.waiting());
      json.writeNumberField("switched_out_ns", thread.interruptions().switchedOutNanos());
      json.writeNumberField("collected_ns", thread.interruptions().collectedNanos());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void methods(
      JsonGenerator json, Profile profile, Uncertainty uncertainty, boolean areCallers, int top)
      throws IOException {
    List<ThreadProfile> threads = profile.threads();
    MethodTotals totals =
        areCallers ? MethodTotals.ofCallers(profile) : MethodTotals.of(profile, threads);
    SampleTotals samples = SampleTotals.of(profile, threads, totals);
    MethodNames names = new MethodNames(profile.methods());
    int[] methods =
        samples.areAll() ? samples.byOnTop() : areCallers ? totals.byTotal() : totals.bySelf();
    json.writeNumberField("methods_in_all", methods.length);
    json.writeNumberField("samples_due", samples.due());
    json.writeArrayFieldStart("methods");
    for (int i = 0; i < Math.min(top, methods.length); i++) {
      int method = methods[i];
      MethodInfo info = profile.methods().get(method);
      json.writeStartObject();
      json.writeStringField("name", names.of(method));
      json.writeStringField("class", info.className());
      json.writeStringField("method", info.name());
      json.writeStringField("descriptor", info.descriptor());
      json.writeNumberField("calls", totals.calls(method));
      json.writeStringField("calls_kind", totals.callsKind(method, info).key());
      json.writeNumberField("self", areCallers ? 0 : totals.self(method));
      if (!areCallers && totals.isDivided(method)) {
        json.writeNumberField("self_divided", totals.divided(method));
        json.writeNumberField("self_low", totals.selfLow(method));
        json.writeNumberField("self_high", totals.selfHigh(method));
      }
      double systematic = areCallers ? 0 : uncertainty.systematic(method, totals.overhead(method));
      double statistical = areCallers ? 0 : uncertainty.statistical(method, totals);
      json.writeNumberField("self_uncertainty", Math.round(Math.hypot(systematic, statistical)));
      json.writeNumberField("self_systematic", Math.round(systematic));
      json.writeNumberField("self_statistical", Math.round(statistical));
      json.writeNumberField("total", totals.total(method));
      json.writeNumberField("overhead", totals.overhead(method));
      json.writeNumberField("waiting", areCallers ? 0 : totals.waiting(method));
      json.writeNumberField("total_waiting", totals.totalWaiting(method));
      json.writeNumberField("samples", samples.onTop(method));
      json.writeStringField("tier", info.tier());
      json.writeEndObject();
    }
    json.writeEndArray();
  }
}
