package dev.tare.it.targets;

import dev.tare.it.runner.Check;

/** Records: constructors, accessors, and the methods that the compiler writes by invokedynamic. */
public final class Records {
  private Records() {}

  public static void main(String[] args) {
    Point point = new Point(3, 4); // assertCalls(3)
    Check.equal(7, point.x() + point.y()); // assertCalls(x, 1) assertCalls(y, 1)
    Check.equal("Point[x=3, y=4]", point.toString()); // assertCalls(toString, 1)
    Check.that(point.equals(new Point(3, 4))); // assertCalls(Point.equals, 1)
    Check.equal(new Point(3, 4).hashCode(), point.hashCode()); // assertCalls(Point.hashCode, 2)
    Check.equal(5.0, point.distance()); // assertCalls(1)
    Check.equal(new Range(1, 2), Range.of(2, 1)); // assertCalls(Range.<init>, 1) assertCalls(of, 1)
    // assertCalls(main > Range.equals, 1)
    Check.that(Check.thrownBy(() -> new Range(2, 1)) instanceof IllegalArgumentException);
    // assertCalls(main > lambda$main$*, 1, exceptions 1)
    // assertCalls(lambda$main$* > Range.<init>, 1, exceptions 1)
  }

  private record Point(int x, int y) {
    double distance() {
      return Math.sqrt(x * x + y * y);
    }
  }

  private record Range(int from, int to) {
    Range {
      if (from > to) {
        throw new IllegalArgumentException();
      }
    }

    static Range of(int a, int b) {
      return new Range(Math.min(a, b), Math.max(a, b)); // assertCalls(1)
    }
  }
}
