package dev.tare.it.targets;

import dev.tare.it.runner.Check;

/** Statements before {@code super()} and {@code this()} (JEP 513): loops, handlers, fields, exceptions. */
public final class FlexibleConstructorBodies {
  private FlexibleConstructorBodies() {}

  public static void main(String[] args) {
    Check.equal(10, new Looping(4).sum); // assertCalls(1)
    Check.equal(7, new Catching("7").number); // assertCalls(2)
    Check.equal(-1, new Catching("seven").number);
    Check.equal(4, new Storing(4).seen); // assertCalls(1)
    Check.equal(9, new Delegating("nine").number); // assertCalls(Delegating.<init>, 2)
    Check.equal(0, new Delegating("").number);
    Check.that(Check.thrownBy(() -> new Throwing(1)) instanceof IllegalStateException);
    // assertCalls(main > lambda$main$*, 1, exceptions 1)
    // assertCalls(lambda$main$* > Throwing.<init>, 1, exceptions 1)
    new Throwing(0); // assertCalls(1)
  }

  private static int add(int a, int b) {
    return a + b;
  }

  private static class Numbered {
    final int number;

    Numbered(int number) {
      this.number = number;
      hook(); // assertCalls(Numbered.hook, 4)
    }

    void hook() {}
  }

  private static final class Looping {
    final int sum;

    Looping(int n) {
      int sum = 0;
      for (int i = 1; i <= n; i++) {
        sum = add(sum, i); // assertCalls(4)
      }
      super();
      this.sum = sum;
    }
  }

  private static final class Catching extends Numbered {
    Catching(String text) {
      int number;
      try {
        number = Integer.parseInt(text);
      } catch (NumberFormatException e) {
        number = add(-2, 1); // assertCalls(1)
      }
      super(number); // assertCalls(2)
    }
  }

  private static final class Storing extends Numbered {
    private final int kept;
    int seen;

    Storing(int n) {
      kept = add(n, 0); // assertCalls(1)
      super(n); // assertCalls(1)
    }

    @Override
    void hook() { // assertCalls(Numbered.<init> > Storing.hook, 1)
      seen = kept;
    }
  }

  private static final class Delegating extends Numbered {
    Delegating(String text) {
      int number = 0;
      if (!text.isEmpty()) {
        synchronized (text) {
          number = add(text.length(), 5); // assertCalls(1)
        }
      }
      this(number); // assertCalls(2)
    }

    Delegating(int number) {
      super(number); // assertCalls(2)
    }
  }

  private static final class Throwing {
    Throwing(int n) {
      while (n > 0) {
        if (add(n, n) > 1) { // assertCalls(1)
          throw new IllegalStateException();
        }
      }
      super();
    }
  }
}
