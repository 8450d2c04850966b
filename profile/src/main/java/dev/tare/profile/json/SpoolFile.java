package dev.tare.profile.json;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * What of a profile is written before it is known what stands above it, in blocks of one size: a
 * temporary file that several {@link Spool}s share, made when the first block comes and gone when
 * it is closed. Not for several threads at a time.
 */
final class SpoolFile implements Closeable {
  /** Bytes of a block. */
  static final int BLOCK = 1 << 14;

  private final Path folder;
  private @Nullable FileChannel channel;
  private int blocks;

  /** Of a file in this folder. */
  SpoolFile(Path folder) {
    this.folder = folder;
  }

  /**
   * Keeps a block.
   *
   * @return its number
   */
  int add(byte[] block) throws IOException {
    FileChannel file = channel;
    if (file == null) {
      file = open();
      channel = file;
    }
    ByteBuffer buffer = ByteBuffer.wrap(block, 0, BLOCK);
    long position = (long) blocks * BLOCK;
    while (buffer.hasRemaining()) {
      position += file.write(buffer, position);
    }
    return blocks++;
  }

  /** Reads a block into a room of its size. */
  void read(int number, byte[] room) throws IOException {
    FileChannel file = channel;
    if (file == null) {
      throw new IllegalStateException("no block was added");
    }
    ByteBuffer buffer = ByteBuffer.wrap(room, 0, BLOCK);
    long position = (long) number * BLOCK;
    while (buffer.hasRemaining()) {
      int count = file.read(buffer, position);
      if (count < 0) {
        throw new IOException("a temporary file was truncated while it was in use");
      }
      position += count;
    }
  }

  private FileChannel open() throws IOException {
    // Not Files.createTempFile, whose SecureRandom needs classes that a full heap cannot load.
    String random = Long.toHexString(ThreadLocalRandom.current().nextLong());
    return FileChannel.open(
        folder.resolve(".tare-" + random + ".tmp"),
        StandardOpenOption.CREATE_NEW,
        StandardOpenOption.READ,
        StandardOpenOption.WRITE,
        StandardOpenOption.DELETE_ON_CLOSE);
  }

  @Override
  public void close() throws IOException {
    if (channel != null) {
      channel.close();
      channel = null;
    }
  }
}
