package dev.tare.agent.samples;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * A copy of what the flight recorder has written at the JVM's end, until its stream has handed out
 * a first second.
 *
 * <p>The stream opens a first file only when a second of it, or all, is written; where that is at
 * the end, the recorder's shutdown hook may have removed the file by then. So until then the
 * recording is one that the hook dumps: that it does before it removes anything.
 */
final class FirstSecond {
  private static final String DUMP = "first.jfr";

  private final Recording recording;
  private final Path directory;

  private FirstSecond(Recording recording, Path directory) {
    this.recording = recording;
    this.directory = directory;
  }

  /**
   * Has a recording that runs dumped at the JVM's end; empty where there is no room for it.
   *
   * @param name of the directory, below that for temporary files
   */
  static Optional<FirstSecond> of(Recording recording, String name) {
    Path directory = Path.of(System.getProperty("java.io.tmpdir", "."), name);
    try {
      Files.createDirectory(directory, forTheOwnerAlone());
    } catch (IOException e) {
      return Optional.empty(); // The samples may be missing, which is told then.
    }
    FirstSecond second = new FirstSecond(recording, directory);
    try {
      recording.setDestination(directory.resolve(DUMP));
      recording.setDumpOnExit(true);
      return Optional.of(second);
    } catch (IOException | IllegalStateException e) {
      second.remove(); // No room, or stopped already.
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

  /** Lets the recording end without a copy: the stream has what there is. */
  void forgo() {
    try {
      recording.setDumpOnExit(false);
      recording.setDestination(null);
    } catch (IOException | IllegalStateException e) {
      // Its end has come, and the copy with it, which is of no use.
    }
    remove();
  }

  /** Whether the recording runs, so that a copy would hold more than has been written by now. */
  boolean isStillToCome() {
    return recording.getState() == RecordingState.RUNNING;
  }

  /** Reads the copy, once, and removes it; no events where there is none. */
  List<RecordedEvent> read() {
    try {
      return isStillToCome() ? List.of() : RecordingFile.readAllEvents(directory.resolve(DUMP));
    } catch (IOException e) {
      return List.of(); // Not written whole.
    } finally {
      remove();
    }
  }

  private void remove() {
    try {
      Files.deleteIfExists(directory.resolve(DUMP));
      Files.deleteIfExists(directory);
    } catch (IOException e) {
      // An empty file of ours, in a directory for such, which somebody has locked.
    }
  }
}
