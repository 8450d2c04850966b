package dev.tare.bench.kernel;

/** Three methods that call each other, each with work of its own: turns as in {@link Loops}. */
final class Nest {
  static final int OUTER_TURNS = 40;
  static final int MIDDLE_TURNS = 80;
  static final int INNER_TURNS = 160;

  private Nest() {}

  static long driveNest(int turns, long seed) {
    long value = seed;
    for (int turn = 0; turn < turns; turn++) {
      value = outer(value);
    }
    return value;
  }

  private static long outer(long seed) {
    long value = middle(seed);
    for (int turn = 0; turn < OUTER_TURNS; turn++) {
      value = (value ^ (value >>> 29)) * 0xbf58476d1ce4e5b9L;
    }
    return middle(value);
  }

  private static long middle(long seed) {
    long value = inner(seed);
    for (int turn = 0; turn < MIDDLE_TURNS; turn++) {
      value = (value ^ (value >>> 29)) * 0xbf58476d1ce4e5b9L;
    }
    return inner(value);
  }

  private static long inner(long seed) {
    long value = seed;
    for (int turn = 0; turn < INNER_TURNS; turn++) {
      value = (value ^ (value >>> 29)) * 0xbf58476d1ce4e5b9L;
    }
    return value;
  }
}
