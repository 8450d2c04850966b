package dev.tare.it.targets;

import dev.tare.it.runner.Check;

/** Methods that return, with every kind of return instruction, and with several of them. */
public final class NormalExit {
  private NormalExit() {}

  public static void main(String[] args) {
    nothing(); // assertCalls(2)
    nothing();
    Check.equal(3, anInt(1, 2)); // assertCalls(1)
    Check.equal(3L, aLong(1, 2)); // assertCalls(1)
    Check.equal(3f, aFloat(1, 2)); // assertCalls(1)
    Check.equal(3d, aDouble(1, 2)); // assertCalls(1)
    Check.equal("12", anObject("1", "2")); // assertCalls(1)
    for (int i = 0; i < 3; i++) {
      Check.equal(i, oneOfManyReturns(i)); // assertCalls(3)
    }
    new NormalExit().virtual(); // assertCalls(virtual, 1) assertCalls(NormalExit.<init>, 1)
  }

  private static void nothing() {}

  private static int anInt(int a, int b) {
    return a + b;
  }

  private static long aLong(long a, long b) {
    return a + b;
  }

  private static float aFloat(float a, float b) {
    return a + b;
  }

  private static double aDouble(double a, double b) {
    return a + b;
  }

  private static String anObject(String a, String b) {
    return a + b;
  }

  private static int oneOfManyReturns(int which) {
    if (which == 0) {
      return 0;
    }
    nothing(); // assertCalls(2)
    if (which == 1) {
      return 1;
    }
    return 2;
  }

  private void virtual() {
    nothing(); // assertCalls(1)
  }
}
