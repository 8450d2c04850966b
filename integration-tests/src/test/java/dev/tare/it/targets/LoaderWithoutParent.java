package dev.tare.it.targets;

import dev.tare.it.runner.Check;
import dev.tare.it.runner.ClosedLoader;
import java.util.function.IntUnaryOperator;

/** A class whose loader has only the boot loader above it: no class path, no system loader. */
public final class LoaderWithoutParent {
  private LoaderWithoutParent() {}

  public static void main(String[] args) throws ReflectiveOperationException {
    Class<?> type =
        new ClosedLoader("dev.tare.it.targets.Leaf", false).loadClass("dev.tare.it.targets.Leaf");
    IntUnaryOperator leaf = (IntUnaryOperator) type.getDeclaredConstructor().newInstance();
    // assertCalls(main > Leaf.<init>, 1)
    Check.equal(14, leaf.applyAsInt(7)); // assertCalls(Leaf.applyAsInt, 1)
    // assertCalls(Leaf.applyAsInt > Leaf.twice, 1)
  }
}
