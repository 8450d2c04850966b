package dev.tare.it.targets;

import dev.tare.it.runner.Check;

/**
 * Abstract, default, private and static methods of interfaces, and the bridges that generics need.
 */
public final class InterfaceMethods {
  private InterfaceMethods() {}

  public static void main(String[] args) {
    Greeting plain = () -> "tare";
    Check.equal("hello tare", plain.greet()); // assertCalls(Greeting.greet, 2)
    Greeting loud = new Loud(); // assertCalls(Loud.<init>, 1)
    Check.equal("HELLO LOUD", loud.greet()); // assertCalls(Loud.greet, 1)
    Check.equal("hello anybody", Greeting.anybody().greet()); // assertCalls(anybody, 1)
    // assertCalls(Greeting.greet > hello, 3)
    // assertCalls(Greeting.greet > Loud.name, 1)
    // assertCalls(Greeting.greet > lambda$main$*, 1)
    // assertCalls(Greeting.greet > lambda$anybody$*, 1)
    Doubling<Integer> doubling = new IntegerDoubling(); // assertCalls(IntegerDoubling.<init>, 1)
    // The bridge, which takes an Object, and the method behind it.
    Check.equal(14, doubling.twice(7)); // assertCalls(IntegerDoubling.twice, 1)
    // assertCalls(IntegerDoubling.twice > IntegerDoubling.twice, 1)
    Number covariant =
        new Covariant().value(); // assertCalls(Covariant.<init>, 1) assertCalls(value, 1)
    Check.equal(3, covariant);
    Valued valued = new Covariant(); // assertCalls(Covariant.<init>, 1)
    Check.equal(3, valued.value()); // assertCalls(value, 1)
    // assertCalls(Covariant.value > Covariant.value, 1)
    Check.equal("left right", new Diamond().side()); // assertCalls(Diamond.side, 1)
    // assertCalls(main > Diamond.<init>, 1)
  }

  private interface Greeting {
    String name();

    default String greet() {
      return hello() + name();
    }

    private String hello() {
      return "hello ";
    }

    static Greeting anybody() {
      return () -> "anybody";
    }
  }

  private static final class Loud implements Greeting {
    @Override
    public String name() {
      return "loud";
    }

    @Override
    public String greet() {
      return Greeting.super.greet().toUpperCase(java.util.Locale.ROOT); // assertCalls(1)
    }
  }

  private interface Doubling<T> {
    T twice(T value);
  }

  private static final class IntegerDoubling implements Doubling<Integer> {
    @Override
    public Integer twice(Integer value) {
      return value * 2;
    }
  }

  private interface Valued {
    Number value();
  }

  private static final class Covariant implements Valued {
    @Override
    public Integer value() {
      return 3;
    }
  }

  private interface Left {
    default String side() {
      return "left";
    }
  }

  private interface Right {
    default String side() {
      return "right";
    }
  }

  private static final class Diamond implements Left, Right {
    @Override
    public String side() {
      // assertCalls(Diamond.side > Left.side, 1) assertCalls(Diamond.side > Right.side, 1)
      return Left.super.side() + " " + Right.super.side();
    }
  }
}
