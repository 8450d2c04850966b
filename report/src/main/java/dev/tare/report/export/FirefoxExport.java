package dev.tare.report.export;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.tare.profile.CallTree;
import dev.tare.profile.MethodInfo;
import dev.tare.profile.Profile;
import dev.tare.profile.RunInfo;
import dev.tare.profile.ThreadProfile;
import dev.tare.report.division.DividedFrames;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/**
 * The processed profile format of the Firefox Profiler. Each node that has a value of its own is
 * one sample with that weight, negative ones too; the samples follow each other as if each node had
 * run once. There are no calls in it.
 *
 * @see <a
 *     href="https://github.com/firefox-devtools/profiler/blob/main/docs-developer/CHANGELOG-formats.md">Versions</a>;
 *     newer profilers read older versions
 */
final class FirefoxExport {
  private static final int GECKO_VERSION = 30;
  private static final int PROCESSED_VERSION = 48;

  /** Places among the categories. */
  private static final int TIMED = 1;

  private static final int UNTIMED = 2;

  private static final JsonFactory JSON = new JsonFactory();

  private final Profile profile;
  private final boolean isPositive;
  private final JsonGenerator json;
  private final ClampedValues.Counter loss = new ClampedValues.Counter();
  private final MarkedNames names;
  private final boolean isTime;

  private FirefoxExport(Profile profile, boolean isPositive, JsonGenerator json) {
    this.isPositive = isPositive;
    this.profile = profile;
    this.json = json;
    names = new MarkedNames(profile);
    isTime = profile.metric().unit().equals("ns");
  }

  static ClampedValues write(Profile profile, boolean isPositive, OutputStream out)
      throws IOException {
    JsonGenerator json = JSON.createGenerator(out);
    json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
    FirefoxExport export = new FirefoxExport(profile, isPositive, json);
    export.write();
    json.close();
    return export.loss.loss();
  }

