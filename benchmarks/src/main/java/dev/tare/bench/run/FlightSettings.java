package dev.tare.bench.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A JFR configuration file that enables one event and nothing else. */
final class FlightSettings {
  /** The deepest stack that JFR can be asked for. */
  private static final int STACK_DEPTH = 2_048;

  private FlightSettings() {}

  static void write(Path file, String event, String setting, String value) throws IOException {
    Files.writeString(
        file,
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <configuration version="2.0" label="one event" description="one event" provider="Tare benchmarks">
          <event name="%s">
            <setting name="enabled">true</setting>
            <setting name="%s">%s</setting>
          </event>
        </configuration>
        """
            .formatted(event, setting, value));
  }

  /** Arguments of a JVM that records by this configuration from its start to its end. */
  static List<String> jvmArguments(Path settings, Path recording) {
    return List.of(
        "-Xlog:jfr+startup=error",
        "-XX:FlightRecorderOptions:stackdepth=" + STACK_DEPTH,
        "-XX:StartFlightRecording:settings="
            + settings
            + ",filename="
            + recording
            + ",dumponexit=true");
  }
}
