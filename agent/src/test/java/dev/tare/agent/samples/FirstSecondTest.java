package dev.tare.agent.samples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;

class FirstSecondTest {
  private static final String EVENT = "dev.tare.test.Seen";

  private final String name = "tare-first-second-" + System.nanoTime();
  private final Path directory = Path.of(System.getProperty("java.io.tmpdir"), name);

  /** Something that a recording sees. */
  @Name(EVENT)
  static final class Seen extends Event {}

  @Test
  void whatWasRecordedIsReadFromTheCopyOnceTheRecordingHasEnded() {
    try (Recording recording = running()) {
      FirstSecond second = FirstSecond.of(recording, name).orElseThrow();
      assertTrue(recording.getDumpOnExit());
      new Seen().commit();
      new Seen().commit();
      recording.stop(); // As the flight recorder's shutdown hook does: that writes the copy.

      assertEquals(
          List.of(EVENT, EVENT),
          second.read().stream().map(event -> event.getEventType().getName()).toList());

      assertFalse(Files.exists(directory));
    }
  }

  @Test
  void forgoneItLeavesNothingBehind() {
    try (Recording recording = running()) {
      FirstSecond second = FirstSecond.of(recording, name).orElseThrow();

      second.forgo();

      assertFalse(recording.getDumpOnExit());
      assertFalse(Files.exists(directory));
    }
  }

  @Test
  void aCopyThatWasNeverWrittenIsNotRead() {
    try (Recording recording = running()) {
      FirstSecond second = FirstSecond.of(recording, name).orElseThrow();

      assertTrue(second.isStillToCome());
      assertEquals(List.of(), second.read());

      assertFalse(Files.exists(directory));
    }
  }

  @Test
  void whatStandsThereAlreadyIsNotTouched() throws Exception {
    Path other = Files.createDirectory(directory).resolve("first.jfr");
    Files.writeString(other, "somebody's");
    try (Recording recording = running()) {
      assertTrue(FirstSecond.of(recording, name).isEmpty());

      assertFalse(recording.getDumpOnExit());
      assertEquals("somebody's", Files.readString(other));
    } finally {
      Files.delete(other);
      Files.delete(directory);
    }
  }

  private static Recording running() {
    Recording recording = new Recording();
    recording.enable(Seen.class);
    recording.start();
    return recording;
  }
}