  private void write() throws IOException {
    json.writeStartObject();
    meta();
    json.writeArrayFieldStart("libs");
    json.writeEndArray();
    json.writeArrayFieldStart("threads");
    for (int i = 0; i < profile.threads().size(); i++) {
      thread(profile.threads().get(i), i == 0);
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private void meta() throws IOException {
    RunInfo run = profile.run();
    json.writeObjectFieldStart("meta");
    json.writeNumberField("interval", 1);
    json.writeNumberField("startTime", run.started().toEpochMilli());
    json.writeNumberField("processType", 0);
    json.writeStringField("product", run.command());
    json.writeNumberField("stackwalk", 1);
    json.writeNumberField("version", GECKO_VERSION);
    json.writeNumberField("preprocessedProfileVersion", PROCESSED_VERSION);
    json.writeBooleanField("symbolicated", true);
    json.writeStringField("importedFrom", profile.profiler().name());
    json.writeStringField("oscpu", run.os());
    json.writeArrayFieldStart("markerSchema");
    json.writeEndArray();
    json.writeArrayFieldStart("categories");
    category("Other", "grey");
    category("Java", "yellow");
    category("Java, time is the caller's", "orange");
    json.writeEndArray();
    json.writeEndObject();
  }

  private void category(String name, String color) throws IOException {
    json.writeStartObject();
    json.writeStringField("name", name);
    json.writeStringField("color", color);
    json.writeArrayFieldStart("subcategories");
    json.writeString("Other");
    json.writeEndArray();
    json.writeEndObject();
  }

  private void thread(ThreadProfile thread, boolean first) throws IOException {
    json.writeStartObject();
    json.writeStringField("processType", "default");
    json.writeNumberField("processStartupTime", 0);
    json.writeNullField("processShutdownTime");
    json.writeNumberField("registerTime", 0);
    json.writeNullField("unregisterTime");
    empty("pausedRanges");
    json.writeStringField("name", thread.name());
    json.writeBooleanField("isMainThread", first);
    json.writeStringField("pid", Long.toString(profile.run().pid()));
    json.writeNumberField("tid", thread.id());
    samples(thread.tree());
    table("markers", 0);
    for (String column :
        new String[] {"data", "name", "startTime", "endTime", "phase", "category"}) {
      empty(column);
    }
    json.writeEndObject();
    UsedMethods used = new UsedMethods(thread.tree(), profile.methods().size());
    stacks(thread.tree(), used);
    functions(used);
    json.writeEndObject();
  }

  private void samples(CallTree tree) throws IOException {
    int count = 0;
    for (int node = 1; node < tree.size(); node++) {
      count += tree.self(node) == 0 ? 0 : 1;
    }
    table("samples", count);
    json.writeStringField("weightType", isTime ? "tracing-ms" : "samples");
    json.writeArrayFieldStart("stack");
    for (int node = 1; node < tree.size(); node++) {
      if (tree.self(node) != 0) {
        json.writeNumber(node - 1);
      }
    }
    json.writeEndArray();
    json.writeArrayFieldStart("weight");
    for (int node = 1; node < tree.size(); node++) {
      if (tree.self(node) != 0) {
        long self = tree.self(node);
        value(isPositive ? loss.notNegative(self) : self);
      }
    }
    json.writeEndArray();
    json.writeArrayFieldStart("time");
    long at = 0;
    for (int node = 1; node < tree.size(); node++) {
      if (tree.self(node) != 0) {
        value(at);
        at += Math.max(0, tree.self(node));
      }
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  /** Time is in milliseconds there. */
  private void value(long value) throws IOException {
    if (isTime) {
      json.writeNumber(value / 1e6);
    } else {
      json.writeNumber(value);
    }
  }

  private void stacks(CallTree tree, UsedMethods used) throws IOException {
    table("stackTable", tree.size() - 1);
    json.writeArrayFieldStart("frame");
    for (int node = 1; node < tree.size(); node++) {
      json.writeNumber(used.number(tree.method(node)));
    }
    json.writeEndArray();
    json.writeArrayFieldStart("prefix");
    for (int node = 1; node < tree.size(); node++) {
      if (tree.parent(node) == 0) {
        json.writeNull();
      } else {
        json.writeNumber(tree.parent(node) - 1);
      }
    }
    json.writeEndArray();
    json.writeArrayFieldStart("category");
    for (int node = 1; node < tree.size(); node++) {
      json.writeNumber(category(tree.method(node)));
    }
    json.writeEndArray();
    filled("subcategory", tree.size() - 1, 0);
    json.writeEndObject();
  }

  /** Of methods without time of their own another than of the others. */
  private int category(int method) {
    String tier = profile.methods().get(method).tier();
    return tier.equals(MethodInfo.TIMED) || tier.equals(DividedFrames.TIER) ? TIMED : UNTIMED;
  }

  /** One frame and one function for each method of the thread, of the same number as its name. */
  private void functions(UsedMethods used) throws IOException {
    int count = used.count();
    table("frameTable", count);
    filled("address", count, -1);
    filled("inlineDepth", count, 0);
    json.writeArrayFieldStart("category");
    for (int i = 0; i < count; i++) {
      json.writeNumber(category(used.method(i)));
    }
    json.writeEndArray();
    filled("subcategory", count, 0);
    numbered("func", count);
    nulls("nativeSymbol", count);
    nulls("innerWindowID", count);
    nulls("implementation", count);
    lines("line", used);
    nulls("column", count);
    json.writeEndObject();
    table("funcTable", count);
    repeated("isJS", count, false);
    repeated("relevantForJS", count, false);
    numbered("name", count);
    filled("resource", count, -1);
    json.writeArrayFieldStart("fileName");
    for (int i = 0; i < count; i++) {
      json.writeNumber(count + i);
    }
    json.writeEndArray();
    lines("lineNumber", used);
    nulls("columnNumber", count);
    json.writeEndObject();
    table("resourceTable", 0);
    for (String column : new String[] {"lib", "name", "host", "type"}) {
      empty(column);
    }
    json.writeEndObject();
    table("nativeSymbols", 0);
    for (String column : new String[] {"libIndex", "address", "name", "functionSize"}) {
      empty(column);
    }
    json.writeEndObject();
    json.writeArrayFieldStart("stringArray");
    for (int i = 0; i < count; i++) {
      json.writeString(names.of(used.method(i)));
    }
    for (int i = 0; i < count; i++) {
      String file = profile.methods().get(used.method(i)).file();
      json.writeString(file == null ? "" : file);
    }
    json.writeEndArray();
  }

  private void table(String name, int length) throws IOException {
    json.writeObjectFieldStart(name);
    json.writeNumberField("length", length);
  }

  private void empty(String name) throws IOException {
    json.writeArrayFieldStart(name);
    json.writeEndArray();
  }

  private void numbered(String name, int count) throws IOException {
    json.writeArrayFieldStart(name);
    for (int i = 0; i < count; i++) {
      json.writeNumber(i);
    }
    json.writeEndArray();
  }

  private void filled(String name, int count, int value) throws IOException {
    json.writeArrayFieldStart(name);
    for (int i = 0; i < count; i++) {
      json.writeNumber(value);
    }
    json.writeEndArray();
  }

  private void repeated(String name, int count, boolean value) throws IOException {
    json.writeArrayFieldStart(name);
    for (int i = 0; i < count; i++) {
      json.writeBoolean(value);
    }
    json.writeEndArray();
  }

  private void nulls(String name, int count) throws IOException {
    json.writeArrayFieldStart(name);
    for (int i = 0; i < count; i++) {
      json.writeNull();
    }
    json.writeEndArray();
  }

  private void lines(String name, UsedMethods used) throws IOException {
    json.writeArrayFieldStart(name);
    for (int i = 0; i < used.count(); i++) {
      int line = profile.methods().get(used.method(i)).line();
      if (line == 0) {
        json.writeNull();
      } else {
        json.writeNumber(line);
      }
    }
    json.writeEndArray();
  }

  /**
   * The methods of one tree, numbered as they come: a profile of many threads would else repeat all
   * methods in each.
   */
  private static final class UsedMethods {
    private final int[] numbers;
    private int[] methods = new int[16];
    private int count;

    UsedMethods(CallTree tree, int methodCount) {
      numbers = new int[methodCount];
      for (int node = 1; node < tree.size(); node++) {
        int method = tree.method(node);
        if (numbers[method] == 0) {
          if (count == methods.length) {
            methods = Arrays.copyOf(methods, 2 * count);
          }
          methods[count++] = method;
          numbers[method] = count;
        }
      }
    }

    int count() {
      return count;
    }

    int method(int number) {
      return methods[number];
    }

    int number(int method) {
      return numbers[method] - 1;
    }
  }
}
