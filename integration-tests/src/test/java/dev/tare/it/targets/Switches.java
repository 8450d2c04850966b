package dev.tare.it.targets;

import dev.tare.it.runner.Check;

/**
 * Switches of every kind, as statements and expressions, with falls through and returns in their
 * middle.
 */
@SuppressWarnings("StatementSwitchToExpressionSwitch") // both kinds are what this is about
public final class Switches {
  private Switches() {}

  public static void main(String[] args) {
    int sum = 0;
    for (int i = -1; i < 8; i++) {
      sum += dense(i); // assertCalls(9)
      sum += sparse(i * 1000); // assertCalls(9)
    }
    Check.equal(228, sum);
    Check.equal("a-b-?", text("one") + text("two") + text("three")); // assertCalls(3)
    Check.equal(
        6, overAnEnum(Thread.State.NEW) + overAnEnum(Thread.State.BLOCKED)); // assertCalls(2)
    // The numbers of the constants are in a table of a class of its own.
    // assertCalls(overAnEnum > Switches$1.<clinit>, 1)
    Check.equal(16, nested(3, 3)); // assertCalls(1)
  }

  private static int dense(int i) {
    switch (i) {
      case 0:
        return hit(1); // assertCalls(11)
      case 1:
        return hit(2);
      case 2:
      case 3:
        return hit(4);
      case 4:
        int twice = hit(8);
        return twice + hit(16);
      case 5:
        return 0;
      default:
        return i == 6 ? hit(32) : hit(64) + hit(-64);
    }
  }

  private static int sparse(int i) {
    return switch (i) {
      case -1000 -> hit(1); // assertCalls(4)
      case 2000 -> hit(2);
      case 5000 -> {
        int n = hit(100);
        yield n;
      }
      case 7000 -> hit(58);
      default -> 0;
    };
  }

  private static String text(String text) {
    return switch (text) {
      case "one" -> "a-";
      case "two" -> "b-";
      default -> "?";
    };
  }

  private static int nested(int rows, int columns) {
    int sum = 0;
    for (int row = 0; row < rows; row++) {
      for (int column = 0; column < columns; column++) {
        switch (row) {
          case 0 -> sum += hit(1); // assertCalls(9)
          case 1 -> {
            switch (column) {
              case 0, 1 -> sum += hit(2);
              default -> sum += hit(3);
            }
          }
          default -> sum += hit(column + 2 - row + row % 2) + 1;
        }
      }
    }
    return sum;
  }

  private static int hit(int n) {
    return n;
  }

  private static int overAnEnum(Thread.State state) {
    return switch (state) {
      case NEW -> 2;
      case BLOCKED -> 4;
      default -> 0;
    };
  }
}
