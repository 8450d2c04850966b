package dev.tare.profile.json;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;

/** Bytes that are written twice: here as they come, and where they belong once that is reached. */
final class Spool extends OutputStream {
  /** Most spools of most profiles stay empty. */
  private static final int FIRST_BYTES = 64;

  /** Of an element: 19 digits, a sign and a comma. */
  private static final int MAX_ELEMENT = 21;

  private final SpoolFile file;
  private final byte[] element = new byte[MAX_ELEMENT];
  private byte[] block = new byte[FIRST_BYTES];
  private int used;

  /** Those in the file. */
  private int[] blocks = {};

  private int blockCount;

  Spool(SpoolFile file) {
    this.file = file;
  }

  boolean isEmpty() {
    return used == 0 && blockCount == 0;
  }

  @Override
  public void write(int value) throws IOException {
    if (used == block.length) {
      makeRoom();
    }
    block[used++] = (byte) value;
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    int at = from;
    while (at < from + length) {
      if (used == block.length) {
        makeRoom();
      }
      int count = Math.min(block.length - used, from + length - at);
      System.arraycopy(bytes, at, block, used, count);
      used += count;
      at += count;
    }
  }

  private void makeRoom() throws IOException {
    if (block.length < SpoolFile.BLOCK) {
      block = Arrays.copyOf(block, Math.min(SpoolFile.BLOCK, 4 * block.length));
      return;
    }
    if (blockCount == blocks.length) {
      blocks = Arrays.copyOf(blocks, Math.max(16, 2 * blockCount));
    }
    blocks[blockCount++] = file.add(block);
    used = 0;
  }

  /** Writes an element of an array of numbers, with the comma between it and the one before. */
  void element(long value) throws IOException {
    // From the last digit on, in negative numbers, of which there is one more.
    long rest = value < 0 ? value : -value;
    int at = MAX_ELEMENT;
    do {
      long tenth = rest / 10;
      element[--at] = (byte) ('0' + 10 * tenth - rest);
      rest = tenth;
    } while (rest != 0);
    if (value < 0) {
      element[--at] = '-';
    }
    if (!isEmpty()) {
      element[--at] = ',';
    }
    write(element, at, MAX_ELEMENT - at);
  }

  /** Writes an element that is JSON as it is. */
  void element(byte[] json) throws IOException {
    if (!isEmpty()) {
      write(',');
    }
    write(json, 0, json.length);
  }

  /** Copies all bytes to where they belong. */
  void copyTo(OutputStream out) throws IOException {
    if (blockCount > 0) {
      byte[] room = new byte[SpoolFile.BLOCK];
      for (int i = 0; i < blockCount; i++) {
        file.read(blocks[i], room);
        out.write(room);
      }
    }
    out.write(block, 0, used);
  }
}
