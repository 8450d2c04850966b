package dev.tare.bench.kernel;

/** Methods of 1 to 20 ns: a getter along a chain, some mixing of bits, divisions, a square root. */
final class Small {
  private static final Link CHAIN = chain(64);

  private Small() {}

  /**
   * A link of a closed chain; {@link #next} is a getter, and each call waits for the load of the
   * one before.
   */
  static final class Link {
    private Link next = this;
    private final int place;

    Link(int place) {
      this.place = place;
    }

    Link next() {
      return next;
    }
  }

  private static Link chain(int length) {
    Link first = new Link(0);
    Link last = first;
    for (int place = 1; place < length; place++) {
      last.next = new Link(place);
      last = last.next;
    }
    last.next = first;
    return first;
  }

  static long driveNext(int turns, long seed) {
    Link link = CHAIN;
    for (int turn = 0; turn < turns; turn++) {
      link = link.next();
    }
    return link.place + seed;
  }

  static long driveMix(int turns, long seed) {
    long value = seed;
    for (int turn = 0; turn < turns; turn++) {
      value = mix(value);
    }
    return value;
  }

  private static long mix(long bits) {
    long value = (bits ^ (bits >>> 30)) * 0xbf58476d1ce4e5b9L;
    value = (value ^ (value >>> 27)) * 0x94d049bb133111ebL;
    return value ^ (value >>> 31);
  }

  static long driveDivide(int turns, long seed) {
    long value = seed;
    for (int turn = 0; turn < turns; turn++) {
      value = divide(value);
    }
    return value;
  }

  private static long divide(long value) {
    return Long.MAX_VALUE / ((value & 0xffff) + 3);
  }

  static long driveRoot(int turns, long seed) {
    double value = seed & 0xffff;
    for (int turn = 0; turn < turns; turn++) {
      value = root(value);
    }
    return (long) value;
  }

  private static double root(double value) {
    return Math.sqrt(Math.sqrt(value + 2) + 3) + 1;
  }
}
