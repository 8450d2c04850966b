package dev.tare.bench.work;

/** What {@link Megamorphic} calls. */
interface Shape {
  long area();

  int corners();

  record Square(int side) implements Shape {
    @Override
    public long area() {
      return (long) side() * side();
    }

    @Override
    public int corners() {
      return 4;
    }
  }

  record Strip(int length, int width) implements Shape {
    @Override
    public long area() {
      return (long) length() * width();
    }

    @Override
    public int corners() {
      return 4;
    }
  }

  record Corner(int side) implements Shape {
    @Override
    public long area() {
      return half((long) side() * side());
    }

    private static long half(long area) {
      return area / 2;
    }

    @Override
    public int corners() {
      return 3;
    }
  }

  record Pair(Shape first, Shape second) implements Shape {
    @Override
    public long area() {
      return first().area() + second().area();
    }

    @Override
    public int corners() {
      return first().corners() + second().corners();
    }
  }

  record Turned(Shape inner) implements Shape {
    @Override
    public long area() {
      return inner().area();
    }

    @Override
    public int corners() {
      return inner().corners();
    }
  }

  record Hollow(int side) implements Shape {
    @Override
    public long area() {
      return outer() - inner();
    }

    private long outer() {
      return (long) side() * side();
    }

    private long inner() {
      return outer() / 4;
    }

    @Override
    public int corners() {
      return 8;
    }
  }

  record Named(Shape inner, String name) implements Shape {
    @Override
    public long area() {
      return inner().area() + name().length();
    }

    @Override
    public int corners() {
      return inner().corners();
    }
  }

  record Scaled(int side, int factor) implements Shape {
    @Override
    public long area() {
      return scaled(scaled((long) side() * side()));
    }

    private long scaled(long value) {
      return value * factor();
    }

    @Override
    public int corners() {
      return 4;
    }
  }
}
