package dev.tare.it.targets;

import dev.tare.it.runner.Check;
import dev.tare.it.runner.ClassBytes;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.util.function.IntUnaryOperator;

/**
 * Hidden classes, which no agent gets to see: they work, and what they call is counted in their
 * caller.
 */
public final class HiddenClasses {
  private HiddenClasses() {}

  public static void main(String[] args) throws IOException, ReflectiveOperationException {
    byte[] bytes = ClassBytes.of("dev.tare.it.targets.HiddenClasses$ToBeHidden");
    Class<?> hidden = MethodHandles.lookup().defineHiddenClass(bytes, true).lookupClass();
    Check.that(hidden.isHidden());
    IntUnaryOperator operator = (IntUnaryOperator) hidden.getDeclaredConstructor().newInstance();
    for (int i = 0; i < 5; i++) {
      Check.equal(i + 1, operator.applyAsInt(i)); // assertCalls(main > next, 5)
    }
  }

  static int next(int n) {
    return n + 1;
  }

  @SuppressWarnings("UnusedNestedClass") // its class file is read as a resource
  private static final class ToBeHidden implements IntUnaryOperator {
    ToBeHidden() {}

    @Override
    public int applyAsInt(int n) {
      return next(n);
    }
  }
}
