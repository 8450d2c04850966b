package dev.tare.agent.samples;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The directories of recordings, each from before its recording begins until its file has been
 * read. What nobody knows of when the JVM ends, since it was about to begin or to be read, is
 * removed from here.
 */
final class RecordingDirectories {
  private static final String FILE = "samples.jfr";

  private static final Set<Path> DIRECTORIES = new HashSet<>();

  private RecordingDirectories() {}

  /**
   * Makes one, below that for temporary files.
   *
   * @throws IOException where it cannot be made, or is not needed any more, as the JVM ends
   */
  static synchronized Path make(String name) throws IOException {
    if (JvmShutdown.hasBegun()) {
      throw new IOException("the JVM ends");
    }
    Path directory = Path.of(System.getProperty("java.io.tmpdir", "."), name);
    Files.createDirectory(directory, forTheOwnerAlone());
    DIRECTORIES.add(directory);
    return directory;
  }

  private static FileAttribute<?>[] forTheOwnerAlone() {
    return FileSystems.getDefault().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
        }
        : new FileAttribute<?>[0];
  }

  /** The recording's file in its directory. */
  static Path file(Path directory) {
    return directory.resolve(FILE);
  }

  /** Removes one, with its file. */
  static synchronized void remove(Path directory) {
    DIRECTORIES.remove(directory);
    try {
      Files.deleteIfExists(file(directory));
      Files.deleteIfExists(directory);
    } catch (IOException e) {
      // An empty file of ours, in a directory for such, which somebody has locked.
    }
  }

  /** Removes what is left, at the JVM's end: all that is to be read has been. */
  static synchronized void removeAll() {
    List.copyOf(DIRECTORIES).forEach(RecordingDirectories::remove);
  }
}
