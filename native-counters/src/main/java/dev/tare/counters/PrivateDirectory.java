package dev.tare.counters;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * A new directory that this user alone may enter, at a place where nobody else can put another in
 * its stead.
 */
final class PrivateDirectory {
  private static final int ROOT = 0;
  private static final int WRITABLE_BY_OTHERS = 0022;
  private static final int STICKY = 01000;
  private static final int MAX_ATTEMPTS = 100;

  private PrivateDirectory() {}

  /**
   * @param parent where to make it
   * @return its path, without symbolic links
   * @throws IOException where it cannot be made, or somebody else could exchange it: if one of the
   *     directories above belongs to another user, root aside, or may be written by all, and not
   *     only by each his own
   */
  static Path create(Path parent) throws IOException {
    Path directory = createNew(parent.toRealPath());
    try {
      demandSafe(directory);
    } catch (IOException e) {
      Files.delete(directory);
      throw e;
    }
    return directory;
  }

  /**
   * Makes one of a name that nobody has. {@link Files#createTempDirectory} would too, and load the
   * JDK's security providers for a name that cannot be guessed; but who guesses this one finds
   * nothing that he may do.
   */
  private static Path createNew(Path parent) throws IOException {
    FileAttribute<?> ownerAlone =
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    String name = "tare-" + ProcessHandle.current().pid() + "-";
    for (int attempt = 0; ; attempt++) {
      try {
        return Files.createDirectory(parent.resolve(name + System.nanoTime()), ownerAlone);
      } catch (FileAlreadyExistsException e) {
        if (attempt == MAX_ATTEMPTS) {
          throw e;
        }
      }
    }
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
