package dev.tare.agent.weave;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Texts by number, each kept once, in few large arrays. As strings, the names and descriptors of a
 * large program's methods take twice as much, in 200,000 objects. Not for several threads at a
 * time.
 */
final class Texts {
  /** In the place of a number: there is no such text. */
  static final int NONE = -1;

  private static final int PAGE_BITS = 16;
  private static final int PAGE = 1 << PAGE_BITS;

  /** Before a text: its length, in two bytes, and how many bytes a character has. */
  private static final int HEADER = 3;

  private final List<byte[]> pages = new ArrayList<>();

  /** How much of the last page is used. */
  private int used = PAGE;

  /** Numbers, and 1 more; 0 where none is. */
  private int[] places = new int[1 << 10];

  private int count;

  /** The number of a text that is a constant of a class file, which it has from now on. */
  int add(String text) {
    int place = place(text);
    if (places[place] == 0) {
      if (2 * count >= places.length) {
        grow();
        place = place(text);
      }
      places[place] = write(text) + 1;
      count++;
    }
    return places[place] - 1;
  }

  /** The number of a text. */
  int find(String text) {
    return places[place(text)] - 1;
  }

  /** The text of a number. */
  String text(int number) {
    byte[] page = page(number);
    int at = at(number);
    int length = length(page, at);
    if (page[at + 2] == 1) {
      return new String(page, at + HEADER, length, StandardCharsets.ISO_8859_1);
    }
    char[] text = new char[length];
    for (int i = 0; i < length; i++) {
      text[i] = character(page, at, i);
    }
    return new String(text);
  }

  private int write(String text) {
    int width = 1;
    for (int i = 0; i < text.length() && width == 1; i++) {
      width = text.charAt(i) < 256 ? 1 : 2;
    }
    int bytes = HEADER + width * text.length();
    if (used + bytes > PAGE) {
      pages.add(new byte[Math.max(PAGE, bytes)]);
      used = 0;
    }
    int number = (pages.size() - 1) << PAGE_BITS | used;
    byte[] page = page(number);
    page[used++] = (byte) (text.length() >> 8);
    page[used++] = (byte) text.length();
    page[used++] = (byte) width;
    for (int i = 0; i < text.length(); i++) {
      if (width > 1) {
        page[used++] = (byte) (text.charAt(i) >> 8);
      }
      page[used++] = (byte) text.charAt(i);
    }
    return number;
  }

  private void grow() {
    int[] old = places;
    places = new int[2 * old.length];
    for (int number : old) {
      if (number != 0) {
        places[place(text(number - 1))] = number;
      }
    }
  }

  /** Where a text's number is, or where it is to be. */
  private int place(String text) {
    int hash = text.hashCode();
    int mask = places.length - 1;
    int place = (hash ^ hash >>> 16) & mask;
    while (places[place] != 0 && !is(places[place] - 1, text)) {
      place = (place + 1) & mask;
    }
    return place;
  }

  private boolean is(int number, String text) {
    byte[] page = page(number);
    int at = at(number);
    boolean isEqual = length(page, at) == text.length();
    for (int i = 0; isEqual && i < text.length(); i++) {
      isEqual = character(page, at, i) == text.charAt(i);
    }
    return isEqual;
  }

  private byte[] page(int number) {
    return pages.get(number >> PAGE_BITS);
  }

  private static int at(int number) {
    return number & (PAGE - 1);
  }

  private static int length(byte[] page, int at) {
    return Byte.toUnsignedInt(page[at]) << 8 | Byte.toUnsignedInt(page[at + 1]);
  }

  private static char character(byte[] page, int at, int index) {
    int width = page[at + 2];
    int from = at + HEADER + width * index;
    int low = Byte.toUnsignedInt(page[from + width - 1]);
    return (char) (width == 1 ? low : Byte.toUnsignedInt(page[from]) << 8 | low);
  }
}
