package dev.tare.agent.samples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;

class JfrRecordingTest {
  private static final String EVENT = "dev.tare.test.Seen";
  private static final Map<String, String> SETTINGS = Map.of(EVENT + "#enabled", "true");

  private final String name = "tare-recording-" + System.nanoTime();
  private final Path directory = Path.of(System.getProperty("java.io.tmpdir"), name);

  /** Something that a recording sees. */
  @Name(EVENT)
  static final class Seen extends Event {}

  @Test
  void whatWasRecordedIsReadOnceItHasEnded() {
    FlightRecorder.register(Seen.class);
    JfrRecording second = JfrRecording.begin(SETTINGS, name).orElseThrow();
    new Seen().commit();
    new Seen().commit();

    assertTrue(second.end());

    assertEquals(List.of(EVENT, EVENT), namesIn(second));
    assertFalse(Files.exists(directory));
  }

  @Test
  void whatCameBeforeItsBeginningIsLeftOut() throws InterruptedException {
    FlightRecorder.register(Seen.class);
    JfrRecording second = JfrRecording.begin(SETTINGS, name).orElseThrow();
    new Seen().commit();
    Thread.sleep(10); // Moments of events are of another clock.
    second.beginAt(Instant.now());
    Thread.sleep(10);
    new Seen().commit();

    assertTrue(second.end());

    assertEquals(List.of(EVENT), namesIn(second));
  }

  @Test
  void whereTheJvmsEndHasEndedItAllIsThere() {
    FlightRecorder.register(Seen.class);
    JfrRecording second = JfrRecording.begin(SETTINGS, name).orElseThrow();
    new Seen().commit();
    Recording recording = running().get(0);
    assertTrue(recording.getDumpOnExit());
    recording.stop(); // As the flight recorder's shutdown hook does: that writes the file.

    assertFalse(second.end());

    assertEquals(List.of(EVENT), namesIn(second));
    assertFalse(Files.exists(directory));
  }

  @Test
  void theProgramMayStillChooseItsTimeZone() {
    TimeZone before = TimeZone.getDefault();
    String property = System.getProperty("user.timezone");
    try {
      System.clearProperty("user.timezone");
      TimeZone.setDefault(null);

      JfrRecording recording = JfrRecording.begin(SETTINGS, name).orElseThrow();
      assertTrue(recording.end());
      assertTrue(recording.read(event -> {}));

      System.setProperty("user.timezone", "Asia/Tokyo");
      assertEquals("Asia/Tokyo", TimeZone.getDefault().getID());
    } finally {
      System.setProperty("user.timezone", property);
      TimeZone.setDefault(before);
    }
  }

  @Test
  void aFileThatWasNeverWrittenIsNotRead() {
    JfrRecording second = JfrRecording.begin(SETTINGS, name).orElseThrow();
    try {
      assertFalse(second.read(event -> {}));

      assertFalse(Files.exists(directory));
    } finally {
      running().forEach(Recording::close);
    }
  }

  @Test
  void whatStandsThereAlreadyIsNotTouched() throws Exception {
    Path other = Files.createDirectory(directory).resolve("samples.jfr");
    Files.writeString(other, "somebody's");
    try {
      assertTrue(JfrRecording.begin(SETTINGS, name).isEmpty());

      assertEquals(List.of(), running());
      assertEquals("somebody's", Files.readString(other));
    } finally {
      Files.delete(other);
      Files.delete(directory);
    }
  }

  private static List<String> namesIn(JfrRecording second) {
    List<String> names = new ArrayList<>();
    assertTrue(second.read(event -> names.add(event.getEventType().getName())));
    return names;
  }

  private static List<Recording> running() {
    return FlightRecorder.getFlightRecorder().getRecordings().stream()
        .filter(recording -> recording.getSettings().equals(SETTINGS))
        .toList();
  }
}
