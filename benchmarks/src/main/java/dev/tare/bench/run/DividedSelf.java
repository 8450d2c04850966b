package dev.tare.bench.run;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The self values of a profile as Tare's own report tells them apart by samples. */
final class DividedSelf {
  private static final JsonFactory JSON = new JsonFactory();

  private DividedSelf() {}

  /**
   * Asks the report.
   *
   * @param agent {@code profiler.jar}
   * @param focus the method whose callees alone count
   * @return in nanoseconds, of each method that has any
   */
  static Map<MethodKey, Double> read(JdkHome jdk, Path agent, Path profile, String focus)
      throws IOException, InterruptedException {
    Process report =
        new ProcessBuilder(
                List.of(
                    jdk.launcher(),
                    "-jar",
                    agent.toAbsolutePath().toString(),
                    "report",
                    profile.toString(),
                    "--json",
                    "--focus",
                    focus))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    Map<MethodKey, Double> self = new HashMap<>();
    try (JsonParser json = JSON.createParser(report.getInputStream())) {
      while (json.nextToken() != null) {
        if (json.currentToken() == JsonToken.FIELD_NAME
            && json.currentName().equals("methods")
            && json.nextToken() == JsonToken.START_ARRAY) {
          while (json.nextToken() == JsonToken.START_OBJECT) {
            readMethod(json, self);
          }
        }
      }
    }
    if (report.waitFor() != 0) {
      throw new IOException("no report of " + profile);
    }
    return self;
  }

  private static void readMethod(JsonParser json, Map<MethodKey, Double> self) throws IOException {
    Map<String, String> fields = new HashMap<>();
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String name = json.currentName();
      json.nextToken();
      fields.put(name, json.getText());
    }
    MethodKey method =
        new MethodKey(
            fields.getOrDefault("class", ""),
            fields.getOrDefault("method", ""),
            fields.getOrDefault("descriptor", ""));
    self.merge(method, Double.valueOf(fields.getOrDefault("self", "0")), Double::sum);
  }
}
