package dev.tare.it.targets;

import dev.tare.it.runner.Check;
import dev.tare.it.runner.Generated;

/**
 * Arguments of two slots, of all 255 slots, and methods with more than 255 locals, which need wide
 * instructions.
 */
public final class WideArguments {
  private WideArguments() {}

  public static void main(String[] args) throws Throwable {
    Check.equal(21d, mixed(1, 2L, 3f, 4d, (byte) 5, (char) 6)); // assertCalls(1)
    Check.equal(30L, new WideArguments().longs(1, 2, 3, 4, 5, 6, 9)); // assertCalls(longs, 1)
    // assertCalls(main > WideArguments.<init>, 1)
    Check.equal(255 * 3, Generated.run("AllArguments", 3)); // assertCalls(AllArguments.run, 1)
    // assertCalls(AllArguments.run > AllArguments.sum, 1)
    Check.equal(600, Generated.run("ManyLocals", 300)); // assertCalls(ManyLocals.run, 1)
    // assertCalls(ManyLocals.run > ManyLocals.fill, 2, exceptions 1)
    Throwable thrown = Check.thrownBy(() -> Generated.run("ManyLocals", 0));
    // assertCalls(main > lambda$main$*, 1, exceptions 1)
    // assertCalls(lambda$main$* > ManyLocals.run, 1, exceptions 1)
    Check.that(thrown instanceof ArithmeticException);
  }

  private static double mixed(int a, long b, float c, double d, byte e, char f) {
    return a + b + c + d + e + f;
  }

  private long longs(long a, double b, long c, double d, long e, double f, long g) {
    long sum = a + (long) b + c + (long) d + e + (long) f;
    return sum + g;
  }
}
