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
      value = value * 6364136223846793005L + 1442695040888963407L;
    }
    return middle(value);
  }

  private static long middle(long seed) {
    long value = inner(seed);
    for (int turn = 0; turn < 80; turn++) {
      value = value * 6364136223846793005L + 1442695040888963407L;
    }
    return inner(value);
  }

  private static long inner(long seed) {
    long value = seed;
    for (int turn = 0; turn < 160; turn++) {
      value = value * 6364136223846793005L + 1442695040888963407L;
    }
    return value;
  }
}
