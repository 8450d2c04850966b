package dev.tare.report.html;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Numbers as bytes: groups of seven bits, the lowest first, as in Protocol Buffers. {@code data.js}
 * reads them.
 */
final class PageNumbers {
  private final OutputStream out;

  PageNumbers(OutputStream out) {
    this.out = out;
  }

  /** Takes the number as unsigned, so that doubling an amount loses nothing. */
  void number(long value) throws IOException {
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      out.write((int) ((rest & 0x7f) | 0x80));
      rest >>>= 7;
    }
    out.write((int) rest);
  }

  /** A number that may be negative: twice its amount, plus one if it is. */
  void signed(long value) throws IOException {
    // The least long has no amount of its own; one more loses nothing that a page could show.
    long amount = value == Long.MIN_VALUE ? Long.MAX_VALUE : Math.abs(value);
    number((amount << 1) | (value >>> 63));
  }
}
