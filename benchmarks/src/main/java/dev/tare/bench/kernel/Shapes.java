package dev.tare.bench.kernel;

/**
 * An interface call with three receivers in turn, each of them a body of turns as in {@link Loops}.
 */
final class Shapes {
  /** Turns of each body. */
  static final int TURNS = 20;

  private static final Shape[] SHAPES = {new Circle(), new Square(), new Triangle()};

  private Shapes() {}

  interface Shape {
    long area(long seed);
  }

  static final class Circle implements Shape {
    @Override
    public long area(long seed) {
      long value = seed;
      for (int turn = 0; turn < TURNS; turn++) {
        value = (value ^ (value >>> 29)) * 0xbf58476d1ce4e5b9L;
      }
      return value;
    }
  }

  static final class Square implements Shape {
    @Override
    public long area(long seed) {
      long value = seed;
      for (int turn = 0; turn < TURNS; turn++) {
        value = (value ^ (value >>> 29)) * 0xbf58476d1ce4e5b9L;
      }
      return value;
    }
  }

  static final class Triangle implements Shape {
    @Override
    public long area(long seed) {
      long value = seed;
      for (int turn = 0; turn < TURNS; turn++) {
        value = (value ^ (value >>> 29)) * 0xbf58476d1ce4e5b9L;
      }
      return value;
    }
  }

  /** One turn calls each of the three once. */
  static long driveShapes(int turns, long seed) {
    long value = seed;
    for (int turn = 0; turn < turns; turn++) {
      for (Shape shape : SHAPES) {
        value = shape.area(value);
      }
    }
    return value;
  }
}
