package dev.tare.agent.weave;

import java.nio.charset.StandardCharsets;

/**
 * Reads what a {@link java.io.DataOutputStream} wrote, texts in UTF-8. All methods throw an {@link
 * IndexOutOfBoundsException} at the end. A {@link java.io.DataInputStream} makes several calls for
 * each byte, which takes a start long: its code is not compiled yet.
 */
final class WrittenBytes {
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
    return new String(bytes, from, length, StandardCharsets.UTF_8);
  }
}
