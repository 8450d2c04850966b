package dev.tare.agent.weave;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Woven classes in a file, so that the next run of the program need not weave them again. Records
 * are appended as classes are woven; of two of the same class the later one counts.
 *
 * <pre>
 *   file:   length of a text, the text: "tare-woven 3", and what the classes depend on; records
 *   record: length and CRC-32 of the class as {@link WovenClassFormat} writes it,
 *           CRC-32 and length of its class file, length of its internal name, the name, the class
 * </pre>
 *
 * <p>Numbers have four bytes, texts are in UTF-8. One process at a time appends, the one that has
 * the lock; others read what was there when they began. A record that a process did not write to
 * its end is cut off by the next one that appends. Files are read and written by {@link
 * RandomAccessFile}: a channel is closed when a thread that loads a class is interrupted.
 */
public final class WovenClassCache {
  private static final String FORMAT = "tare-woven 3\n";
  private static final String PREFIX = "classes-";
  private static final String SUFFIX = ".bin";

  /** Some 25,000 classes: of a program that generates more than that, not all are kept. */
  private static final long MAX_BYTES = 128L << 20;

  /** A run that finds so much begins anew: much of it is of classes that were woven again since. */
  private static final long FULL_BYTES = MAX_BYTES - (MAX_BYTES >> 3);

  /** What all programs' files may take: those not used for longest go first. */
  private static final long MAX_BYTES_OF_ALL = 512L << 20;

  private static final int BUFFER_BYTES = 1 << 18;

  private static final WovenClassCache NONE =
      new WovenClassCache(Path.of(""), new byte[0], line -> {});

  /**
   * What tells a class file from others.
   *
   * @param name the class's internal name
   * @param crc CRC-32 of the class file
   * @param length bytes of the class file
   */
  record Key(String name, int crc, int length) {
    static Key of(String name, byte[] classFile) {
      return new Key(name, WovenClassCache.crc(classFile), classFile.length);
    }

    // Written out: what records have by themselves is linked when it is first called, in a start's
    // time.
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Key that
          && crc == that.crc
          && length == that.length
          && name.equals(that.name);
    }

