package dev.tare.it.targets;

import dev.tare.it.runner.Check;
import java.util.List;

/** A sealed hierarchy: each call arrives in the class of the object. */
public final class SealedClasses {
  private SealedClasses() {}

  public static void main(String[] args) {
    List<Shape> shapes =
        List.of(
            new Square(2),
            new Square(3),
            new Disc(1)); // assertCalls(Square.<init>, 2) assertCalls(Disc.<init>, 1)
    double sum = 0;
    for (Shape shape : shapes) {
      sum += shape.area(); // assertCalls(Square.area, 2) assertCalls(Disc.area, 1)
    }
    Check.equal(16.0, sum);
    Check.equal("square", describe(shapes.get(0))); // assertCalls(1)
  }

  private static String describe(Shape shape) {
    if (shape instanceof Square square && square.side() > 0) { // assertCalls(1)
      return "square";
    }
    return "disc";
  }

  private sealed interface Shape permits Square, Disc {
    double area();
  }

  private record Square(double side) implements Shape {
    @Override
    public double area() {
      return side * side;
    }
  }

  private record Disc(double radius) implements Shape {
    @Override
    public double area() {
      return 3 * radius * radius;
    }
  }
}
