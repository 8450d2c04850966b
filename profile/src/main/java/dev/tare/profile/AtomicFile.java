package dev.tare.profile;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.UserPrincipal;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Writes a file so that a reader sees the old one or the new one, whole: into a temporary file
 * beside the target, forced to disk and renamed over it. Whatever fails, the old file stays and the
 * temporary file goes.
 */
public final class AtomicFile {
  private static final int BUFFER_BYTES = 1 << 16;
  private static final int NAME_ATTEMPTS = 16;
  private static final String TEMPORARY_END = ".tmp";

  /** An older temporary file is of a process that was killed while it wrote. */
  private static final long MAX_WRITING_MILLIS = 3_600_000;

  private static final Path PROCESSES = Path.of("/proc");

  /** Belongs to the user that this process runs as; Linux alone has it. */
  private static final Path SELF = Path.of("/proc/self");

  // stat(2): S_IFMT, S_IFCHR and S_ISVTX.
  private static final int TYPE = 0170000;
  private static final int CHARACTER_DEVICE = 0020000;
  private static final int STICKY = 0001000;

  private static final int ROOT = 0;

  private AtomicFile() {}

  /** What is written. */
  @FunctionalInterface
  public interface Content {
    /** Writes everything; need not close the stream. */
    void writeTo(OutputStream out) throws IOException;
  }

  /** Gives the file that was written its name. */
  @FunctionalInterface
  public interface Placement {
    /**
     * Renames the temporary file, within its directory.
     *
     * @return the name that it has
     */
    Path place(Path temporary) throws IOException;
  }

  /** Writes the target, and replaces it; see {@link #write(Path, Content, Placement)}. */
  public static void write(Path target, Content content) throws IOException {
    write(target, content, temporary -> rename(temporary, target));
  }

