package dev.tare.it.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/** A file system of few kilobytes, in memory; only root can have one. */
public final class SmallDisk implements AutoCloseable {
  private final Path folder;

  private SmallDisk(Path folder) {
    this.folder = folder;
  }

  /** Mounted on a folder. The test that asks is skipped where this user may not. */
  public static SmallDisk on(Path folder, int kilobytes) {
    try {
      Tool.run("mount", "-t", "tmpfs", "-o", "size=" + kilobytes + "k", "tmpfs", folder.toString());
      return new SmallDisk(folder);
    } catch (IOException e) {
      Assumptions.abort("left out: no file system can be mounted here: " + e.getMessage());
      throw new IllegalStateException(e);
    }
  }

  /** A path in it. */
  public Path file(String name) {
    return folder.resolve(name);
  }

  /** Lets nobody write to it any more. */
  public void makeReadOnly() throws IOException {
    Tool.run("mount", "-o", "remount,ro", folder.toString());
  }

  /** Whether there is nothing in it but this. */
  public boolean holdsOnly(Path file) throws IOException {
    try (var files = Files.list(folder)) {
      return files.allMatch(file::equals);
    }
  }

  @Override
  public void close() throws IOException {
    Tool.run("umount", folder.toString());
  }
}
