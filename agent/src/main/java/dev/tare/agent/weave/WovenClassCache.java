package dev.tare.agent.weave;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Woven classes in a file, so that the next run of the program need not weave them again. Records
 * are appended as classes are woven; of two of the same class the later one counts.
 *
 * <pre>
 *   file:   length of a text, the text: "tare-woven 6", and what the classes depend on; records
 *   record: length and CRC-32 of the class as {@link WovenClassFormat} writes it,
 *           CRC-32 and length of its class file, length of its internal name, the name, the class
 * </pre>
 *
 * <p>Numbers have four bytes, texts are in modified UTF-8. One process at a time appends, the one
 * that has the lock; others read what was there when they began. A record that a process did not
 * write to its end is cut off by the next one that appends. Files are read and written by {@link
 * RandomAccessFile}: a channel is closed when a thread that loads a class is interrupted. Who has
 * the lock opens the file no second time: the lock ends when the process closes any descriptor of
 * it (fcntl(2)).
 */
public final class WovenClassCache {
  private static final String FORMAT = "tare-woven 6\n";

  /** Some 25,000 classes: of a program that generates more than that, not all are kept. */
  private static final long MAX_BYTES = 128L << 20;

  /** Of a file, in parts: less room is too little for a run in which many tiers differ. */
  private static final int MIN_ROOM_PART = 8;

  private static final int BUFFER_BYTES = 1 << 18;

  /** Runs load classes in about the same order: so many bytes are read at once. */
  private static final int AHEAD_BYTES = 1 << 14;

  private static final WovenClassCache NONE =
      new WovenClassCache(Path.of(""), new byte[0], 0, line -> {});

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

  /** A part of the file, and where it begins. */
  private byte[] ahead = {};

  private long aheadFrom;

  private final Path path;
  private final byte[] header;
  private final long maxBytes;
  private final Consumer<String> say;
  private @Nullable RandomAccessFile file;
  private boolean appends;
  private long end;

  private WovenClassCache(Path path, byte[] header, long maxBytes, Consumer<String> say) {
    this.path = path;
    this.header = header;
    this.maxBytes = maxBytes;
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
    return of(directory, dependencies, MAX_BYTES, say);
  }

