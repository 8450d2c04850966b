package dev.tare.agent.weave;

import dev.tare.agent.cache.CacheDirectory;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HexFormat;

/** The files of woven classes, one for each program. */
final class WovenClassFiles {
  private static final String PREFIX = "classes-";
  private static final String SUFFIX = ".bin";

  /** What all programs' files may take: those not used for longest go first. */
  private static final long MAX_BYTES_OF_ALL = 512L << 20;

  private WovenClassFiles() {}

  /** The file of a program that is told from others by such a number. */
  static Path path(Path directory, int number) {
    return directory.resolve(PREFIX + HexFormat.of().toHexDigits(number) + SUFFIX);
  }

  /** Makes an empty one: the application's code is nobody else's. */
  static void create(Path path) throws IOException {
    try {
      Files.createFile(
          path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    } catch (FileAlreadyExistsException e) {
      // Another run of the program was faster, and has made it in the same way.
    }
  }

  /** Deletes files of other programs, not used for longest, for one of so many bytes. */
  static void makeRoom(Path path, long maxBytes) throws IOException {
    CacheDirectory.makeRoom(path, PREFIX + "*" + SUFFIX, MAX_BYTES_OF_ALL - maxBytes);
  }
}
