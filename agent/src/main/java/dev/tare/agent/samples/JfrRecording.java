package dev.tare.agent.samples;

import dev.tare.agent.bootstrap.DefaultTimeZone;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * A recording that is written to a file at its end, or at the JVM's: the flight recorder's shutdown
 * hook writes it before it removes what was recorded.
 */
final class JfrRecording {
  private static final long STEP_NANOS = 1_000_000;

  private final Recording recording;
  private final Path directory;

  /** Events before and after these moments are other recordings'. */
  private Instant from = Instant.MIN;

  private Instant until = Instant.MAX;

  private JfrRecording(Recording recording, Path directory) {
    this.recording = recording;
    this.directory = directory;
  }

  /**
   * Begins a recording; empty where it cannot be written to a file.
   *
   * @param name of the file's directory, below that for temporary files
   */
  static Optional<JfrRecording> begin(Map<String, String> settings, String name) {
    return DefaultTimeZone.unsettled(() -> begun(settings, name));
  }

  private static Optional<JfrRecording> begun(Map<String, String> settings, String name) {
    // First what needs no flight recorder: it may still be on its way.
    Path directory;
    try {
      directory = RecordingDirectories.make(name);
    } catch (IOException e) {
      return Optional.empty();
    }
    Recording recording = new Recording(settings);
    try {
      recording.setDestination(RecordingDirectories.file(directory));
      recording.setDumpOnExit(true);
      recording.start();
      return Optional.of(new JfrRecording(recording, directory));
    } catch (IOException | IllegalStateException e) {
      recording.close(); // No room, or the JVM ends.
      RecordingDirectories.remove(directory);
      return Optional.empty();
    }
  }

  /** Leaves events before this moment out. */
  void beginAt(Instant moment) {
    from = moment;
  }

  /** Leaves events from this moment on to another recording, which has begun by now. */
  void handOver(JfrRecording next, Instant moment) {
    until = moment;
    next.beginAt(moment);
  }

  /** The end of what this recording reads. */
  Instant until() {
    return until;
  }

  /**
   * Ends the recording, and writes its file.
   *
   * @return false where the JVM's end does that, or has done it
   */
  boolean end() {
    try {
      recording.stop();
      return true;
    } catch (IllegalStateException e) {
      return false;
    }
  }

  /**
   * Waits until this recording has ended, which the JVM's end sees to, and its file is written. For
   * ever where somebody has the flight recorder's lock for ever.
   *
   * @return that state
   */
  RecordingState awaitEnd() {
    while (recording.getState() != RecordingState.CLOSED) {
      LockSupport.parkNanos(STEP_NANOS);
    }
    return RecordingState.CLOSED;
  }

  /**
   * Reads this recording's events from its file, once, and removes it.
   *
   * @return false where there is none, or nothing in it that can be read
   */
  boolean read(Consumer<RecordedEvent> reader) {
    boolean isRead = false;
    try (RecordingFile file = new RecordingFile(RecordingDirectories.file(directory))) {
      isRead = true;
      while (file.hasMoreEvents()) {
        RecordedEvent event = file.readEvent();
        Instant end = event.getEndTime();
        if (!end.isBefore(from) && end.isBefore(until)) {
          reader.accept(event);
        }
      }
    } catch (IOException e) {
      return isRead; // Not written whole.
    } finally {
      RecordingDirectories.remove(directory);
    }
    return true;
  }
}
