package dev.tare.profile.json;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Passes over the last value of a profile without looking at its numbers, and sees whether the file
 * ends as a whole one does: with the brackets of that value and of the profile.
 */
final class SkippedNodes extends OutputStream {
  private static final int BUFFER_BYTES = 1 << 16;

  /** The last two characters that are no white space. */
  private int last;

  private int lastButOne;

  private SkippedNodes() {}

  /** Whether nothing follows the value at which the cursor is but the end of a whole profile. */
  static boolean areLast(JsonCursor json, InputStream text) throws IOException {
    SkippedNodes skipped = new SkippedNodes();
    json.releaseTo(skipped);
    byte[] buffer = new byte[BUFFER_BYTES];
    for (int count = text.read(buffer); count >= 0; count = text.read(buffer)) {
      skipped.write(buffer, 0, count);
    }
    return skipped.last == '}' && skipped.lastButOne == '}';
  }

  @Override
  public void write(int value) {
    write(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int length) {
    // Only the end matters, which is short; what is before it goes unseen.
    int tail = Math.max(from, from + length - 64);
    for (char c :
        new String(bytes, tail, from + length - tail, StandardCharsets.ISO_8859_1).toCharArray()) {
      if (c != '\n' && c != '\r' && c != ' ' && c != '\t') {
        lastButOne = last;
        last = c;
      }
    }
  }
}
