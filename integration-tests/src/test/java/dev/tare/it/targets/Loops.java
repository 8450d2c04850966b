package dev.tare.it.targets;

import dev.tare.it.runner.Check;
import dev.tare.it.runner.Generated;

/**
 * Loops: nested, long enough to be compiled in their middle, and with a method's first instruction
 * as their head.
 */
public final class Loops {
  private static int left;
  private static int quotients;

  private Loops() {}

  public static void main(String[] args) throws Throwable {
    Check.equal(1_999_000, nested(2000)); // assertCalls(1)
    Check.equal(100_000, calling(100_000)); // assertCalls(1)
    left = 5;
    firstInstructionIsTheHead(); // assertCalls(1)
    left = 5;
    Check.that(Check.thrownBy(Loops::neverReturns) instanceof ArithmeticException);
    // assertCalls(main > neverReturns, 1, exceptions 1)
    Check.equal(1, quotients);
    // The same, sure to begin with the target of a jump, and with a frame there.
    Check.equal(0, Generated.run("JumpToTheStart", 1000)); // assertCalls(JumpToTheStart.run, 1)
    // assertCalls(JumpToTheStart.run > JumpToTheStart.next, 1000)
    Check.equal(55, labelled()); // assertCalls(1)
  }

  private static int nested(int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < i; j++) {
        sum++;
      }
    }
    return sum;
  }

  private static int calling(int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
      sum += one(); // assertCalls(100_000)
    }
    return sum;
  }

  private static int one() {
    return 1;
  }

  private static void firstInstructionIsTheHead() {
    while (true) {
      left--;
      if (left == 0) {
        return;
      }
      one(); // assertCalls(4)
    }
  }

  private static void neverReturns() {
    for (; ; ) {
      quotients += one() / left; // assertCalls(6)
      left--;
    }
  }

  private static int labelled() {
    int sum = 0;
    outer:
    for (int i = 0; ; i++) {
      for (int j = 0; ; j++) {
        if (i == 10) {
          break outer;
        }
        if (j > i) {
          continue outer;
        }
        sum += one(); // assertCalls(55)
      }
    }
    return sum;
  }
}
