package dev.tare.agent.samples;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;
import jdk.jfr.consumer.RecordedEvent;

/** Which events our recordings have, how often, and who reads them. */
final class JfrEvents {
  /** No event: by this setting our recordings are told from others. */
  private static final String MARK = "dev.tare.Samples#enabled";

  private final Map<String, String> settings = new HashMap<>();

  /** By the event's name. */
  private final Map<String, Consumer<RecordedEvent>> readers = new HashMap<>();

  /** Has an event recorded, and handed to the reader. */
  void enable(String eventName, Consumer<RecordedEvent> reader) {
    set(eventName, "enabled", "true");
    readers.put(eventName, reader);
  }

  /** Has an event recorded, with this setting, and handed to the reader. */
  void enable(String eventName, String setting, String value, Consumer<RecordedEvent> reader) {
    set(eventName, setting, value);
    enable(eventName, reader);
  }

  private void set(String eventName, String setting, String value) {
    settings.put(eventName + "#" + setting, value);
  }

  /** The settings, as {@link Recording#setSettings} takes them. */
  Map<String, String> settings() {
    Map<String, String> all = new HashMap<>(settings);
    all.put(MARK, "true");
    return all;
  }

  /** Whether a recording runs that is none of ours. */
  static boolean isOthers(Recording recording) {
    return recording.getState() == RecordingState.RUNNING
        && !recording.getSettings().containsKey(MARK);
  }

  /** Whether there is such a recording. */
  static boolean areOthersRecording() {
    return FlightRecorder.getFlightRecorder().getRecordings().stream()
        .anyMatch(JfrEvents::isOthers);
  }

  /** Hands an event to its reader; nothing where it has none. */
  void read(RecordedEvent event) {
    Consumer<RecordedEvent> reader = readers.get(event.getEventType().getName());
    if (reader != null) {
      reader.accept(event);
    }
  }
}
