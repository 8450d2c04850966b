package dev.tare.agent.cache;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Held by one JVM of this machine at a time, while it looks what stands at a file's name and puts
 * its own there. It is a lock on a hidden file beside it, which goes with the lock; the operating
 * system releases it where its JVM is killed.
 *
 * <p>Who waits may be granted the lock of a file that has been removed, while others lock the next.
 * So whoever removes one marks it first, by a byte in it, and a marked file counts for nothing.
 */
public final class NameLock implements Closeable {
  /**
   * For reading, too: a pipe that somebody put there would hold up who opens it to write alone
   * (fifo(7)).
   */
  private static final Set<OpenOption> OPEN =
      Set.of(
          StandardOpenOption.CREATE,
          StandardOpenOption.READ,
          StandardOpenOption.WRITE,
          LinkOption.NOFOLLOW_LINKS);

  private static final long RETRY_NANOS = 2_000_000;

  /**
   * The files that this JVM has open: to close a second descriptor of one would release its lock
   * (fcntl(2)).
   */
  private static final Set<Path> OPENED = ConcurrentHashMap.newKeySet();

  private final Path file;
  private final FileChannel channel;

  private NameLock(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /**
   * Takes the lock.
   *
   * @param name what is to be locked; need not exist
   * @param patienceNanos how long to wait for another JVM
   * @return null where another one held it all the time
   * @throws IOException where files cannot be locked there
   */
  public static @Nullable NameLock take(Path name, long patienceNanos) throws IOException {
    Path file = name.resolveSibling("." + name.getFileName() + ".lock");
    long deadlineNanos = System.nanoTime() + patienceNanos;
    do {
      if (OPENED.add(file)) {
        NameLock taken = null;
        try {
          taken = takeNow(file);
        } finally {
          if (taken == null) {
            OPENED.remove(file);
          }
        }
        if (taken != null) {
          return taken;
        }
      }
      LockSupport.parkNanos(RETRY_NANOS);
    } while (System.nanoTime() < deadlineNanos);
    return null;
  }

  private static @Nullable NameLock takeNow(Path file) throws IOException {
    Identity before = Identity.orNull(file);
    FileChannel channel = FileChannel.open(file, OPEN);
    boolean isTaken = false;
    try {
      if (isLocked(channel)) {
        if (channel.size() == 0) {
          isTaken = true;
          return new NameLock(file, channel);
        }
        // Its name is gone, or else who marked it was killed just then.
        if (before != null && before.size() > 0 && before.isSame(Identity.orNull(file))) {
          Files.deleteIfExists(file);
        }
      }
      return null;
    } finally {
      if (!isTaken) {
        channel.close();
      }
    }
  }

  private static boolean isLocked(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null; // Until the channel is closed.
    } catch (OverlappingFileLockException e) {
      return false; // Another profiler of this JVM has it.
    }
  }

  /** Releases a lock, if it was taken, behind what is done by then. */
  public static void release(@Nullable NameLock lock) {
    try {
      if (lock != null) {
        lock.close();
      }
    } catch (IOException e) {
      // It is released, and its file stays, for lack of room.
    }
  }

  /** Removes the file, and releases the lock. */
  @Override
  public void close() throws IOException {
    try {
      channel.write(ByteBuffer.allocate(1));
      Files.deleteIfExists(file);
    } finally {
      channel.close();
      OPENED.remove(file);
    }
  }

  /** The file behind a name; of one that was made anew, another. */
  public static final class Identity {
    private final @Nullable Object key;
    private final long createdMillis;
    private final FileTime modified;
    private final long size;

    private Identity(BasicFileAttributes is) {
      key = is.fileKey();
      createdMillis = is.creationTime().toMillis();
      modified = is.lastModifiedTime();
      size = is.size();
    }

    /** Of the file that has this name now. */
    public static Identity of(Path file) throws IOException {
      return new Identity(Files.readAttributes(file, BasicFileAttributes.class));
    }

    /** The same; null where there is none. */
    public static @Nullable Identity orNull(Path file) throws IOException {
      try {
        return of(file);
      } catch (NoSuchFileException e) {
        return null;
      }
    }

    /** When it was written last. */
    public FileTime modified() {
      return modified;
    }

    long size() {
      return size;
    }

    /** By hand: what the JVM makes for a record takes 30 ms of a JVM's end to be bootstrapped. */
    public boolean isSame(@Nullable Identity other) {
      return other != null
          && Objects.equals(key, other.key)
          && createdMillis == other.createdMillis
          && modified.equals(other.modified)
          && size == other.size;
    }
  }
}