    @Override
    public int hashCode() {
      return crc;
    }
  }

  /** Where a record has its class. */
  private record Place(long offset, int length, int crc) {}

  /** Length, CRC-32, CRC-32 of the class file, length of the class file, length of the name. */
  private static final int HEAD_BYTES = 5 * Integer.BYTES;

  private final Map<Key, Place> known = new HashMap<>();

  /** Records that are not in the file yet, and behind {@link #end} are going to be. */
  private final ByteArrayOutputStream unwritten = new ByteArrayOutputStream();

  private final Path path;
  private final byte[] header;
  private final Consumer<String> say;
  private @Nullable RandomAccessFile file;
  private boolean appends;
  private long end;

  private WovenClassCache(Path path, byte[] header, Consumer<String> say) {
    this.path = path;
    this.header = header;
    this.say = say;
  }

  /** Knows nothing, and keeps nothing. */
  public static WovenClassCache none() {
    return NONE;
  }

  /**
   * The classes that earlier runs of the same program kept.
   *
   * @param directory of the files of all programs
   * @param dependencies what the woven classes depend on, besides their class files
   * @param say writes a line for the user
   */
  public static WovenClassCache of(Path directory, String dependencies, Consumer<String> say) {
    byte[] header = (FORMAT + dependencies).getBytes(StandardCharsets.UTF_8);
    Path path = directory.resolve(PREFIX + HexFormat.of().toHexDigits(crc(header)) + SUFFIX);
    WovenClassCache cache = new WovenClassCache(path, header, say);
    try {
      cache.open();
    } catch (IOException e) {
      cache.giveUp(e);
    }
    return cache;
  }

  /** Whether classes are sought and kept. */
  synchronized boolean isUsed() {
    return file != null;
  }

  private void open() throws IOException {
    if (!Files.exists(path)) {
      makeRoom();
      createForOwner();
    }
    RandomAccessFile opened = new RandomAccessFile(path.toFile(), "rw");
    file = opened;
    try {
      appends = opened.getChannel().tryLock() != null;
    } catch (OverlappingFileLockException e) {
      appends = false; // Another profiler of this JVM has it.
    }
    readIndex();
    if (appends && (end == 0 || end > FULL_BYTES)) {
      known.clear();
      opened.write(header);
      end = header.length;
    }
    if (appends) {
      opened.setLength(end);
      Files.setLastModifiedTime(path, FileTime.from(Instant.now()));
    }
  }

  /** The application's code is nobody else's. */
  private void createForOwner() throws IOException {
    try {
      Files.createFile(
          path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    } catch (FileAlreadyExistsException e) {
      // Another run of the program was faster, and has made it in the same way.
    }
  }

  /** Deletes files of other programs where all together are too large. */
  private void makeRoom() throws IOException {
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> all =
        Files.newDirectoryStream(path.toAbsolutePath().getParent(), PREFIX + "*" + SUFFIX)) {
      all.forEach(files::add);
    }
    Map<Path, FileTime> used = new HashMap<>();
    for (Path one : files) {
      used.put(one, Files.getLastModifiedTime(one));
    }
    files.sort(Comparator.comparing(used::get).reversed());
    long bytes = MAX_BYTES;
    for (Path one : files) {
      bytes += Files.size(one);
      if (bytes > MAX_BYTES_OF_ALL) {
        Files.deleteIfExists(one);
      }
    }
  }

  /** Reads what is there, as far as it was written to its end. */
  private void readIndex() throws IOException {
    long size = Files.size(path);
    if (size < header.length) {
      return;
    }
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(new FileInputStream(path.toFile())))) {
      if (!Arrays.equals(in.readNBytes(header.length), header)) {
        return; // Another program's, whose name has the same CRC-32.
      }
      end = header.length;
      while (size - end >= HEAD_BYTES) {
        int length = in.readInt();
        int crc = in.readInt();
        int classCrc = in.readInt();
        int classLength = in.readInt();
        int nameLength = in.readInt();
        long begin = end + HEAD_BYTES + nameLength;
        if (length < 0 || nameLength < 0 || begin + length > size) {
          return;
        }
        String name = new String(in.readNBytes(nameLength), StandardCharsets.UTF_8);
        in.skipNBytes(length);
        known.put(new Key(name, classCrc, classLength), new Place(begin, length, crc));
        end = begin + length;
      }
    }
  }

  /** The class as it was woven last; null where that is not known. */
  @Nullable WovenClass find(Key key) {
    byte[] written = read(key);
    try {
      return written == null ? null : WovenClassFormat.read(written);
    } catch (IOException e) {
      giveUp(e);
      return null;
    }
  }

  private synchronized byte @Nullable [] read(Key key) {
    Place place = known.get(key);
    RandomAccessFile opened = file;
    if (place == null || opened == null) {
      return null;
    }
    try {
      if (place.offset >= end) {
        flush(opened);
      }
      byte[] written = new byte[place.length];
      opened.seek(place.offset);
      opened.readFully(written);
      if (crc(written) == place.crc) {
        return written;
      }
      known.remove(key);
    } catch (IOException e) {
      giveUp(e);
    }
    return null;
  }

  /** Keeps a class for later runs, unless a fault of ours is part of it. */
  void put(Key key, WovenClass woven) {
    if (woven.skipped.stream().anyMatch(method -> method.cause() != null)) {
      return;
    }
    try {
      put(key, WovenClassFormat.write(woven));
    } catch (IOException e) {
      giveUp(e);
    }
  }

  private synchronized void put(Key key, byte[] written) throws IOException {
    RandomAccessFile opened = file;
    byte[] name = key.name.getBytes(StandardCharsets.UTF_8);
    long begin = end + unwritten.size() + HEAD_BYTES + name.length;
    if (opened == null || !appends || begin + written.length > MAX_BYTES) {
      return;
    }
    int crc = crc(written);
    unwritten.writeBytes(
        ByteBuffer.allocate(HEAD_BYTES + name.length + written.length)
            .putInt(written.length)
            .putInt(crc)
            .putInt(key.crc)
            .putInt(key.length)
            .putInt(name.length)
            .put(name)
            .put(written)
            .array());
    known.put(key, new Place(begin, written.length, crc));
    if (unwritten.size() > BUFFER_BYTES) {
      flush(opened);
    }
  }

  private void flush(RandomAccessFile opened) throws IOException {
    opened.seek(end);
    opened.write(unwritten.toByteArray());
    end += unwritten.size();
    unwritten.reset();
  }

  /** Writes what is left; nothing is found or kept from here on. */
  public synchronized void close() {
    RandomAccessFile opened = file;
    file = null;
    if (opened == null) {
      return;
    }
    try (opened) {
      flush(opened);
    } catch (IOException e) {
      giveUp(e);
    }
  }

  /** From here on no class is found or kept; weaving goes on without. */
  private synchronized void giveUp(IOException reason) {
    say.accept("warning: woven classes are not kept in " + path + ": " + reason);
    RandomAccessFile opened = file;
    file = null;
    if (opened != null) {
      try (opened) {
        appends = false;
      } catch (IOException e) {
        reason.addSuppressed(e);
      }
    }
  }

  private static int crc(byte[] bytes) {
    CRC32 crc = new CRC32();
    crc.update(bytes);
    return (int) crc.getValue();
  }
}
