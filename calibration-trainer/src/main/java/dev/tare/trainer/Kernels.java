package dev.tare.trainer;

import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Calls that do next to nothing, in the shapes that make categories: leaves (entry-exit), fans
 * (exit- entry), chains (entry-entry and exit-exit), recursion (all four); bound and dispatched, to
 * one receiver, two and many. About half of the leaves have a field. Each kernel makes a known
 * number of calls for each unit of its argument.
 *
 * <p>The class is loaded twice, woven and as it is: what the second takes is what the calls cost
 * without us. Each call depends on the result of the one before, so that no compiler takes them out
 * of the loop.
 */
public final class Kernels {
  private static int last;

  private Kernels() {}

  /**
   * All kernels, each to be called with a number of turns: the first calls bound leaves alone, the
   * last a leaf that computes for 12 ns.
   */
  public static IntUnaryOperator[] all() {
    Shape[] shapes = {new Round(), new Square(), new Star(), new Ring()};
    return new IntUnaryOperator[] {
      turns -> leaf(turns),
      turns -> fan(turns),
      turns -> chain(turns),
      turns -> tree(turns),
      turns -> virtualLeaf(turns, shapes[0], shapes[0], shapes[0]),
      turns -> virtualLeaf(turns, shapes[0], shapes[1], shapes[2]),
      turns -> virtualFan(turns, shapes[turns & 1], shapes[2]),
      turns -> virtualChain(turns, new Link(new Link(new Link(null)))),
      turns -> virtualCaller(turns, new Caller(shapes[turns & 1])),
      turns -> crowd(turns),
      turns -> choice(turns),
      turns -> virtualChoice(turns, new Caller(shapes[turns & 1]), shapes),
      turns -> loaded(turns)
    };
  }

  static int leaf(int turns) {
    int sum = 1;
    for (int i = 0; i < turns; i++) {
      sum += step(sum);
      sum += other(sum);
    }
    return sum;
  }

  static int step(int x) {
    return x ^ 1;
  }

  static int other(int x) {
    last ^= x;
    return last;
  }

  static int up(int x) {
    return x + 1;
  }

  static int down(int x) {
    last -= x;
    return last;
  }

  static int loaded(int turns) {
    int sum = 1;
    for (int i = 0; i < turns; i++) {
      sum += work(sum);
      sum += work(sum);
    }
    return sum;
  }

  /**
   * Marsaglia's xorshift, six times: 36 steps that wait for each other, some 12 ns. Processors hide
   * up to 7 ns behind probes.
   */
  static int work(int x) {
    int value = x;
    for (int i = 0; i < 6; i++) {
      value ^= value << 13;
      value ^= value >>> 17;
      value ^= value << 5;
    }
    return value;
  }

  static int fan(int turns) {
    int sum = 1;
    for (int i = 0; i < turns; i++) {
      sum += three(sum);
    }
    return sum;
  }

  static int three(int x) {
    return step(other(step(x)));
  }

  static int chain(int turns) {
    int sum = 1;
    for (int i = 0; i < turns; i++) {
      sum += first(sum);
    }
    return sum;
  }

  static int first(int x) {
    return second(x);
  }

  static int second(int x) {
    return third(x);
  }

  static int third(int x) {
    return step(x);
  }

  /** So many children that their parent cannot have all of them ready. */
  static int crowd(int turns) {
    int sum = 1;
    for (int i = 0; i < turns; i++) {
      sum += step(sum);
      sum += other(sum);
      sum += up(sum);
      sum += down(sum);
    }
    return sum;
  }

  static int choice(int turns) {
    int sum = 1;
    for (int i = 0; i < turns; i++) {
      sum += oneOfFour(i, sum);
    }
    return sum;
  }

  static int oneOfFour(int i, int x) {
    return switch (i & 3) {
      case 0 -> step(x);
      case 1 -> other(x);
      case 2 -> up(x);
      default -> down(x);
    };
  }

  static int tree(int turns) {
    int sum = 1;
    for (int i = 0; i < turns; i += 8) {
      sum += branch(3);
    }
    return sum;
  }

  static int branch(int depth) {
    return depth == 0 ? 1 : branch(depth - 1) + branch(depth - 1);
  }

  /** What is called by the receiver's class. */
  interface Shape {
    int turn(int x);
  }

  static final class Round implements Shape {
    private int last;

    @Override
    public int turn(int x) {
      last ^= x;
      return last;
    }
  }

  static final class Square implements Shape {
    @Override
    public int turn(int x) {
      return x ^ 2;
    }
  }

  static final class Star implements Shape {
    private int last;

    @Override
    public int turn(int x) {
      last -= x;
      return last;
    }
  }

  static final class Ring implements Shape {
    @Override
    public int turn(int x) {
      return x ^ 4;
    }
  }

  static int virtualLeaf(int turns, Shape a, Shape b, Shape c) {
    int sum = 1;
    for (int i = 0; i < turns; i++) {
      sum += a.turn(sum);
      sum += b.turn(sum);
      sum += c.turn(sum);
    }
    return sum;
  }

  static int virtualFan(int turns, Shape a, Shape b) {
    int sum = 1;
    for (int i = 0; i < turns; i++) {
      sum += both(sum, a, b);
    }
    return sum;
  }

  static int both(int x, Shape a, Shape b) {
    return a.turn(b.turn(step(x)));
  }

  /** A chain of objects, each calling the next. */
  static class Link {
    private final @Nullable Link next;

    Link(@Nullable Link next) {
      this.next = next;
    }

    int pass(int x) {
      return next == null ? step(x) : next.pass(x);
    }
  }

  static int virtualChain(int turns, Link link) {
    int sum = 1;
    for (int i = 0; i < turns; i++) {
      sum += link.pass(sum);
    }
    return sum;
  }

  /** Dispatched itself, and calling bound and dispatched methods one after the other. */
  static class Caller {
    private final Shape shape;

    Caller(Shape shape) {
      this.shape = shape;
    }

    int bound(int x) {
      return step(x) + other(x);
    }

    int dispatched(int x) {
      return shape.turn(x) + shape.turn(step(x));
    }

    int oneOf(Shape[] shapes, int i, int x) {
      return shapes[i & 3].turn(x);
    }

    int oneOfFour(int i, int x) {
      return Kernels.oneOfFour(i, x) + Kernels.oneOfFour(i + 1, x);
    }
  }

  static int virtualChoice(int turns, Caller caller, Shape[] shapes) {
    int sum = 1;
    for (int i = 0; i < turns; i++) {
      sum += caller.oneOf(shapes, i, sum);
      sum += shapes[i & 3].turn(sum);
      sum += caller.oneOfFour(i, sum);
    }
    return sum;
  }

  static int virtualCaller(int turns, Caller caller) {
    int sum = 1;
    for (int i = 0; i < turns; i++) {
      sum += caller.bound(sum);
      sum += caller.dispatched(sum);
    }
    return sum;
  }
}
