package dev.tare.agent.weave;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads what a {@link java.io.DataOutputStream} wrote, texts by {@code writeUTF}. All methods throw
 * an {@link IndexOutOfBoundsException} at the end. A {@link java.io.DataInputStream} makes several
 * calls for each byte, which takes a start long: its code is not compiled yet.
 */
final class WrittenBytes {
  /** What UTF-8 has in the place of bytes that are none of it. */
  private static final char REPLACEMENT = '\ufffd';

  /** Of a character. */
  private static final int MAX_BYTES = 3;

  private final byte[] bytes;
  private int at;

  /** Reads from the first byte on. */
  WrittenBytes(byte[] bytes) {
    this.bytes = bytes;
  }

  int readInt() {
    int from = at;
    at = from + Integer.BYTES;
    return bytes[from] << 24
        | (bytes[from + 1] & 0xFF) << 16
        | (bytes[from + 2] & 0xFF) << 8
        | (bytes[from + 3] & 0xFF);
  }

  /** From 0 to 65,535. */
  int readShort() {
    int from = at;
    at = from + Short.BYTES;
    return (bytes[from] & 0xFF) << 8 | (bytes[from + 1] & 0xFF);
  }

  byte readByte() {
    return bytes[at++];
  }

  boolean readBoolean() {
    return readByte() != 0;
  }

  /** Fills a part of an array, up to a place, exclusive. */
  void readBytes(byte[] into, int from, int to) {
    System.arraycopy(bytes, at, into, from, to - from);
    at += to - from;
  }

  /** Of so many bytes as a short says. */
  String readText() {
    int length = readShort();
    int from = at;
    at = from + length;
    return text(bytes, from, length);
  }

  /**
   * A text of a class file, in the modified UTF-8 that class files have (JVMS 4.4.7): only there
   * can a name hold half of a surrogate pair. Most texts are the same in UTF-8, which takes less
   * time to read.
   */
  static String text(byte[] bytes, int from, int length) {
    String text = new String(bytes, from, length, StandardCharsets.UTF_8);
    return text.indexOf(REPLACEMENT) < 0
        ? text
        : modified(Arrays.copyOfRange(bytes, from, from + length + MAX_BYTES));
  }

  /** Of bytes behind which there are zeros, so that a text that ends too early can be read. */
  private static String modified(byte[] bytes) {
    StringBuilder text = new StringBuilder();
    int at = 0;
    while (at < bytes.length - MAX_BYTES) {
      int first = bytes[at++];
      if (first >= 0) {
        text.append((char) first);
      } else if ((first & 0x20) == 0) {
        text.append((char) ((first & 0x1F) << 6 | (bytes[at++] & 0x3F)));
      } else {
        int high = (first & 0xF) << 12 | (bytes[at++] & 0x3F) << 6;
        text.append((char) (high | (bytes[at++] & 0x3F)));
      }
    }
    return text.toString();
  }
}
