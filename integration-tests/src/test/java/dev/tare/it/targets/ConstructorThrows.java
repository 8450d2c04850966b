package dev.tare.it.targets;

import dev.tare.it.runner.Check;

/** Constructors that throw before, in and after {@code super()} and {@code this()}. */
public final class ConstructorThrows {
  private ConstructorThrows() {}

  public static void main(String[] args) {
    Check.equal("argument", thrown("before super")); // assertCalls(6)
    Check.equal("base", thrown("in super"));
    Check.equal("derived", thrown("after super"));
    Check.equal("argument", thrown("before this"));
    Check.equal("base", thrown("in this"));
    Check.equal("delegating", thrown("after this"));
    new Derived(value("fine", "")); // assertCalls(Derived.<init>, 1) assertCalls(value, 1)
    new Delegating(1, "fine"); // assertCalls(Delegating.<init>, 1)
  }

  private static String thrown(String where) {
    try {
      switch (where) {
        case "before super", "in super", "after super" ->
            new Derived(where); // assertCalls(Derived.<init>, 3, exceptions 3)
        default -> new Delegating(0, where); // assertCalls(Delegating.<init>, 3, exceptions 3)
      }
    } catch (IllegalStateException e) {
      return String.valueOf(e.getMessage());
    }
    return "nothing";
  }

  private static String value(String where, String bad) {
    if (where.equals(bad)) {
      throw new IllegalStateException("argument");
    }
    return where;
  }

  private static class Base {
    Base(String where) {
      if (where.equals("in super") || where.equals("in this")) {
        throw new IllegalStateException("base");
      }
    }
  }

  private static class Derived extends Base {
    Derived(String where) {
      // assertCalls(Derived.<init> > value, 7, exceptions 1)
      // assertCalls(Derived.<init> > Base.<init>, 6, exceptions 2)
      super(value(where, "before super"));
      if (where.equals("after super")) {
        throw new IllegalStateException("derived");
      }
    }
  }

  private static final class Delegating extends Derived {
    Delegating(String where) {
      super(where); // assertCalls(3, exceptions 1)
    }

    Delegating(int ignored, String where) {
      // assertCalls(Delegating.<init> > value, 4, exceptions 1)
      // assertCalls(Delegating.<init> > Delegating.<init>, 3, exceptions 1)
      this(value(where, "before this"));
      if (where.equals("after this")) {
        throw new IllegalStateException("delegating");
      }
    }
  }
}
