package dev.tare.it.program;

/**
 * Calls methods of which a budget leaves the probes out: those whose names begin with {@code bare}.
 * They are called in loops and once, on some ways and on all, from callers that recurse, that
 * throw, that catch, and from one another.
 */
@SuppressWarnings("NullAway") // One call is of null, as it is meant to be.
public final class CalledWithoutProbes {
  private static final int TURNS = 1_000;
  private static final int DEPTH = 7;

  private static long sum;

  private final int number;
  private final CalledWithoutProbes next;

  private CalledWithoutProbes(int number, CalledWithoutProbes next) {
    this.number = bareArgument(number);
    this.next = next;
  }

  private static class BareBase {
    final int base;

    BareBase(int base) {
      this.base = base;
    }

    int bareBoth() {
      return base;
    }
  }

  private static final class Child extends BareBase {
    Child(int number) {
      super(number > 2 ? bareArgument(number) : number);
      if (number == 5) {
        throw new IllegalArgumentException("five");
      }
    }

    int twice() {
      return bareOwn() + bareOwn();
    }

    int both() {
      return super.bareBoth() + bareBoth();
    }

    private int bareOwn() {
      return base;
    }
  }

  public static void main(String[] args) throws InterruptedException {
    for (int turn = 0; turn < 20; turn++) {
      loop(TURNS + turn);
      once(turn);
      ways(turn);
      chain(turn);
      recurse(DEPTH);
      leave(turn);
      catchInside(turn);
      catchAll(turn);
      lock(turn);
      lockAround(turn);
      construct(turn);
      walk(turn);
      reach(turn);
    }
    Thread thread = new Thread(() -> loop(TURNS), "other");
    thread.start();
    thread.join();
    if (sum == 0) {
      throw new AssertionError("the sum is used here");
    }
    System.out.println(sum);
  }

  private static void loop(int turns) {
    for (int i = 0; i < turns; i++) {
      sum += bareLeaf(i);
      if ((i & 3) == 0) {
        sum += bareLeaf(i) + bareOther(i);
      }
    }
  }

  private static void once(int turn) {
    sum += bareOnce(turn);
  }

  private static void ways(int turn) {
    if (turn % 3 == 0) {
      sum += bareLeaf(turn);
    } else {
      sum += bareOther(turn);
    }
    switch (turn % 5) {
      case 0 -> sum += bareLeaf(1);
      case 1 -> sum += bareThrowing(1);
      default -> sum++;
    }
    sum += bareOnce(turn);
  }

  private static void chain(int turn) {
    sum += bareFirst(turn);
  }

  private static int bareFirst(int i) {
    return bareSecond(i) + bareSecond(i + 1);
  }

  private static int bareSecond(int i) {
    probed(i);
    return bareThird(i);
  }

  private static int bareThird(int i) {
    return i + 1;
  }

  private static void probed(int i) {
    sum += bareOnce(i);
  }

  private static void recurse(int depth) {
    if (depth > 0) {
      sum += bareLeaf(depth);
      recurse(depth - 1);
      recurse(depth - 2);
    }
    sum += bareOnce(depth);
  }

  private static void leave(int turn) {
    try {
      throwing(turn);
    } catch (IllegalStateException | NullPointerException e) {
      sum++;
    }
  }

  private static void throwing(int turn) {
    for (int i = 0; i < 9; i++) {
      sum += bareThrowing(turn + i);
    }
    sum += bareOnce(turn);
  }

  private static void catchInside(int turn) {
    for (int i = 0; i < 9; i++) {
      try {
        sum += bareThrowing(turn + i);
        sum += bareLeaf(i);
      } catch (IllegalStateException e) {
        sum += bareOther(i);
      }
    }
  }

  private static void catchAll(int turn) {
    try {
      sum += bareThrowing(turn);
    } catch (Throwable e) {
      sum += bareOther(turn);
    } finally {
      sum += bareLeaf(turn);
    }
  }

  private static void lock(int turn) {
    synchronized (CalledWithoutProbes.class) {
      sum += turn % 2 == 0 ? bareLeaf(turn) : 1;
    }
    sum += bareOnce(turn);
  }

  private static void lockAround(int turn) {
    try {
      synchronized (CalledWithoutProbes.class) {
        for (int i = 0; i < 9; i++) {
          sum += bareThrowing(turn + i) + new BareBase(i).base;
        }
      }
    } catch (RuntimeException e) {
      sum++;
    }
  }

  private static void construct(int turn) {
    try {
      Child child = new Child(turn % 7);
      sum += child.twice() + child.both();
    } catch (IllegalArgumentException e) {
      sum++;
    }
  }

  private static void walk(int turn) {
    CalledWithoutProbes last = null;
    for (int i = 0; i < turn; i++) {
      last = new CalledWithoutProbes(i, last);
    }
    while (last != null) {
      sum += last.bareNumber();
      last = last.next;
    }
    try {
      sum += numberOf(turn % 2 == 0 ? null : new CalledWithoutProbes(1, null));
    } catch (NullPointerException e) {
      sum++;
    }
  }

  private static int numberOf(CalledWithoutProbes of) {
    return sum == 0 ? 1 : of.bareNumber();
  }

  private int bareNumber() {
    return number;
  }

  private static void reach(int turn) {
    Runnable reached = () -> sum += bareOnce(turn);
    reached.run();
  }

  private static int bareArgument(int i) {
    return i;
  }

  private static int bareLeaf(int i) {
    return i ^ 1;
  }

  private static int bareOther(int i) {
    return i ^ 2;
  }

  private static int bareOnce(int i) {
    return i ^ 3;
  }

  private static int bareThrowing(int i) {
    if (i % 10 == 7) {
      throw new IllegalStateException("seven");
    }
    return i;
  }
}
