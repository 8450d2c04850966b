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
    // Names of few programs have other letters. These two calls copy arrays, which is fast in code
    // that is not compiled, too.
    byte[] latin = text.getBytes(StandardCharsets.ISO_8859_1);
    boolean isLatin = new String(latin, StandardCharsets.ISO_8859_1).equals(text);
    byte[] characters = isLatin ? latin : wide(text);
    byte[] encoded = new byte[HEADER + characters.length];
    encoded[0] = (byte) (text.length() >> 8);
    encoded[1] = (byte) text.length();
    encoded[2] = (byte) (isLatin ? 1 : 2);
    System.arraycopy(characters, 0, encoded, HEADER, characters.length);
    return encoded;
  }

  /** Not by a charset: those replace a surrogate that has no other. */
  private static byte[] wide(String text) {
    byte[] wide = new byte[2 * text.length()];
    for (int i = 0; i < text.length(); i++) {
      wide[2 * i] = (byte) (text.charAt(i) >> 8);
      wide[2 * i + 1] = (byte) text.charAt(i);
    }
    return wide;
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
