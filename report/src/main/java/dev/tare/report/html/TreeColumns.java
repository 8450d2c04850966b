package dev.tare.report.html;

import dev.tare.profile.CallTree;
import java.io.IOException;
import java.io.OutputStream;
import java.util.function.IntToLongFunction;

/**
 * A call tree as bytes: the number of nodes, then column by column, which compresses better than
 * node by node. A column is one byte, 0 where all of it is zero and left out, else 1 and a number
 * for each node. A number is in groups of seven bits, the lowest first, as in Protocol Buffers; one
 * that may be negative is twice its amount, plus one if it is.
 */
final class TreeColumns {
  private TreeColumns() {}

  static void write(CallTree tree, OutputStream out) throws IOException {
    number(tree.size(), out);
    column(tree, node -> node == 0 ? 0 : stepsUp(tree, node), out);
    column(tree, node -> node == 0 ? 0 : tree.method(node), out);
    column(tree, tree::calls, out);
    column(tree, tree::exceptions, out);
    column(tree, tree::open, out);
    column(tree, node -> signed(tree.self(node)), out);
    column(tree, node -> signed(tree.overhead(node)), out);
    column(tree, tree::cut, out);
    column(tree, tree::samples, out);
  }

  /**
   * How far the node's parent is above the node before it; together they are no more than there are
   * nodes.
   */
  private static long stepsUp(CallTree tree, int node) {
    int steps = 0;
    for (int at = node - 1; at != tree.parent(node); at = tree.parent(at)) {
      steps++;
    }
    return steps;
  }

  private static void column(CallTree tree, IntToLongFunction values, OutputStream out)
      throws IOException {
    boolean zero = true;
    for (int node = 0; zero && node < tree.size(); node++) {
      zero = values.applyAsLong(node) == 0;
    }
    out.write(zero ? 0 : 1);
    for (int node = 0; !zero && node < tree.size(); node++) {
      number(values.applyAsLong(node), out);
    }
  }

  private static long signed(long value) {
    // The least long has no amount of its own; one more loses nothing that a page could show.
    long amount = value == Long.MIN_VALUE ? Long.MAX_VALUE : Math.abs(value);
    return (amount << 1) | (value >>> 63);
  }

  /** Takes the number as unsigned, so that doubling an amount loses nothing. */
  private static void number(long value, OutputStream out) throws IOException {
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      out.write((int) ((rest & 0x7f) | 0x80));
      rest >>>= 7;
    }
    out.write((int) rest);
  }
}
