package dev.tare.bench.kernel;

/**
 * Bodies of 5 to 500 turns of one multiplication and one addition that wait for each other: each
 * turn takes the same time, whatever stands around it.
 */
final class Loops {
  private Loops() {}

  static long drive5(int turns, long seed) {
    long value = seed;
    for (int turn = 0; turn < turns; turn++) {
      value = body5(value);
    }
    return value;
  }

  private static long body5(long seed) {
    long value = seed;
    for (int turn = 0; turn < 5; turn++) {
      value = value * 6364136223846793005L + 1442695040888963407L;
    }
    return value;
  }

  static long drive20(int turns, long seed) {
    long value = seed;
    for (int turn = 0; turn < turns; turn++) {
      value = body20(value);
    }
    return value;
  }

  private static long body20(long seed) {
    long value = seed;
    for (int turn = 0; turn < 20; turn++) {
      value = value * 6364136223846793005L + 1442695040888963407L;
    }
    return value;
  }

  static long drive100(int turns, long seed) {
    long value = seed;
    for (int turn = 0; turn < turns; turn++) {
      value = body100(value);
    }
    return value;
  }

  private static long body100(long seed) {
    long value = seed;
    for (int turn = 0; turn < 100; turn++) {
      value = value * 6364136223846793005L + 1442695040888963407L;
    }
    return value;
  }

  static long drive500(int turns, long seed) {
    long value = seed;
    for (int turn = 0; turn < turns; turn++) {
      value = body500(value);
    }
    return value;
  }

  private static long body500(long seed) {
    long value = seed;
    for (int turn = 0; turn < 500; turn++) {
      value = value * 6364136223846793005L + 1442695040888963407L;
    }
    return value;
  }
}
