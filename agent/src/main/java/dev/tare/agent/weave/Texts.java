package dev.tare.agent.weave;

import dev.tare.runtime.memory.Bytes;
import java.nio.charset.StandardCharsets;

/**
 * Texts by number, each kept once, outside the heap where they are many. As strings, the names and
 * descriptors of a large program's methods are 200,000 objects. Not for several threads at a time.
 */
final class Texts {
  /** In the place of a number: there is no such text. */
  static final int NONE = NumbersByHash.NONE;

  /** Before a text: its length, in two bytes, and how many bytes a character has. */
  private static final int HEADER = 3;

  /** A text's number is the place of its header. */
  private final Bytes bytes = new Bytes();

  private final NumbersByHash numbers = new NumbersByHash();

  /** The number of a text that is a constant of a class file, which it has from now on. */
  int add(String text) {
    int known = find(text);
    if (known != NONE) {
      return known;
    }
    int number = bytes.length();
    bytes.add(encoded(text));
    numbers.add(text.hashCode(), number);
    return number;
  }

  /** The number of a text. */
  int find(String text) {
    return numbers.find(text.hashCode(), number -> text(number).equals(text));
  }

  /** The text of a number. */
  String text(int number) {
    int length = length(number);
    if (width(number) == 1) {
      return new String(bytes.copy(number + HEADER, length), StandardCharsets.ISO_8859_1);
    }
    char[] text = new char[length];
    for (int i = 0; i < length; i++) {
      int at = number + HEADER + 2 * i;
      text[i] = (char) (at(at) << 8 | at(at + 1));
    }
    return new String(text);
  }

  private static byte[] encoded(String text) {
    int width = 1;
    for (int i = 0; i < text.length() && width == 1; i++) {
      width = text.charAt(i) < 256 ? 1 : 2;
    }
    byte[] encoded = new byte[HEADER + width * text.length()];
    encoded[0] = (byte) (text.length() >> 8);
    encoded[1] = (byte) text.length();
    encoded[2] = (byte) width;
    for (int i = 0; i < text.length(); i++) {
      int last = HEADER + width * (i + 1) - 1;
      encoded[last] = (byte) text.charAt(i);
      if (width > 1) {
        encoded[last - 1] = (byte) (text.charAt(i) >> 8);
      }
    }
    return encoded;
  }

  private int length(int number) {
    return at(number) << 8 | at(number + 1);
  }

  private int width(int number) {
    return at(number + 2);
  }

  private int at(int place) {
    return Byte.toUnsignedInt(bytes.get(place));
  }
}
