package dev.tare.it.targets;

import dev.tare.it.runner.Check;
import org.jspecify.annotations.Nullable;

/**
 * Exceptions: through several woven frames, caught, rethrown, replaced, and thrown by a callee that
 * is not woven.
 */
public final class ExceptionalExit {
  private ExceptionalExit() {}

  public static void main(String[] args) {
    Check.equal("caught", throughThreeFrames()); // assertCalls(1)
    Check.equal("rethrown", rethrown()); // assertCalls(1)
    Check.equal("replaced", replaced()); // assertCalls(1)
    Check.equal(-1, thrownByAnUnwovenCallee("seven")); // assertCalls(2)
    Check.equal(7, thrownByAnUnwovenCallee("7"));
    Check.equal("finally", swallowedByFinally()); // assertCalls(1)
    Check.equal("body, close: late", closedByTheCompiler()); // assertCalls(1)
    Check.equal(5, thrownInALoop()); // assertCalls(1)
    Check.that(thrownByTheMachine(null) == 3); // assertCalls(1)
  }

  private static String throughThreeFrames() {
    try {
      outer(); // assertCalls(1, exceptions 1)
      return "not thrown";
    } catch (IllegalStateException e) {
      return "caught";
    }
  }

  private static void outer() {
    middle(); // assertCalls(1, exceptions 1)
    unreached();
  }

  private static void middle() {
    inner(); // assertCalls(1, exceptions 1)
  }

  private static void inner() {
    throw new IllegalStateException();
  }

  private static void unreached() {}

  private static String rethrown() {
    try {
      rethrows(); // assertCalls(1, exceptions 1)
    } catch (IllegalStateException e) {
      return "rethrown";
    }
    return "not thrown";
  }

  private static void rethrows() {
    try {
      inner(); // assertCalls(1, exceptions 1)
    } catch (IllegalStateException e) {
      reached(); // assertCalls(2)
      throw e;
    } finally {
      reached();
    }
  }

  private static void reached() {}

  private static String replaced() {
    try {
      replaces(); // assertCalls(1, exceptions 1)
    } catch (IllegalArgumentException e) {
      Check.that(e.getCause() instanceof IllegalStateException);
      return "replaced";
    }
    return "not thrown";
  }

  private static void replaces() {
    try {
      inner(); // assertCalls(1, exceptions 1)
    } catch (IllegalStateException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static int thrownByAnUnwovenCallee(String text) {
    try {
      return parse(text); // assertCalls(2, exceptions 1)
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  private static int parse(String text) {
    return Integer.parseInt(text);
  }

  @SuppressWarnings({"Finally", "finally"})
  private static String swallowedByFinally() {
    try {
      inner(); // assertCalls(1, exceptions 1)
    } finally {
      return "finally";
    }
  }

  private static String closedByTheCompiler() {
    try (Late late =
        new Late()) { // assertCalls(Late.<init>, 1) assertCalls(Late.close, 1, exceptions 1)
      late.use(); // assertCalls(use, 1, exceptions 1)
    } catch (IllegalStateException e) {
      return e.getMessage() + ", close: " + e.getSuppressed()[0].getMessage();
    }
    return "not thrown";
  }

  private static int thrownInALoop() {
    int caught = 0;
    for (int i = 0; i < 10; i++) {
      try {
        throwsIfOdd(i); // assertCalls(10, exceptions 5)
      } catch (IllegalStateException e) {
        caught++;
      }
    }
    return caught;
  }

  private static void throwsIfOdd(int i) {
    if (i % 2 == 1) {
      throw new IllegalStateException();
    }
  }

  private static int thrownByTheMachine(int @Nullable [] none) {
    int caught = 0;
    try {
      length(none); // assertCalls(1, exceptions 1)
    } catch (NullPointerException e) {
      caught++;
    }
    try {
      divide(1, 0); // assertCalls(1, exceptions 1)
    } catch (ArithmeticException e) {
      caught++;
    }
    try {
      cast("text"); // assertCalls(1, exceptions 1)
    } catch (ClassCastException e) {
      caught++;
    }
    return caught;
  }

  @SuppressWarnings("NullAway") // on purpose
  private static int length(int @Nullable [] array) {
    return array.length;
  }

  private static int divide(int a, int b) {
    return a / b;
  }

  private static Integer cast(Object object) {
    return (Integer) object;
  }

  private static final class Late implements AutoCloseable {
    @SuppressWarnings("DoNotCallSuggester") // called on purpose
    void use() {
      throw new IllegalStateException("body");
    }

    @Override
    public void close() {
      throw new IllegalStateException("late");
    }
  }
}
