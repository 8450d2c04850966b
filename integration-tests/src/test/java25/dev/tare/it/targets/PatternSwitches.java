package dev.tare.it.targets;

import dev.tare.it.runner.Check;

/** Switches over types and records (JEP 441, 440), which dispatch by invokedynamic and try again when a guard fails. */
public final class PatternSwitches {
  private PatternSwitches() {}

  public static void main(String[] args) {
    Check.equal("small 3", describe(new Box(3))); // assertCalls(describe, 4)
    Check.equal("box 30", describe(new Box(30)));
    Check.equal("pair 1 2", describe(new Pair(new Box(1), new Box(2))));
    Check.equal("text", describe("text"));
    // assertCalls(main > Box.<init>, 4) assertCalls(main > Pair.<init>, 1)
    Check.equal(1, score(Size.SMALL) + score(Size.LARGE)); // assertCalls(2)
    // assertCalls(main > Size.<clinit>, 1)
  }

  private static String describe(Object object) {
    // assertCalls(describe > Box.n, 4) assertCalls(describe > Pair.first, 1)
    // assertCalls(describe > Pair.second, 1)
    return switch (object) {
      case Box(int n) when isSmall(n) -> "small " + n; // assertCalls(isSmall, 2)
      case Box(int n) -> "box " + n;
      case Pair(Box(int a), Box(int b)) -> "pair " + a + " " + b;
      case String text -> text;
      default -> "?";
    };
  }

  private static boolean isSmall(int n) {
    return n < 10;
  }

  private static int score(Size size) {
    return switch (size) {
      case SMALL -> 0;
      case LARGE -> 1;
    };
  }

  private enum Size {
    // assertCalls(Size.<clinit> > Size.<init>, 2) assertCalls(Size.<clinit> > $values, 1)
    SMALL,
    LARGE
  }

  private record Box(int n) {}

  private record Pair(Box first, Box second) {}
}
