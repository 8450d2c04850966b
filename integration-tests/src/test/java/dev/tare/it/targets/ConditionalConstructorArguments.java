package dev.tare.it.targets;

import dev.tare.it.runner.Check;

/**
 * Branches, and other constructors, in the arguments of {@code super()} and {@code this()}: at
 * their frames, this is not initialised, and half-made objects lie on the stack.
 */
public final class ConditionalConstructorArguments {
  private ConditionalConstructorArguments() {}

  public static void main(String[] args) {
    for (int i = 0; i < 4; i++) {
      Check.equal(i, new Derived(i).number); // assertCalls(4)
    }
    Check.equal(13, new Derived("1", true).number); // assertCalls(2)
    Check.equal(22, new Derived("2", false).number);
    Throwable thrown =
        Check.thrownBy(() -> new Derived(-1)); // assertCalls(Derived.<init>, 1, exceptions 1)
    // assertCalls(main > lambda$main$*, 1, exceptions 1)
    Check.that(thrown instanceof IllegalStateException);
  }

  private static class Base {
    final int number;

    Base(Part first, Part second) {
      number = first.number + second.number;
    }
  }

  private static final class Derived extends Base {
    Derived(int i) {
      // assertCalls(Derived.<init> > Base.<init>, 6)
      super(
          i % 2 == 0
              ? new Part(i < 0 ? fail() : i)
              : new Part(i, i > 2 ? new Part(0) : new Part(i / 4)),
          i < 0 ? new Part(fail()) : new Part(0)); // assertCalls(fail, 1, exceptions 1)
      // i = 0, 2: one part and one more; i = 1, 3: two parts and one more; -1 fails in its second
      // argument
      // assertCalls(Derived.<init> > Part.<init>, 18)
    }

    Derived(String text, boolean three) {
      this(
          three
              ? text.length() + 12
              : new Part(20 + text.length() + 1).number); // assertCalls(Derived.<init>, 2)
    }

    private static int fail() {
      throw new IllegalStateException();
    }
  }

  private static final class Part {
    final int number;

    Part(int number) {
      this.number = number;
    }

    Part(int number, Part other) {
      this(number + other.number); // assertCalls(4)
    }
  }
}
