package dev.tare.bench.kernel;

/** Three methods that call each other, each with work of its own: turns as in {@link Loops}. */
final class Nest {
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
    for (int turn = 0; turn < 40; turn++) {
      value = (value ^ (value >>> 29)) * 0xbf58476d1ce4e5b9L;
    }
    return middle(value);
  }

  private static long middle(long seed) {
    long value = inner(seed);
    for (int turn = 0; turn < 80; turn++) {
      value = (value ^ (value >>> 29)) * 0xbf58476d1ce4e5b9L;
    }
    return inner(value);
  }

  private static long inner(long seed) {
    long value = seed;
    for (int turn = 0; turn < 160; turn++) {
      value = (value ^ (value >>> 29)) * 0xbf58476d1ce4e5b9L;
    }
    return value;
  }
}
