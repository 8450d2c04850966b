package dev.tare.it.program;

/**
 * Has two phases in turn, each with a small method of another class that is called all the time and
 * not in the other phase. Arguments: how many, and the milliseconds of CPU time of each. Prints its
 * calls.
 */
public final class ChangesPhases {
  private static final int TURNS = 100_000;

  private static long value = 1;

  private ChangesPhases() {}

  public static void main(String[] args) {
    int phases = Integer.parseInt(args[0]);
    for (int phase = 1; phase <= phases; phase++) {
      long end = Tally.after(args[1]);
      while (Tally.isBefore(end)) {
        if (phase % 2 == 0) {
          Even.even();
        } else {
          Odd.odd();
        }
      }
    }
    Tally.print();
    if (value == 0) {
      throw new AssertionError("the value is never 0, and is used here");
    }
  }

  /** The even phases, and what the odd ones call. */
  private static final class Even {
    static void even() {
      Tally.add("even", 1);
      Tally.add("even>evenLeaf", TURNS);
      Tally.add("even>evenAnchor", 1);
      Tally.add("evenLeaf", TURNS);
      for (int i = 0; i < TURNS; i++) {
        value = Odd.evenLeaf(value);
      }
      Odd.evenAnchor();
    }

    static long oddLeaf(long last) {
      return (last ^ (last >>> 29)) * 0xbf58476d1ce4e5b9L | 1;
    }

    static void oddAnchor() {
      Tally.add("oddAnchor", 1);
    }
  }

  /** The odd phases, and what the even ones call. */
  private static final class Odd {
    static void odd() {
      Tally.add("odd", 1);
      Tally.add("odd>oddLeaf", TURNS);
      Tally.add("odd>oddAnchor", 1);
      Tally.add("oddLeaf", TURNS);
      for (int i = 0; i < TURNS; i++) {
        value = Even.oddLeaf(value);
      }
      Even.oddAnchor();
    }

    static long evenLeaf(long last) {
      return (last ^ (last >>> 31)) * 0x94d049bb133111ebL | 1;
    }

    static void evenAnchor() {
      Tally.add("evenAnchor", 1);
    }
  }
}
