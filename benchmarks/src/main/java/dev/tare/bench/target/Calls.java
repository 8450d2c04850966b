package dev.tare.bench.target;

/**
 * Calls of one kind each: each method that is named for a kind makes the number of calls that its
 * comment gives.
 */
public final class Calls {
  private int field = 1;

  /** An interface to be called through. */
  public interface Action {
    void act();
  }

  /** First of four receivers of {@link Action}. */
  public static final class First implements Action {
    @Override
    public void act() {}
  }

  /** Second receiver. */
  public static final class Second implements Action {
    @Override
    public void act() {}
  }

  /** Third receiver. */
  public static final class Third implements Action {
    @Override
    public void act() {}
  }

  /** Fourth receiver. */
  public static final class Fourth implements Action {
    @Override
    public void act() {}
  }

  /** A call of nothing. */
  public static void empty() {}

  /** Another call of nothing. */
  public static void emptyToo() {}

  /** A getter: a virtual call with one receiver class. */
  public int getter() {
    return field;
  }

  /** A setter, so that the field is not constant. */
  public void setter(int value) {
    field = value;
  }

  /** A call that ends by an exception. */
  public static void thrower(RuntimeException thrown) {
    throw thrown;
  }

  /** As many calls as its argument says, each in the one before, and one more. */
  public static int recurse(int depth) {
    return depth == 0 ? 0 : recurse(depth - 1) + 1;
  }

  /** Fibonacci numbers by calls alone. */
  public static int fib(int n) {
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
  }
}
