package dev.tare.it.targets;

import dev.tare.it.runner.Check;

/**
 * Static initialisers: of the target, of a class first used in the middle of a call, and one that
 * fails.
 */
public final class StaticInitialisers {
  // assertCalls(root > StaticInitialisers.<clinit>, 1)
  private static final int OWN = number(41); // assertCalls(1)

  private StaticInitialisers() {}

  public static void main(String[] args) {
    Check.equal(42, OWN + 1);
    Check.equal(7, Lazy.seven()); // assertCalls(Lazy.<clinit>, 1) assertCalls(seven, 2)
    Check.equal(7, Lazy.seven());
    Check.that(initialise() instanceof ExceptionInInitializerError); // assertCalls(2)
    Check.that(initialise() instanceof NoClassDefFoundError);
    Check.equal(3, Constants.THREE); // assertCalls(Constants.<clinit>, 1)
  }

  private static int number(int n) {
    return n;
  }

  @SuppressWarnings("UnusedVariable")
  private static Throwable initialise() {
    // assertCalls(initialise > lambda$initialise$*, 2, exceptions 2)
    // assertCalls(lambda$initialise$* > Failing.<clinit>, 1, exceptions 1)
    return Check.thrownBy(() -> Failing.touch());
  }

  private static final class Lazy {
    private static final int SEVEN = number(7); // assertCalls(1)

    static int seven() {
      return SEVEN;
    }
  }

  private static final class Failing {
    private static final int NEVER = Integer.parseInt("never");

    static int touch() {
      return NEVER;
    }
  }

  private interface Constants {
    // A static initialiser of an interface.
    Integer THREE = number(3); // assertCalls(1)
  }
}
