package dev.tare.report.export;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * A message of Protocol Buffers, field by field; a field that is 0 is left out, as its default.
 *
 * @see <a href="https://protobuf.dev/programming-guides/encoding/">Encoding</a>
 */
final class ProtobufMessage {
  private static final int VARINT = 0;
  private static final int LENGTH_DELIMITED = 2;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  /** Adds an integer. */
  ProtobufMessage integer(int field, long value) {
    if (value != 0) {
      varint((long) field << 3 | VARINT);
      varint(value);
    }
    return this;
  }

  /** Adds integers, packed; 0 among them is kept. */
  ProtobufMessage integers(int field, long[] values, int count) {
    ProtobufMessage packed = new ProtobufMessage();
    for (int i = 0; i < count; i++) {
      packed.varint(values[i]);
    }
    return message(field, packed);
  }

  /** Adds a text, also an empty one. */
  ProtobufMessage text(int field, String value) {
    byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
    varint((long) field << 3 | LENGTH_DELIMITED);
    varint(utf8.length);
    bytes.writeBytes(utf8);
    return this;
  }

  /** Adds a message. */
  ProtobufMessage message(int field, ProtobufMessage value) {
    varint((long) field << 3 | LENGTH_DELIMITED);
    varint(value.bytes.size());
    bytes.writeBytes(value.bytes.toByteArray());
    return this;
  }

  /**
   * Writes the fields so far and forgets them: a message's fields may come in pieces, as long as
   * they come whole.
   */
  void drainTo(OutputStream out) throws IOException {
    bytes.writeTo(out);
    bytes.reset();
  }

  private void varint(long value) {
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      bytes.write((int) ((rest & 0x7f) | 0x80));
      rest >>>= 7;
    }
    bytes.write((int) rest);
  }
}
