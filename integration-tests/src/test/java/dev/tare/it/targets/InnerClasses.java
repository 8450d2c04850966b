package dev.tare.it.targets;

import dev.tare.it.runner.Check;
import java.util.function.IntSupplier;

/**
 * Inner, local and anonymous classes: outer instances and captured variables as hidden constructor
 * arguments.
 */
public final class InnerClasses {
  private int count;

  private InnerClasses() {}

  public static void main(String[] args) {
    InnerClasses outer = new InnerClasses(); // assertCalls(1)
    Inner inner = outer.new Inner(5); // assertCalls(1)
    inner.add(); // assertCalls(2)
    inner.add();
    Inner.Innermost innermost = inner.new Innermost(); // assertCalls(1)
    Check.equal(15, innermost.both()); // assertCalls(1)
    Check.equal(35, outer.anonymous(20)); // assertCalls(1)
    Check.equal(12, local(4)); // assertCalls(1)
    Check.equal(3, new Nested(3).number()); // assertCalls(Nested.<init>, 1) assertCalls(number, 1)
  }

  private int anonymous(int captured) {
    IntSupplier supplier = new IntSupplier() { // assertCalls(InnerClasses$1.<init>, 1)
          private final int doubled = captured * 2;

          @Override
          public int getAsInt() {
            return doubled - captured + count + 5;
          }
        };
    return supplier.getAsInt(); // assertCalls(InnerClasses$1.getAsInt, 1)
  }

  private static int local(int captured) {
    class Local {
      int triple() {
        return captured * 3;
      }
    }

    return new Local()
        .triple(); // assertCalls(InnerClasses$1Local.<init>, 1) assertCalls(triple, 1)
  }

  private final class Inner {
    private final int step;

    Inner(int step) {
      this.step = step;
    }

    void add() {
      count += step;
    }

    final class Innermost {
      int both() {
        return count + step;
      }
    }
  }

  private record Nested(int number) {}
}
