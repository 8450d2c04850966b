package dev.tare.it.targets;

import java.util.function.IntUnaryOperator;

/** A class that needs {@code java.*} alone, to be defined by loaders that know nothing else. */
public final class Leaf implements IntUnaryOperator {
  /** Doubles. */
  @Override
  public int applyAsInt(int n) {
    return twice(n);
  }

  private static int twice(int n) {
    return 2 * n;
  }
}