  /** Removes temporary files of the target that are more than an hour old. */
  public static void removeLeftovers(Path target) throws IOException {
    long longAgo = System.currentTimeMillis() - MAX_WRITING_MILLIS;
    Path absolute = target.toAbsolutePath();
    String begin = temporaryBegin(absolute.getFileName());
    try (DirectoryStream<Path> all = Files.newDirectoryStream(absolute.getParent())) {
      for (Path found : all) {
        String name = String.valueOf(found.getFileName());
        if (name.startsWith(begin)
            && name.endsWith(TEMPORARY_END)
            && found.toFile().lastModified() < longAgo) {
          Files.deleteIfExists(found);
        }
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
  }

  private static String temporaryBegin(Path name) {
    return "." + name + ".";
  }

  /** Renames a file over another of its directory, at once. */
  public static Path rename(Path file, Path target) throws IOException {
    return Files.move(file, target, StandardCopyOption.ATOMIC_MOVE);
  }

  /**
   * Writes the target. A target that is a symbolic link is replaced, not followed, wherever it
   * leads; a device, a pipe or a descriptor of this process ({@code /dev/stdout}) is written as it
   * is, where it belongs to this user or to root.
   *
   * @param placement gives the whole file its name: the target's, or another
   * @return what was written
   * @throws IOException where the target cannot be written; an interrupt of the calling thread is
   *     such a case ({@link java.nio.channels.ClosedByInterruptException})
   */
  public static Path write(Path target, Content content, Placement placement) throws IOException {
    if (Files.isDirectory(target)) {
      throw new FileSystemException(target.toString(), null, "is a directory");
    }
    if (!isReplaced(target)) {
      try (OutputStream out = Files.newOutputStream(target, StandardOpenOption.WRITE)) {
        content.writeTo(out);
      }
      return target;
    }
    Temporary temporary = Temporary.beside(target);
    try {
      try (FileChannel channel = temporary.channel()) {
        OutputStream out =
            new BufferedOutputStream(Channels.newOutputStream(channel), BUFFER_BYTES);
        content.writeTo(out);
        out.flush();
        channel.force(true);
      }
      return placement.place(temporary.path());
    } catch (Throwable e) {
      try {
        Files.deleteIfExists(temporary.path());
      } catch (IOException left) {
        e.addSuppressed(left);
      }
      throw e;
    }
  }

  /**
   * Whether {@link #write} replaces the target by a file beside it, and does not write to what it
   * is: a device, a pipe or a descriptor.
   *
   * @throws IOException where it is one of another user
   */
  public static boolean isReplaced(Path target) throws IOException {
    return !isDescriptor(target) && !isDeviceOrPipe(target);
  }

  /**
   * Whether a profile may go there: a file, a link to one, which the profile takes the place of, or
   * a character device. A pipe that nobody reads would hold up who writes it for ever. What cannot
   * be looked at, as by its rights or its length, may: to write there fails, and says why.
   */
  public static boolean mayBeReplaced(Path target) {
    if (!Files.exists(target)) {
      return true;
    }
    if (Files.isSymbolicLink(target)) {
      return Files.isRegularFile(target) && !isDescriptor(target);
    }
    try {
      return Files.isRegularFile(target)
          || ((Integer) Files.getAttribute(target, "unix:mode") & TYPE) == CHARACTER_DEVICE;
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
      return false;
    }
  }

  /**
   * Whether {@link #write} could write beside the target now, and replace it. The first is tried:
   * root may write to a directory such as {@code /proc} by its permissions, and nobody can make a
   * file there.
   */
  public static boolean canWrite(Path target) {
    try {
      Temporary temporary = Temporary.beside(target);
      temporary.channel().close();
      Files.delete(temporary.path());
      return !isKeptByStickyBit(target);
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Whether the target is another user's in a directory with the sticky bit, such as {@code /tmp}:
   * then only its owner, the directory's and root may rename a file over it (rename(2), EPERM).
   */
  private static boolean isKeptByStickyBit(Path target) throws IOException {
    Path folder = target.toAbsolutePath().getParent();
    if (folder == null
        || !Files.exists(SELF)
        || !Files.exists(target, LinkOption.NOFOLLOW_LINKS)
        || ((Integer) Files.getAttribute(folder, "unix:mode") & STICKY) == 0) {
      return false;
    }
    Object user = Files.getAttribute(SELF, "unix:uid");
    return !user.equals(ROOT)
        && !user.equals(Files.getAttribute(folder, "unix:uid"))
        && !user.equals(Files.getAttribute(target, "unix:uid", LinkOption.NOFOLLOW_LINKS));
  }

  /** Whether it is one of the links by which Linux names open files: replaced, it were gone. */
  public static boolean isDescriptor(Path target) {
    if (!Files.isSymbolicLink(target)) {
      return false;
    }
    try {
      Path folder = target.toAbsolutePath().getParent();
      return Files.readSymbolicLink(target).startsWith(PROCESSES)
          || (folder != null && folder.toRealPath().startsWith(PROCESSES));
    } catch (IOException e) {
      return false;
    }
  }

  private static boolean isDeviceOrPipe(Path target) throws IOException {
    if (Files.isSymbolicLink(target)
        || Files.isRegularFile(target)
        || !Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
      return false;
    }
    UserPrincipal owner = Files.getOwner(target);
    if (!owner.getName().equals("root")
        && Files.exists(SELF)
        && !owner.equals(Files.getOwner(SELF))) {
      throw new FileSystemException(
          target.toString(), null, "is a device or a pipe of another user");
    }
    return true;
  }

  private record Temporary(Path path, FileChannel channel) {

    static Temporary beside(Path target) throws IOException {
      Path name = target.getFileName();
      if (name == null) {
        throw new FileSystemException(target.toString(), null, "is not a file name");
      }
      // SecureRandom needs a hundred classes, which in a full heap cannot be initialised then or
      // ever after. A name that somebody guessed is refused, and another one taken.
      for (int attempt = 1; ; attempt++) {
        String random = Long.toHexString(ThreadLocalRandom.current().nextLong());
        Path path = target.resolveSibling(temporaryBegin(name) + random + TEMPORARY_END);
        try {
          // CREATE_NEW is O_EXCL, which refuses any existing name and never follows a link
          // (open(2)).
          return new Temporary(
              path,
              FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
        } catch (FileAlreadyExistsException e) {
          if (attempt == NAME_ATTEMPTS) {
            throw e;
          }
        }
      }
    }
  }
}
