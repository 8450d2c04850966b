package dev.tare.agent.weave;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a text once if it comes again soon, as most names and descriptors of methods do. Of 180,000
 * in a large program it finds 107,000, which would take 7 MB of 14. For several threads, which may
 * keep a text twice.
 */
final class RecentTexts {
  /** A quarter of them would find 96,000, four times as many 116,000. */
  private static final int PLACES = 1 << 12;

  /** By hash; a text takes the place of the one before. */
  private final @Nullable String[] texts = new @Nullable String[PLACES];

  /** An equal text. */
  String same(String text) {
    int place = place(text.hashCode());
    String known = texts[place];
    if (text.equals(known)) {
      return known;
    }
    texts[place] = text;
    return text;
  }

  /** The text of these bytes, in UTF-8. */
  String text(byte[] bytes, int from, int length) {
    int hash = 0; // As of a String of these characters, if all are ASCII.
    for (int i = from; i < from + length; i++) {
      hash = 31 * hash + bytes[i];
    }
    int place = place(hash);
    String known = texts[place];
    if (known != null && isAsciiOf(known, bytes, from, length)) {
      return known;
    }
    String text = new String(bytes, from, length, StandardCharsets.UTF_8);
    texts[place] = text;
    return text;
  }

  private static int place(int hash) {
    return (hash ^ hash >>> 16) & (PLACES - 1);
  }

  /** Whether these bytes are a text in ASCII, and this one. */
  private static boolean isAsciiOf(String text, byte[] bytes, int from, int length) {
    if (text.length() != length) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if (text.charAt(i) != bytes[from + i]) {
        return false;
      }
    }
    return true;
  }
}
