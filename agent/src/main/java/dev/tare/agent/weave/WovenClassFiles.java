package dev.tare.agent.weave;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

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
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> all =
        Files.newDirectoryStream(path.toAbsolutePath().getParent(), PREFIX + "*" + SUFFIX)) {
      all.forEach(files::add);
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    // Another program may delete one meanwhile: File then says 0, where Files throws.
    Map<Path, Long> used = new HashMap<>();
    for (Path one : files) {
      used.put(one, one.toFile().lastModified());
    }
    files.sort(Comparator.comparing(used::get).reversed());
    long bytes = maxBytes;
    for (Path one : files) {
      bytes += one.toFile().length();
      if (bytes > MAX_BYTES_OF_ALL) {
        Files.deleteIfExists(one);
      }
    }
  }
}
