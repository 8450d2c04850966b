package dev.tare.report.export;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.tare.profile.CallTree;
import dev.tare.profile.Profile;
import dev.tare.profile.ProfilerInfo;
import dev.tare.profile.ThreadProfile;
import dev.tare.report.analysis.TreeWalk;
import java.io.IOException;
import java.io.OutputStream;

/**
 * The file format of speedscope. Each thread is an evented profile: its calls as if each node had
 * been entered once, for as long as its total, one after another; speedscope's "left heavy" view is
 * then the call tree. Evented, since in a sampled profile each stack is written whole. The format
 * has neither calls nor negative values.
 *
 * @see <a href="https://www.speedscope.app/file-format-schema.json">Schema</a>
 */
final class SpeedscopeExport {
  private static final JsonFactory JSON = new JsonFactory();

  private SpeedscopeExport() {}

  static ClampedValues write(Profile profile, OutputStream out) throws IOException {
    ClampedValues.Counter loss = new ClampedValues.Counter();
    JsonGenerator json = JSON.createGenerator(out);
    json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
    json.writeStartObject();
    json.writeStringField("$schema", "https://www.speedscope.app/file-format-schema.json");
    json.writeStringField("name", profile.run().command());
    ProfilerInfo profiler = profile.profiler();
    json.writeStringField("exporter", profiler.name() + " " + profiler.version());
    json.writeObjectFieldStart("shared");
    json.writeArrayFieldStart("frames");
    MarkedNames names = new MarkedNames(profile);
    for (int method = 0; method < profile.methods().size(); method++) {
      json.writeStartObject();
      json.writeStringField("name", names.of(method));
      String file = profile.methods().get(method).file();
      if (file != null) {
        json.writeStringField("file", file);
      }
      if (profile.methods().get(method).line() > 0) {
        json.writeNumberField("line", profile.methods().get(method).line());
      }
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
    json.writeArrayFieldStart("profiles");
    for (ThreadProfile thread : profile.threads()) {
      thread(json, thread, profile.metric().unit(), loss);
    }
    json.writeEndArray();
    json.writeEndObject();
    json.close();
    return loss.loss();
  }

  private static void thread(
      JsonGenerator json, ThreadProfile thread, String unit, ClampedValues.Counter loss)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("type", "evented");
    json.writeStringField("name", thread.name());
    json.writeStringField("unit", unit.equals("ns") ? "nanoseconds" : "none");
    json.writeNumberField("startValue", 0);
    json.writeArrayFieldStart("events");
    Events events = new Events(json, thread.tree(), loss);
    TreeWalk.walk(thread.tree(), events);
    json.writeEndArray();
    json.writeNumberField("endValue", events.at);
    json.writeEndObject();
  }

  private static final class Events implements TreeWalk.Visitor<IOException> {
    private final JsonGenerator json;
    private final CallTree tree;
    private final ClampedValues.Counter loss;
    private long at;

    Events(JsonGenerator json, CallTree tree, ClampedValues.Counter loss) {
      this.json = json;
      this.tree = tree;
      this.loss = loss;
    }

    @Override
    public void enter(int node) throws IOException {
      event("O", node);
      at += loss.notNegative(tree.self(node));
    }

    @Override
    public void leave(int node) throws IOException {
      event("C", node);
    }

    private void event(String type, int node) throws IOException {
      json.writeStartObject();
      json.writeStringField("type", type);
      json.writeNumberField("frame", tree.method(node));
      json.writeNumberField("at", at);
      json.writeEndObject();
    }
  }
}