  static WovenClassCache of(
      Path directory, String dependencies, long maxBytes, Consumer<String> say) {
    byte[] header = (FORMAT + dependencies).getBytes(StandardCharsets.UTF_8);
    Path path = WovenClassFiles.path(directory, crc(header));
    WovenClassCache cache = new WovenClassCache(path, header, maxBytes, say);
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
      WovenClassFiles.makeRoom(path, maxBytes);
      WovenClassFiles.create(path);
    }
    Files.setLastModifiedTime(path, FileTime.from(Instant.now())); // Opens and closes the file.
    RandomAccessFile opened = new RandomAccessFile(path.toFile(), "rw");
    file = opened;
    try {
      appends = opened.getChannel().tryLock() != null;
    } catch (OverlappingFileLockException e) {
      appends = false; // Another profiler of this JVM has it.
    }
    readIndex(opened);
    if (appends && isFull(end) && makeShorter(opened)) {
      opened.close();
      known.clear();
      ahead = new byte[0];
      end = 0;
      open();
      return;
    }
    if (appends && end == 0) {
      opened.seek(0);
      opened.write(header);
      end = header.length;
    }
    if (appends) {
      opened.setLength(end);
    }
  }

  /**
   * Leaves out of a full file what was woven again since, if that makes room. Who has the file open
   * goes on to read the longer one.
   */
  private boolean makeShorter(RandomAccessFile full) throws IOException {
    Map<String, Key> latest = new HashMap<>();
    for (Key key : known.keySet()) {
      latest.merge(
          key.name, key, (one, other) -> place(one).offset > place(other).offset ? one : other);
    }
    long length = header.length;
    for (Key key : latest.values()) {
      length += HEAD_BYTES + name(key).length + place(key).length;
    }
    if (isFull(length)) {
      return false;
    }
    Path shorter = path.resolveSibling(path.getFileName() + ".new");
    Files.deleteIfExists(shorter);
    WovenClassFiles.create(shorter);
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(shorter))) {
      out.write(header);
      for (Key key : latest.values()) {
        Place place = place(key);
        out.write(record(key, place.crc, written(full, place)));
      }
    }
    Files.move(shorter, path, StandardCopyOption.ATOMIC_MOVE);
    return true;
  }

  private boolean isFull(long length) {
    return length > maxBytes - maxBytes / MIN_ROOM_PART;
  }

  private Place place(Key key) {
    return Objects.requireNonNull(known.get(key));
  }

  /** Reads what is there, as far as it was written to its end. */
  private void readIndex(RandomAccessFile opened) throws IOException {
    long size = opened.length();
    if (size < header.length) {
      return;
    }
    // Not closed: that would close the opened file.
    DataInputStream in =
        new DataInputStream(new BufferedInputStream(new FileInputStream(opened.getFD())));
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
      String name = WrittenBytes.text(in.readNBytes(nameLength), 0, nameLength);
      in.skipNBytes(length);
      known.put(new Key(name, classCrc, classLength), new Place(begin, length, crc));
      end = begin + length;
    }
  }

  /**
   * The class as it was woven last; null where that is not known.
   *
   * @param classFile with this key
   */
  @Nullable WovenClass find(Key key, byte[] classFile) {
    byte[] written = read(key);
    try {
      return written == null ? null : WovenClassFormat.read(written, classFile);
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
      byte[] written = written(opened, place);
      if (crc(written) == place.crc) {
        return written;
      }
      known.remove(key);
    } catch (IOException e) {
      giveUp(e);
    }
    return null;
  }

  private byte[] written(RandomAccessFile opened, Place place) throws IOException {
    if (place.offset < aheadFrom || place.offset + place.length > aheadFrom + ahead.length) {
      ahead = new byte[(int) Math.max(place.length, Math.min(AHEAD_BYTES, end - place.offset))];
      aheadFrom = place.offset;
      opened.seek(place.offset);
      opened.readFully(ahead);
    }
    int from = (int) (place.offset - aheadFrom);
    return Arrays.copyOfRange(ahead, from, from + place.length);
  }

  /**
   * Keeps a class for later runs, unless a fault of ours is part of it.
   *
   * @param classFile that it was made from, with this key
   */
  void put(Key key, byte[] classFile, WovenClass woven) {
    if (woven.skipped.stream().anyMatch(method -> method.cause() != null)) {
      return;
    }
    try {
      put(key, WovenClassFormat.write(woven, classFile));
    } catch (IOException e) {
      giveUp(e);
    }
  }

  private synchronized void put(Key key, byte[] written) throws IOException {
    RandomAccessFile opened = file;
    if (opened == null || !appends) {
      return;
    }
    int crc = crc(written);
    byte[] record = record(key, crc, written);
    long recordEnd = end + unwritten.size() + record.length;
    if (recordEnd > maxBytes) {
      return;
    }
    unwritten.writeBytes(record);
    known.put(key, new Place(recordEnd - written.length, written.length, crc));
    if (unwritten.size() > BUFFER_BYTES) {
      flush(opened);
    }
  }

  private static byte[] name(Key key) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new DataOutputStream(bytes).writeUTF(key.name);
    return Arrays.copyOfRange(bytes.toByteArray(), Short.BYTES, bytes.size());
  }

  private static byte[] record(Key key, int crc, byte[] written) throws IOException {
    byte[] name = name(key);
    return ByteBuffer.allocate(HEAD_BYTES + name.length + written.length)
        .putInt(written.length)
        .putInt(crc)
        .putInt(key.crc)
        .putInt(key.length)
        .putInt(name.length)
        .put(name)
        .put(written)
        .array();
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
