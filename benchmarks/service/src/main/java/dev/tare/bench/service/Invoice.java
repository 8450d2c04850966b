package dev.tare.bench.service;

/**
 * A method on the path of each request for an order, whose cost is set from outside: what is added
 * to it must show in its self value, and nowhere else.
 */
final class Invoice {
  /** Turns of the loop in {@link #number}. */
  private static final int TURNS = Integer.getInteger("service.turns", 0);

  private Invoice() {}

  /** A number that follows from the order's: each turn waits for the one before. */
  static long number(long order) {
    long number = order;
    for (int turn = 0; turn < TURNS; turn++) {
      number = (number ^ (number >>> 29)) * 0xbf58476d1ce4e5b9L;
    }
    return number;
  }
}
