package dev.tare.counters;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * A new directory that this user alone may enter, at a place where nobody else can put another in
 * its stead.
 */
final class PrivateDirectory {
  private static final int ROOT = 0;
  private static final int WRITABLE_BY_OTHERS = 0022;
  private static final int STICKY = 01000;

  private PrivateDirectory() {}

  /**
   * @param parent where to make it
   * @return its path, without symbolic links
   * @throws IOException where it cannot be made, or somebody else could exchange it: if one of the
   *     directories above belongs to another user, root aside, or may be written by all, and not
   *     only by each his own
   */
  static Path create(Path parent) throws IOException {
    Path directory =
        Files.createTempDirectory(
            parent.toRealPath(),
            "tare-",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    try {
      demandSafe(directory);
    } catch (IOException e) {
      Files.delete(directory);
      throw e;
    }
    return directory;
  }

  private static void demandSafe(Path directory) throws IOException {
    int self = attribute(directory, "uid");
    for (Path above = directory.getParent(); above != null; above = above.getParent()) {
      int owner = attribute(above, "uid");
      if (owner != self && owner != ROOT) {
        throw new IOException(above + " belongs to another user");
      }
      int mode = attribute(above, "mode");
      if ((mode & WRITABLE_BY_OTHERS) != 0 && (mode & STICKY) == 0) {
        throw new IOException(above + " may be written by other users");
      }
    }
  }

  private static int attribute(Path file, String name) throws IOException {
    return (Integer) Files.getAttribute(file, "unix:" + name);
  }
}
