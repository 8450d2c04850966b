package dev.tare.bench.work;

/** One call site with eight receivers, each of which calls two methods of its own. */
public final class Megamorphic implements Work {
  private static final int TURNS = 400_000;

  private final Shape[] shapes = new Shape[64];

  public Megamorphic() {
    for (int i = 0; i < shapes.length; i++) {
      shapes[i] =
          switch (i % 8) {
            case 0 -> new Shape.Square(i);
            case 1 -> new Shape.Strip(i, 3);
            case 2 -> new Shape.Corner(i);
            case 3 -> new Shape.Pair(new Shape.Square(2), new Shape.Corner(i));
            case 4 -> new Shape.Turned(new Shape.Strip(i, 2));
            case 5 -> new Shape.Hollow(i);
            case 6 -> new Shape.Named(new Shape.Square(i), "s" + i);
            default -> new Shape.Scaled(i, 1 + i % 5);
          };
    }
  }

  @Override
  public long round() {
    long sum = 0;
    for (int turn = 0; turn < TURNS; turn++) {
      Shape shape = shapes[turn * 7 & 63];
      sum = sum * 31 + shape.area() + shape.corners();
    }
    return sum;
  }
}
