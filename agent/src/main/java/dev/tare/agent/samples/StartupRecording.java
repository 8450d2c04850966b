package dev.tare.agent.samples;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * A recording of what comes before the flight recorder's stream, and of the first that comes with
 * it. It is there sooner than a stream can be, and loses nothing where the JVM ends soon.
 *
 * <p>The stream opens a first file only when a second of it, or all, is written; where that is at
 * the end, the recorder's shutdown hook may have removed the file by then. This recording the hook
 * writes to a file, before it removes anything.
 */
final class StartupRecording {
  private static final String COPY = "first.jfr";

  private final Recording recording;
  private final Path directory;

  private StartupRecording(Recording recording, Path directory) {
    this.recording = recording;
    this.directory = directory;
  }

  /**
   * Begins a recording that is written to a file at its end or the JVM's; empty where there is no
   * room for that.
   *
   * @param name of the file's directory, below that for temporary files
   */
  static Optional<StartupRecording> begin(Map<String, String> settings, String name) {
    // First what needs no flight recorder: it may still be on its way.
    Path directory = Path.of(System.getProperty("java.io.tmpdir", "."), name);
    try {
      Files.createDirectory(directory, forTheOwnerAlone());
    } catch (IOException e) {
      return Optional.empty(); // Samples may be missing without it, which is told then.
    }
    Recording recording = new Recording(settings);
    StartupRecording begun = new StartupRecording(recording, directory);
    try {
      recording.setDestination(directory.resolve(COPY));
      recording.setDumpOnExit(true);
      recording.start();
      return Optional.of(begun);
    } catch (IOException | IllegalStateException e) {
      recording.close(); // No room, or the JVM ends.
      begun.remove();
      return Optional.empty();
    }
  }

  private static FileAttribute<?>[] forTheOwnerAlone() {
    return FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
        }
        : new FileAttribute<?>[0];
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
   * Reads the file, once, and removes it.
   *
   * @return false where there is none, or nothing in it that can be read
   */
  boolean read(Consumer<RecordedEvent> reader) {
    boolean isRead = false;
    try (RecordingFile file = new RecordingFile(directory.resolve(COPY))) {
      isRead = true;
      while (file.hasMoreEvents()) {
        reader.accept(file.readEvent());
      }
    } catch (IOException e) {
      return isRead; // Not written whole.
    } finally {
      remove();
    }
    return true;
  }

  private void remove() {
    try {
      Files.deleteIfExists(directory.resolve(COPY));
      Files.deleteIfExists(directory);
    } catch (IOException e) {
      // An empty file of ours, in a directory for such, which somebody has locked.
    }
  }
}
