package dev.tare.bench.work;

/** A loop of one interface call, of three receivers, and two static ones. */
public final class InterfaceLoop implements Work {
  private static final int TURNS = 1_500_000;

  private final Step[] steps = {new Add(), new Rotate(), new Negate()};

  @Override
  public long round() {
    long value = 1;
    int next = 0;
    for (int turn = 0; turn < TURNS; turn++) {
      value = steps[next].apply(value);
      value = scramble(value);
      next = following(next);
    }
    return value;
  }

  private static long scramble(long value) {
    return value * 6364136223846793005L + 1442695040888963407L;
  }

  private static int following(int step) {
    return step == 2 ? 0 : step + 1;
  }

  /** The interface that is called. */
  interface Step {
    long apply(long value);
  }

  static final class Add implements Step {
    @Override
    public long apply(long value) {
      return value + 12345;
    }
  }

  static final class Rotate implements Step {
    @Override
    public long apply(long value) {
      return Long.rotateLeft(value, 7);
    }
  }

  static final class Negate implements Step {
    @Override
    public long apply(long value) {
      return -value;
    }
  }
}
