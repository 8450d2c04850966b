package dev.tare.bench.kernel;

/**
 * Bodies of 5 to 500 turns of a shift, an exclusive or and a multiplication that wait for each
 * other: each turn takes the same time, whatever stands around it. A multiplication and an addition
 * would not do: C2 of JDK 25 folds such a loop. {@link Kernels} names the methods by their turns.
 */
final class Loops {
  static final int LEAST_TURNS = 5;
  static final int FEW_TURNS = 20;
  static final int SHORT_TURNS = 100;
  static final int LONG_TURNS = 500;

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
    for (int turn = 0; turn < LEAST_TURNS; turn++) {
      value = (value ^ (value >>> 29)) * 0xbf58476d1ce4e5b9L;
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
    for (int turn = 0; turn < FEW_TURNS; turn++) {
      value = (value ^ (value >>> 29)) * 0xbf58476d1ce4e5b9L;
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
    for (int turn = 0; turn < SHORT_TURNS; turn++) {
      value = (value ^ (value >>> 29)) * 0xbf58476d1ce4e5b9L;
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
    for (int turn = 0; turn < LONG_TURNS; turn++) {
      value = (value ^ (value >>> 29)) * 0xbf58476d1ce4e5b9L;
    }
    return value;
  }
}
