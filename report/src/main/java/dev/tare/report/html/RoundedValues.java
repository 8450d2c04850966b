package dev.tare.report.html;

import dev.tare.profile.CallTree;
import java.io.IOException;

/**
 * Self values and overhead without the digits that nobody can know. Overhead has four significant
 * bits; a self value is a multiple of between an eighth and a sixteenth of its overhead, which may
 * itself be wrong by a tenth ({@link dev.tare.report.analysis.Uncertainty}). What rounding takes
 * from a node goes to the next node of the same method, so that the sums of methods hold.
 */
final class RoundedValues {
  /** A code of eight steps for each power of two: below 8 the value, above 4 significant bits. */
  private static final int STEPS = 8;

  private static final int STEP_BITS = 3;

  /** Added to the code of an amount below zero; no amount has a code as great. */
  static final int NEGATIVE = 1024;

  private final CallTree tree;
  private final int[] rows;
  private final int[] codes;
  private final int methodCount;

  RoundedValues(CallTree tree, int[] rows, int methodCount) {
    this.tree = tree;
    this.rows = rows;
    this.methodCount = methodCount;
    codes = new int[rows.length];
  }

  void overheadTo(PageNumbers out) throws IOException {
    double[] rest = new double[methodCount + 1];
    for (int row = 0; row < rows.length; row++) {
      int method = tree.method(rows[row]) + 1;
      double wanted = tree.overhead(rows[row]) + rest[method];
      int code = code(Math.abs(wanted));
      double kept = Math.copySign(amount(code), wanted);
      rest[method] = wanted - kept;
      codes[row] = code;
      out.number(wanted < 0 && code != 0 ? NEGATIVE + code : code);
    }
  }

  /** Follows {@link #overheadTo}, whose codes say how self values are rounded. */
  void selfTo(PageNumbers out) throws IOException {
    double[] rest = new double[methodCount + 1];
    for (int row = 0; row < rows.length; row++) {
      int method = tree.method(rows[row]) + 1;
      double wanted = tree.self(rows[row]) + rest[method];
      double step = step(codes[row]);
      long steps = Math.round(wanted / step);
      rest[method] = wanted - steps * step;
      out.signed(steps);
    }
  }

  /** The code of the amount nearest to this one. */
  static int code(double amount) {
    if (Math.rint(amount) < STEPS) {
      return (int) Math.rint(amount);
    }
    int exponent = Math.max(0, Math.getExponent(amount) - STEP_BITS);
    int steps = (int) Math.rint(Math.scalb(amount, -exponent));
    return STEPS * exponent + steps; // 16 steps are the first code of the next exponent
  }

  /** The amount that a code stands for. */
  static double amount(int code) {
    int exponent = Math.max(0, code / STEPS - 1);
    return Math.scalb((double) (code - STEPS * exponent), exponent);
  }

  /** What self values of nodes with this overhead are multiples of. */
  static double step(int code) {
    return Math.scalb(1.0, Math.max(0, code / STEPS - 1));
  }
}
