package dev.tare.it.program;

/**
 * Its {@code main} calls a small method itself, on and on, for as many milliseconds of CPU time as
 * its argument says; then it prints its calls and {@code ready}, makes no more, and works on,
 * unless it has another argument.
 */
public final class NeverReturns {
  private static final int TURNS = 100_000;

  private static volatile long value = 1;

  private NeverReturns() {}

  public static void main(String[] args) {
    long end = Tally.after(args[0]);
    long rounds = 0;
    while (Tally.isBefore(end)) {
      long last = value;
      for (int i = 0; i < TURNS; i++) {
        last = small(last);
      }
      value = last;
      anchor();
      rounds++;
    }
    Tally.add("small", TURNS * rounds);
    Tally.add("anchor", rounds);
    Tally.add("main", 1);
    Tally.print();
    System.out.println("ready");
    while (args.length == 1) {
      value = value * 31 | 1;
    }
  }

  private static long small(long last) {
    return (last ^ (last >>> 29)) * 0xbf58476d1ce4e5b9L | 1;
  }

  private static void anchor() {
    value |= 1;
  }
}
