package dev.tare.it.targets;

import dev.tare.it.runner.Check;

/** Enums: their hidden constructor arguments, constants with bodies, values and valueOf. */
public final class Enums {
  private Enums() {}

  public static void main(String[] args) {
    int sum = 0;
    // assertCalls(main > Operation.<clinit>, 1)
    for (Operation operation : Operation.values()) { // assertCalls(1)
      sum +=
          operation.apply(
              6, 3); // assertCalls(Operation$1.apply, 1) assertCalls(Operation$2.apply, 1)
    }
    Check.equal(27, sum);
    Check.equal(
        '*', Operation.valueOf("TIMES").sign()); // assertCalls(valueOf, 1) assertCalls(sign, 1)
    // The JDK looks the name up among the values.
    // assertCalls(valueOf > values, 1)
  }

  private enum Operation {
    // The constants are built through the constructors of their bodies' classes.
    // assertCalls(Operation.<clinit> > Operation$1.<init>, 1)
    // assertCalls(Operation$1.<init> > Operation.<init>, 1)
    PLUS('+') {
      @Override
      int apply(int a, int b) {
        return a + b;
      }
    },
    // assertCalls(Operation.<clinit> > Operation$2.<init>, 1)
    // assertCalls(Operation$2.<init> > Operation.<init>, 1)
    TIMES('*') {
      @Override
      int apply(int a, int b) {
        return a * b;
      }
    };

    // assertCalls(Operation.<clinit> > $values, 1)
    private final char sign;

    Operation(char sign) {
      this.sign = sign;
    }

    abstract int apply(int a, int b);

    char sign() {
      return sign;
    }
  }
}
