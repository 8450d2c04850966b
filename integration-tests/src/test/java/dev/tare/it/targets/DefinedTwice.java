package dev.tare.it.targets;

import dev.tare.it.runner.Check;
import dev.tare.it.runner.ClosedLoader;
import java.util.function.IntUnaryOperator;

/** One name, three classes: by two loaders of their own, and by the class path's. */
public final class DefinedTwice {
  private static final String NAME = "dev.tare.it.targets.Leaf";

  private DefinedTwice() {}

  public static void main(String[] args) throws ReflectiveOperationException {
    Class<?> first = new ClosedLoader(NAME, false).loadClass(NAME);
    Class<?> second = new ClosedLoader(NAME, false).loadClass(NAME);
    Check.that(first != second);
    for (int i = 0; i < 10; i++) {
      Check.equal(
          2, make(first).applyAsInt(1)); // assertCalls(make, 20) assertCalls(Leaf.applyAsInt, 30)
      Check.equal(4, make(second).applyAsInt(2));
      Check.equal(6, new Leaf().applyAsInt(3)); // assertCalls(Leaf.<init>, 10)
    }
    // assertCalls(Leaf.applyAsInt > Leaf.twice, 30)
  }

  private static IntUnaryOperator make(Class<?> type) throws ReflectiveOperationException {
    return (IntUnaryOperator)
        type.getDeclaredConstructor().newInstance(); // assertCalls(Leaf.<init>, 20)
  }
}
